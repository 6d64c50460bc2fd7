import { expect, test } from 'vitest'
import { cardNumber, checkDigit } from '../../server/platform/cards/store.ts'
import { startStory } from '../stories/world.ts'

/** The textbook's check, from the right: every second digit doubled, its digits added, the sum a multiple of ten. */
const isLuhnValid = (number: string) => {
  let sum = 0
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number.charAt(number.length - 1 - i))
    const counted = i % 2 === 1 ? digit * 2 : digit
    sum += Math.floor(counted / 10) + (counted % 10)
  }
  return sum % 10 === 0
}

test.for(['4242424242424242', '4000056655665556', '5555555555554444', '378282246310005'])(
  'the check digit of the known test number %s is its last',
  (number) => {
    expect(isLuhnValid(number)).toBe(true)
    expect(checkDigit(number.slice(0, -1))).toBe(number.at(-1))
  },
)

test('every card number is of its bank, of 16 digits, and valid', () => {
  for (let i = 0; i < 20_000; i++) {
    const number = cardNumber('400000', String(i * 49_999).padStart(9, '0'))
    expect(number).toMatch(/^400000\d{10}$/)
    if (!isLuhnValid(number)) throw new Error(`${number} is not valid`)
  }
})

test('of the number of a card the last four digits are kept, which many cards do not share', async () => {
  const { me, sandbox } = await startStory()
  const { account_id } = await me.funded()
  const cards = await Promise.all(Array.from({ length: 20 }, () => me.made('/cards', { account_id })))
  const lastFours = cards.map(({ last_four }) => String(last_four))
  expect(new Set(lastFours).size).toBeGreaterThan(15)
  for (const lastFour of lastFours) expect(lastFour).toMatch(/^\d{4}$/)
  const { events } = await sandbox.get<{ events: unknown[] }>('/sandbox/events?event=card.created')
  expect(JSON.stringify([cards, events])).not.toMatch(/400000\d{10}/)
})
