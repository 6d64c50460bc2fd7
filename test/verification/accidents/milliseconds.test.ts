import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { body, judge, secret, signedAt } from '../world.ts'
import { all, content, hmac, id, judged } from './sender.ts'

const at = (digits: string, second = signedAt) =>
  judged(hmac(content(body, `${id}.${second}${digits}.`)).digest('base64'))

test.each(['000', '001', '123', '500', '999'])(
  'the millisecond %s of the second in the header is found where it was signed',
  (digits) => {
    const verdict = at(digits)
    expect(all(verdict)).toEqual(['milliseconds'])
    expect(verdict.causes[0]?.received).toBe(`${signedAt}${digits}`)
  },
)

test('of another second only the full one is looked for', () => {
  expect(all(at('123', signedAt + 1))).toEqual([])
})

test('the key of Stripe, the writing in hex and a body of 2,000 bytes make no difference', () => {
  const long = JSON.stringify({ text: 'x'.repeat(1900) })
  const value = createHmac('sha256', secret).update(`${signedAt}789.${long}`).digest('hex')
  const headers: [string, string][] = [['Stripe-Signature', `t=${signedAt},v1=${value}`]]
  expect(all(judge(headers, { body: long }))).toEqual(['milliseconds'])
})

test('a large body is not tried a thousand times', () => {
  const long = JSON.stringify({ text: 'x'.repeat(20_000) })
  const value = hmac(content(long, `${id}.${signedAt}789.`)).digest('base64')
  const verdict = judged(value, { body: long })
  expect(all(verdict)).toEqual([])
})
