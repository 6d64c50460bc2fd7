import { expect, test, vi } from 'vitest'
import type { RunStep } from '../../server/wire.ts'
import { captionOf, type DemoOrder, demoAddress, readDemo, shownOf } from '../../ui/shell/demo/demo-script.ts'
import { sentenceOf } from '../../ui/shell/demo/demo-words.ts'

const step = (index: string, state: RunStep['state'], change: Partial<RunStep> = {}): RunStep => ({
  index,
  name: `step-${index}`,
  kind: 'call',
  summary: 'POST /cards → 201',
  given: { call: 'POST /cards', status: 201 },
  state,
  detail: null,
  result: {},
  round: null,
  started_at: null,
  finished_at: null,
  refs: [],
  ...change,
})
const order: DemoOrder = { scenario: 'card-life', pace: 'slow', sight: 'lanes', loops: true }

test('the title shows before the first step', () => {
  expect(captionOf({ title: 'A card', steps: [step('1', 'pending'), step('2', 'pending')] })).toMatchObject({
    where: '',
    text: 'A card',
  })
})

test('the caption shows the running step, else the last finished one, and skips containers', () => {
  const steps = [
    step('1', 'succeeded', { detail: '201, card_id 7', result: { status: 201 } }),
    step('2', 'running', { kind: 'repeat' }),
    step('2.1', 'running', { name: 'pay-again_now', kind: 'event', summary: 'card.created' }),
    step('2.2', 'pending'),
  ]
  expect(captionOf({ title: '', steps })).toEqual({
    where: '2 of 3',
    text: 'Pay again now',
    detail: 'card.created happens.',
    tone: 'wait',
  })
  expect(captionOf({ title: '', steps: steps.slice(0, 1) })).toMatchObject({
    where: '1 of 1',
    detail: 'POST /cards returns 201.',
    tone: 'good',
  })
})

test('a failed run stays at its failed step, a stopped run at its last step', () => {
  const skipped = [step('2', 'skipped'), step('3', 'skipped')]
  expect(
    captionOf({ title: '', steps: [step('1', 'failed', { detail: 'answered 404, not 201' }), ...skipped] }),
  ).toEqual({
    where: 'Failed at 1 of 3:',
    text: 'Step 1',
    detail: 'POST /cards: answered 404, not 201',
    tone: 'bad',
  })
  expect(captionOf({ title: '', steps: [step('1', 'succeeded'), ...skipped] }).where).toBe('1 of 3')
  const left = step('2', 'skipped', { started_at: '2026-01-05T09:00:00Z', detail: 'it is no card' })
  expect(captionOf({ title: '', steps: [step('1', 'succeeded'), left] }).where).toBe('2 of 2')
})

test.each<[string, Partial<RunStep>]>([
  [
    'A delivery of kyc.verification.success waits for its next attempt, after 4 attempts.',
    {
      kind: 'expect',
      given: {
        expect: 'delivery',
        where: { event: 'kyc.verification.success', state: 'retrying', attempts_made: 4 },
      },
    },
  ],
  [
    'At least 2 captures of card.* carried a valid signature and got status 200.',
    {
      kind: 'expect',
      given: {
        expect: 'capture',
        where: { event: 'card.*', 'verdict.result': 'verified', 'reply.status': 200 },
        count: 2,
      },
    },
  ],
  [
    'Waits until a delivery of card.created has arrived.',
    {
      kind: 'expect',
      state: 'running',
      given: { expect: 'delivery', where: { event: 'card.created', state: 'succeeded' } },
    },
  ],
  [
    'PATCH /cards/{card_id} returns 200.',
    {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as scenarios write it
      given: { call: 'PATCH /cards/${card.card_id}' },
      result: { status: 200 },
    },
  ],
  [
    'card.created happens; 1 delivery.',
    { kind: 'event', summary: 'card.created', result: { deliveries: 1 } },
  ],
  ['The clock advances by 5d.', { kind: 'wait', given: { wait: '5d' } }],
  ['Every call will return RL100, 1 time.', { kind: 'arm', given: { arm: 'RL100', times: 1 } }],
])('a step has a sentence: %s', (sentence, change) => {
  expect(sentenceOf(step('1', 'succeeded', change))).toBe(sentence)
})

test('the newest capture of a step is shown', () => {
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

test('a link carries all settings, and an empty link changes none', () => {
  const before: DemoOrder = { scenario: '', pace: 'calm', sight: 'stream', loops: false }
  const { search } = new URL(demoAddress('http://localhost', order))
  expect(readDemo(search, before)).toEqual(order)
  expect(readDemo('?demo=x&pace=never&sight=moon', before)).toEqual({ ...before, scenario: 'x' })
  expect(readDemo('?demo=x&pace=constructor', before).pace).toBe('calm')
  expect(readDemo('', order)).toEqual(order)
})

test('a run that starts after the demo ended is stopped, not left paused', async () => {
  vi.stubGlobal('location', new URL('http://localhost:4400/'))
  vi.stubGlobal('addEventListener', () => {})
  const asked: string[] = []
  let begin = () => {}
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`)
    if (path.endsWith('/run'))
      await new Promise<void>((resolve) => {
        begin = resolve
      })
    return new Response(JSON.stringify({ run: { id: 'run_1', seq: 1, state: 'running' } }))
  })
  const { changeOrder, leaveDemo, play } = await import('../../ui/shell/demo/demo.ts')
  changeOrder({ scenario: 'card-life' })
  const played = play()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await leaveDemo()
  begin()
  await played
  expect(asked).toEqual(['POST /sandbox/scenarios/card-life/run', 'POST /sandbox/runs/run_1/stop'])
})

test('the lanes show only the demo’s run, up to its newest record', async () => {
  vi.stubGlobal('location', new URL('http://localhost:4400/lanes?run=run_0&open=dlv_1&from=3&to=4'))
  vi.stubGlobal('addEventListener', () => {})
  const addresses: string[] = []
  vi.stubGlobal('history', {
    replaceState: (_: null, __: string, address: string) => addresses.push(address),
  })
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ run: { id: 'run_1', seq: 1, state: 'running' } })),
  )
  const { changeOrder, leaveDemo, play } = await import('../../ui/shell/demo/demo.ts')
  changeOrder({ scenario: 'card-life', sight: 'lanes' })
  void play()
  await vi.waitFor(() => expect(addresses).toEqual(['/lanes?run=run_1']))
  await leaveDemo()
})
