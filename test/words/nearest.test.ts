import { expect, test } from 'vitest'
import { didYouMean, nearest, suggest } from '../../server/words/nearest.ts'

const names = ['event', 'subscription_id', 'state', 'q', 'limit']

test.for([
  ['evnt', 'event'],
  ['EVENT', 'event'],
  ['tsate', 'state'],
  ['subscription', 'subscription_id'],
  ['stat', 'state'],
  ['x'.repeat(40), undefined],
  ['colour', undefined],
] as const)('"%s" suggests %s', ([wrong, right]) => {
  expect(nearest(wrong, names)).toBe(right)
})

test('a suggestion names the nearest value, and all values only if none is near', () => {
  expect(suggest('evnt', ['event', 'state'])).toBe('Did you mean event?')
  expect(suggest('colour', ['event', 'state'])).toBe('Valid: event, state.')
})

test('of equally near names, a suggestion holds at most three', () => {
  expect(didYouMean('cat', ['dog', 'bat', 'hat'])).toBe('Did you mean bat or hat?')
  expect(didYouMean('cat', ['bat', 'hat', 'mat', 'rat'])).toBe('Did you mean bat, hat or mat?')
  expect(didYouMean('psot', ['PUT', 'POST'])).toBe('Did you mean POST?')
  expect(didYouMean('elephant', ['bat', 'hat'])).toBe('')
})

test('an empty list gives no suggestion, and a very long word takes no time', () => {
  expect(nearest('x', [])).toBeUndefined()
  expect(nearest('x'.repeat(1_000_000), names)).toBeUndefined()
})
