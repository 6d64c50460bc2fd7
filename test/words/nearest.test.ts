import { expect, test } from 'vitest'
import { nearest, suggest } from '../../server/words/nearest.ts'

const names = ['event', 'subscription_id', 'state', 'q', 'limit']

test.for([
  ['evnt', 'event'],
  ['EVENT', 'event'],
  ['subscription', 'subscription_id'],
  ['stat', 'state'],
  ['x'.repeat(40), undefined],
  ['colour', undefined],
] as const)('"%s" suggests %s', ([wrong, right]) => {
  expect(nearest(wrong, names)).toBe(right)
})

test('a suggestion lists valid values, and the nearest if there is one', () => {
  expect(suggest('evnt', ['event', 'state'])).toBe('Did you mean event? Valid: event, state.')
  expect(suggest('colour', ['event', 'state'])).toBe('Valid: event, state.')
})

test('an empty list gives no suggestion, and a very long word takes no time', () => {
  expect(nearest('x', [])).toBeUndefined()
  expect(nearest('x'.repeat(1_000_000), names)).toBeUndefined()
})
