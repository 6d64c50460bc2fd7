import { describe, expect, test } from 'vitest'
import { valueAt } from '../../../server/events/overrides.ts'
import { mismatches, sayMismatch, saySiblings } from '../../../server/simulator/runs/matching.ts'

const card = { card_id: 'c1', status: 'active', limits: [5, 10], aac: null, parent: { card_id: 'c0' } }
const misses = (expected: Record<string, unknown>) => mismatches(card, expected).map(({ path }) => path)

describe('matching and differing values', () => {
  test.each([
    [{ status: 'active', 'limits.1': 10, 'parent.card_id': 'c0' }],
    [{ status: 'a*e', 'limits.0': '5', limits: ['*', '10'] }],
    [{ parent: { card_id: 'c*' }, aac: null }],
    [{}],
  ])('%j is met', (expected) => {
    expect(misses(expected)).toEqual([])
  })

  test.each([
    ['a value is another', { status: 'Active' }],
    ['a pattern does not fit', { status: 'in*' }],
    ['a field is null where text is expected, whatever the text', { aac: 'null' }],
    ['a field is null where anything is expected', { aac: '*' }],
    ['a field holds a value where null is expected', { status: null }],
    ['a field is not there where null is expected', { statuss: null }],
    ['a field is not there where anything is expected', { statuss: '*' }],
    ['nothing can stand below text', { 'status.length': 6 }],
    ['what an object inherits is no field of it', { constructor: '*' }],
    ['a map is no text', { parent: '*' }],
    ['a list is no text', { limits: '*' }],
    ['a text is no map', { status: {} }],
    ['null is no map', { aac: {} }],
    ['a map lacks what is expected of it', { parent: { status: 'active' } }],
    ['a text is no list', { status: [] }],
    ['a list is longer', { limits: [5] }],
    ['a list is shorter', { limits: [5, 10, 15] }],
    ['one of a list is another', { limits: [5, 11] }],
  ])('%s', (_why, expected) => {
    expect(misses(expected)).toEqual(Object.keys(expected))
  })

  test('each unmet condition is reported with the actual value', () => {
    expect(mismatches(card, { status: 'closed', card_id: 'c1', aac: 5, none: 1 })).toEqual([
      { path: 'status', wanted: 'closed', actual: 'active' },
      { path: 'aac', wanted: 5, actual: null },
      { path: 'none', wanted: 1, actual: undefined },
    ])
  })
})

test('below null, text and nothing there is nothing', () => {
  for (const value of [null, undefined, 'text', 5])
    for (const path of [['length'], ['a', 'b']]) expect(valueAt(value, path)).toBeUndefined()
  expect(valueAt(card, [])).toBe(card)
})

test('the nearest name is suggested, else at most twenty existing names', () => {
  expect(saySiblings(card, 'statu')).toBe('did you mean status?')
  expect(saySiblings({ id: 1, name: 2 }, 'amount')).toBe('its fields are id, name')
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field_${i}`, i]))
  expect(saySiblings(many, 'x')).toMatch(/^its fields are field_0, (?:field_\d+, ){18}field_19$/)
  expect(saySiblings({}, 'x')).toBe('its fields are none')
  for (const value of [null, 'text', undefined]) expect(saySiblings(value, 'x')).toBe('it has no fields')
})

test('a mismatch is said in short', () => {
  const said = (actual: unknown, wanted: unknown) => sayMismatch({ path: 'a.b', wanted, actual })
  expect(said('failed', 'succeeded')).toBe('a.b is failed, not succeeded')
  expect(said(undefined, null)).toBe('a.b is missing, not null')
  expect(said({ c: [1] }, 5)).toBe('a.b is {"c":[1]}, not 5')
  expect(said('x'.repeat(80), 'y'.repeat(81))).toBe(`a.b is ${'x'.repeat(80)}, not ${'y'.repeat(80)}…`)
})
