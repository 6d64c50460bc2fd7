import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsPattern } from '../../server/pattern.ts'
import { eventMatches } from '../../ui/state/event-pattern.ts'

test('the page takes a pattern as the sandbox does', () => {
  const letters = (more: string[]) =>
    fc.string({ unit: fc.constantFrom('a', 'b', '.', ...more), maxLength: 12 })
  fc.assert(
    fc.property(letters(['*']), letters([]), (pattern, event) => {
      expect(eventMatches(pattern, event)).toBe(fitsPattern(pattern, event))
    }),
    { numRuns: 2000, seed: 20_260_101 },
  )
})

test('a pattern of many stars does not hold up the page', () => {
  const began = performance.now()
  expect(eventMatches(`${'*'.repeat(10)}x`, 'card.transaction.authorization.created')).toBe(false)
  expect(performance.now() - began).toBeLessThan(1000)
})
