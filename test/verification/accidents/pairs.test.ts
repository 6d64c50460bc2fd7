import { expect, test } from 'vitest'
import { ownedBy } from '../../helpers/owned-by.ts'
import { body, judge, otherSecret, secret, signedAt } from '../world.ts'
import { all, content, hmac, id, judged } from './sender.ts'

const pretty = JSON.stringify(JSON.parse(body), null, 2)
const compact = JSON.stringify(JSON.parse(body))
const text = (signed: string) => hmac(signed, secret)

test.each<[causes: string[], value: string]>([
  [['secret_as_text', 'reserialised'], text(`${id}.${signedAt}.${compact}`).digest('base64')],
  [['secret_as_text', 'hex_for_base64'], text(`${id}.${signedAt}.${body}`).digest('hex')],
  [['secret_as_text', 'pretty_printed'], text(`${id}.${signedAt}.${pretty}`).digest('base64')],
  [['other_scheme', 'truncated'], text(body).digest('base64').slice(0, 30)],
  [['trailing_newline', 'body_only_signed'], hmac(`${body}\n`).digest('base64')],
  [['pretty_printed', 'trailing_newline'], hmac(content(`${pretty}\n`)).digest('base64')],
  [['reserialised', 'hex_for_base64'], hmac(content(compact)).digest('hex')],
  [['other_separator', 'milliseconds'], hmac(`${id}:${signedAt}000:${body}`).digest('base64')],
])('%j', (causes, value) => {
  const verdict = judged(value)
  expect(all(verdict).toSorted()).toEqual(causes.toSorted())
  for (const cause of verdict.causes) expect(cause.detail).toContain('At the same time:')
})

test("another's secret over a rewritten body", () => {
  const key = Buffer.from(otherSecret.slice(6), 'base64')
  const verdict = judged(hmac(content(compact), key).digest('base64'), {
    otherSecrets: [{ of: ownedBy('shop'), secret: otherSecret }],
  })
  expect(all(verdict)).toEqual(['other_secret', 'reserialised'])
})

test('a version that is missing, of a signature in hex', () => {
  const value = hmac(content(body)).digest('hex')
  const verdict = judge([
    ['webhook-id', id],
    ['webhook-timestamp', String(signedAt)],
    ['webhook-signature', value],
  ])
  expect(all(verdict)).toEqual(['version_prefix_missing', 'hex_for_base64'])
})
