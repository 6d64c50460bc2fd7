import { expect, test } from 'vitest'
import { fitsPattern } from '../../server/words/pattern.ts'
import { somePatterns } from '../../ui/subscription/subscription-form.ts'
import { growthOf } from '../helpers/growth.ts'

test('a pattern of many stars does not hold up the page', async () => {
  const event = 'a'.repeat(40)
  // Each way to lay them out tried, four stars would take thousands of times as long as one.
  for (const star of ['*', '*a']) {
    const growth = await growthOf(1, (stars) => {
      for (let times = 0; times < 5000; times++)
        expect(fitsPattern(`${star.repeat(stars)}x`, event)).toBe(false)
    })
    expect(growth).toBeLessThan(10)
  }
  expect(fitsPattern(`${'*'.repeat(10)}x`, 'card.transaction.authorization.created')).toBe(false)
})

test('of thousands of patterns the first are named and the rest is counted', () => {
  expect(somePatterns(['card.*', 'kyc.*'])).toBe('card.*, kyc.*')
  const many = Array.from({ length: 10_000 }, (_, index) => `p${index}`)
  expect(somePatterns(many)).toBe(`${many.slice(0, 12).join(', ')} and 9,988 more`)
  expect(somePatterns(many.slice(0, 12))).toBe(many.slice(0, 12).join(', '))
})
