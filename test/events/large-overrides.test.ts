import { expect, test } from 'vitest'
import { kindOf } from '../../server/events/catalogue.ts'
import { checkPayload, overridden } from '../../server/events/overrides.ts'
import { planOf } from '../../server/simulator/trigger/trigger-plan.ts'
import { endsOnLarge } from '../helpers/large.ts'

const { schema } = kindOf('card.created')
const built = () => ({ event: 'card.created', list: [{ a: 1 }, { a: 2 }] })

test('forty thousand values are put in one go, each where it belongs', () => {
  const set = Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`card.k${i}`, i]))
  const payload = overridden(built(), { schema, set, force: true }) as { card: Record<string, number> }
  expect(Object.keys(payload.card)).toHaveLength(40_000)
  expect(payload.card.k39999).toBe(39_999)
})

test('the time in which very many paths that no event has are planned with, and refused, grows with their number', () => {
  endsOnLarge(() => {
    const count = 100_000
    const set = Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, i]))
    expect(Object.keys(planOf({ event: 'card.created', set, force: true })[0]?.set ?? {})).toHaveLength(count)
    expect(() => planOf({ event: 'card.created', set })).toThrow('x0 is not a path of card.created.')
  })
})

test('a path deeper than any body may be is refused', () => {
  const path = `${'a.'.repeat(100_000)}b`
  expect(() => overridden(built(), { schema, set: { [path]: 1 }, force: true })).toThrow('too deep')
})

test('an index reaches into a list and leaves the rest of it', () => {
  const base = built()
  const payload = overridden(base, { schema, set: { 'list.1.a': 9 }, force: true })
  expect(payload.list).toEqual([{ a: 1 }, { a: 9 }])
  expect(base.list).toEqual([{ a: 1 }, { a: 2 }])
})

test.each(['99999999', '3', '-1', 'length', 'x'])('a list has no place %s', (key) => {
  const set = { [`list.${key}`]: 1 }
  expect(() => overridden(built(), { schema, set, force: true })).toThrow(
    `list.${key}: ${key} is not an index in a list of 2`,
  )
})

test('a list may be added to at its end', () => {
  expect(overridden(built(), { schema, set: { 'list.2': 3 }, force: true }).list).toHaveLength(3)
})

test('of many invalid values the first are listed', () => {
  const asked = kindOf('kyc.verification.document_required').schema
  expect(() => checkPayload(asked, { documents: Array(60).fill(1) })).toThrow(
    /^event: .*; documents\.45: 1, a number, must be an object; and 14 more\.$/,
  )
})
