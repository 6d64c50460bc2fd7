import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsPattern } from '../../server/words/pattern.ts'
import { eventMatches } from '../../ui/state/event-pattern.ts'
import { somePatterns } from '../../ui/subscription/some-patterns.ts'
import { growthOf } from '../helpers/growth.ts'
import { runsOf } from '../helpers/runs.ts'

test('the page takes a pattern as the sandbox does', () => {
  const letters = (more: string[]) =>
    fc.string({ unit: fc.constantFrom('a', 'b', '.', ...more), maxLength: 12 })
  fc.assert(
    fc.property(letters(['*']), letters([]), (pattern, event) => {
      expect(eventMatches(pattern, event)).toBe(fitsPattern(pattern, event))
    }),
    runsOf({ numRuns: 2000, seed: 20_260_101 }),
  )
})

test('a pattern of many stars does not hold up the page', async () => {
  const event = 'a'.repeat(40)
  // Each way to lay them out tried, four stars would take thousands of times as long as one.
  for (const star of ['*', '*a']) {
    const growth = await growthOf(1, (stars) => {
      for (let times = 0; times < 5000; times++)
        expect(eventMatches(`${star.repeat(stars)}x`, event)).toBe(false)
    })
    expect(growth).toBeLessThan(10)
  }
  expect(eventMatches(`${'*'.repeat(10)}x`, 'card.transaction.authorization.created')).toBe(false)
})

test('of thousands of patterns the first are named and the rest is counted', () => {
  expect(somePatterns(['card.*', 'kyc.*'])).toBe('card.*, kyc.*')
  const many = Array.from({ length: 10_000 }, (_, index) => `p${index}`)
  expect(somePatterns(many)).toBe(`${many.slice(0, 12).join(', ')} and 9,988 more`)
  expect(somePatterns(many.slice(0, 12))).toBe(many.slice(0, 12).join(', '))
})
