import { expect, test } from 'vitest'
import { addDays, monthStart, readDay, sayDay, sayMonth } from '../../server/platform/dates.ts'

const lastDay = readDay('9999-12-31') ?? 0

test('what lies beyond the year 9999, as the expiry of a card may, is written whole', () => {
  expect([sayDay(lastDay), sayMonth(lastDay)]).toEqual(['9999-12-31', '9999-12'])
  expect(sayDay(addDays(lastDay, 26))).toBe('+010000-01-26')
  expect(sayMonth(monthStart(lastDay, 36))).toBe('+010002-12')
})
