import { expect, test } from 'vitest'
import type { RunStep } from '../../server/wire.ts'
import { captionOf, type DemoOrder, demoAddress, readDemo, shownOf } from '../../ui/state/demo-script.ts'

const step = (index: string, state: RunStep['state'], change: Partial<RunStep> = {}): RunStep => ({
  index,
  name: `step-${index}`,
  kind: 'call',
  summary: 'POST /cards → 201',
  state,
  detail: null,
  round: null,
  started_at: null,
  finished_at: null,
  refs: [],
  ...change,
})
const order: DemoOrder = { scenario: 'card-life', pace: 'slow', sight: 'lanes', loops: true }

test('before the first step the title stands', () => {
  expect(captionOf({ title: 'A card', steps: [step('1', 'pending'), step('2', 'pending')] })).toMatchObject({
    number: 0,
    total: 2,
    text: 'A card',
  })
})

test('the step under way is told, else the last that was done; what only holds others is no step', () => {
  const steps = [
    step('1', 'succeeded', { detail: '201, card_id 7' }),
    step('2', 'running', { kind: 'repeat' }),
    step('2.1', 'running', { name: 'pay-again_now', summary: 'card.created' }),
    step('2.2', 'pending'),
  ]
  expect(captionOf({ title: '', steps })).toEqual({
    number: 2,
    total: 3,
    text: 'Pay again now',
    detail: 'card.created',
    tone: 'wait',
  })
  expect(captionOf({ title: '', steps: steps.slice(0, 1) })).toMatchObject({
    number: 1,
    detail: 'POST /cards → 201, card_id 7',
    tone: 'good',
  })
})

test('of what a step made, the newest capture shows most', () => {
  const refs: RunStep['refs'] = [
    { kind: 'call', id: 'cal_1' },
    { kind: 'capture', id: 'cap_1' },
    { kind: 'delivery', id: 'dlv_1' },
    { kind: 'capture', id: 'cap_2' },
  ]
  expect(shownOf({ refs })).toBe('cap_2')
  expect(shownOf({ refs: refs.slice(0, 1) })).toBe('cal_1')
  expect(shownOf({ refs: [] })).toBeNull()
  expect(shownOf(undefined)).toBeNull()
})

test('a link carries the whole order, and one that says nothing leaves it as it was', () => {
  const before: DemoOrder = { scenario: '', pace: 'calm', sight: 'stream', loops: false }
  const { search } = new URL(demoAddress('http://localhost', order))
  expect(readDemo(search, before)).toEqual(order)
  expect(readDemo('?demo=x&pace=never&sight=moon', before)).toEqual({ ...before, scenario: 'x' })
  expect(readDemo('', order)).toEqual(order)
})
