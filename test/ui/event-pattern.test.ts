import { expect, test } from 'vitest'
import { fitsPattern } from '../../server/words/pattern.ts'
import { somePatterns } from '../../ui/subscription/subscription-form.tsx'
import { endsOnLarge } from '../helpers/large.ts'

test('a pattern with many stars does not block the page', () => {
  // Each way to lay them out tried, thirty stars would take years.
  for (const star of ['*', '*a'])
    endsOnLarge(() => expect(fitsPattern(`${star.repeat(30)}x`, 'a'.repeat(40))).toBe(false))
  expect(fitsPattern(`${'*'.repeat(10)}x`, 'card.transaction.authorization.created')).toBe(false)
})

test('of thousands of patterns the first are listed and the rest counted', () => {
  expect(somePatterns(['card.*', 'kyc.*'])).toBe('card.*, kyc.*')
  const many = Array.from({ length: 10_000 }, (_, index) => `p${index}`)
  expect(somePatterns(many)).toBe(`${many.slice(0, 12).join(', ')} and 9,988 more`)
  expect(somePatterns(many.slice(0, 12))).toBe(many.slice(0, 12).join(', '))
})
