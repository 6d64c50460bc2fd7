import { expect, test } from 'vitest'
import { all, content, hmac, judged, standard } from './accidents/sender.ts'
import { body, judge, secret, signed, signedAt } from './world.ts'

const asText = hmac(content(body), secret).digest('base64')

test.each([
  [400, 'stale', 'The timestamp is wrong too: it is 400 s old; the limit is 300 s.'],
  [-400, 'future', 'The timestamp is wrong too: it is 400 s in the future; the limit is 300 s.'],
])('a wrong signature that is %i s old is reported as both, the signature first', (age, cause, detail) => {
  const verdict = judged(asText, { now: (signedAt + age) * 1_000_000 })
  expect(all(verdict)).toEqual(['secret_as_text', cause])
  expect(verdict.causes[1]?.detail).toBe(detail)
  expect(verdict.reason).toBe(verdict.causes[0]?.detail)
})

test('within the limit, and where the header is in milliseconds, nothing is said of the age', () => {
  expect(all(judged(asText, { now: (signedAt + 299) * 1_000_000 }))).toEqual(['secret_as_text'])
  const ms = `${signedAt}000`
  const value = hmac(content(body, `evt_1.${signedAt}.`)).digest('base64')
  const headers = standard(`v1,${value}`, { 'webhook-timestamp': ms })
  expect(all(judge(headers, { now: (signedAt + 4000) * 1_000_000 }))).toEqual(['milliseconds'])
})

test('an age of hours is given in seconds beside the limit, and in readable units', () => {
  const { causes } = judge(signed(), { now: (signedAt + 5400) * 1_000_000 })
  expect(causes[0]).toMatchObject({
    detail: 'The signature fits, but its timestamp is 5400 s (1.5 h) old. The limit is 300 s.',
    received: '5400 s (1.5 h) old',
  })
})

test.each([
  [7201, true],
  [-19_799, true],
  [3700, false],
  [15 * 3600, false],
])('an age of %i s is explained by a time zone: %s', (age, isTold) => {
  const { causes, hint } = judge(signed(), { now: (signedAt + age) * 1_000_000 })
  expect(causes).toHaveLength(1)
  expect(hint?.includes('time zone')).toBe(isTold)
  expect(hint).toContain('the clocks of both machines')
  expect(hint?.includes('time.time(), not utcnow().timestamp(). Sign when you send')).toBe(isTold && age > 0)
})
