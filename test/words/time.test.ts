import { expect, test } from 'vitest'
import { fromIso, latestTime, toIso } from '../../server/words/time.ts'

test.each([
  '1970-01-01T00:00:00.001Z',
  '2026-02-28T09:00:00.500Z',
  '9999-12-31T23:59:59.000Z',
  '+010000-01-01T00:00:00.000Z',
])('%s is written so that parsing gives the same moment', (text) =>
  expect(new Date(toIso(Date.parse(text) * 1000)).getTime()).toBe(Date.parse(text)),
)

test('the last moment of the year 9999 stays in that year', () => {
  expect(fromIso('9999-12-31T23:59:59.999999Z')).toBe(latestTime)
  expect(toIso(latestTime)).toBe('9999-12-31T23:59:59.999968Z')
  expect(fromIso(toIso(latestTime))).toBe(latestTime)
})
