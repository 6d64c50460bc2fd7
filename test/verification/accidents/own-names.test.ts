import { expect, test } from 'vitest'
import { verify } from '../../../server/verification/verify.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { recipes } from '../../helpers/recipes.ts'
import { body, judge, secret, signedAt } from '../world.ts'
import { all, content, hmac, id } from './sender.ts'

/** A request with the id and the time of Standard Webhooks, and its signature under a name of the sender's own. */
const beside = (value: string, name = 'X-Signature'): HeaderPair[] => [
  ['webhook-id', id],
  ['webhook-timestamp', String(signedAt)],
  [name, value],
]
const digest = hmac(content(body)).digest()
const base64 = digest.toString('base64')

test.each<[value: string, causes: string[]]>([
  [`v1,${base64}`, ['missing_header']],
  [base64, ['missing_header', 'version_prefix_missing']],
  [digest.toString('hex'), ['missing_header', 'version_prefix_missing', 'hex_for_base64']],
  [`sha256=${base64}`, ['missing_header', 'version_prefix_wrong']],
  [`v1=${base64}`, ['missing_header', 'header_changed']],
  [hmac(body).digest('base64'), ['missing_header', 'version_prefix_missing', 'body_only_signed']],
])('the signature of a scheme in a header of one’s own, with its version or without: %s', (value, causes) => {
  const verdict = judge(beside(value))
  expect(verdict.result).toBe('unsigned')
  expect(all(verdict)).toEqual(causes)
  expect(verdict.reason).toContain('webhook-signature is missing, but x-signature contains the value.')
  expect(verdict.hint).toContain('Send x-signature as webhook-signature.')
  if (causes.length > 1) {
    expect(verdict.causes[1]?.detail).toContain('x-signature')
    expect(verdict.hint).toContain('Write v1,<signature>.')
  }
})

test.each<[value: string, name: string, recipe: string]>([
  [`sha256=${hmac(body, secret).digest('hex')}`, 'X-Signature', '"signs":"{body}"'],
  [hmac(`${signedAt}.${body}`, secret).digest('hex'), 'X-Acme-Mac', '"signs":"{ts}.{body}"'],
])(
  'what is signed otherwise has its recipe told, though an id and a time are there: %s',
  (value, name, recipe) => {
    const verdict = judge(beside(value, name))
    expect(all(verdict)).toEqual(['other_scheme'])
    expect(verdict.hint).toContain(recipe)
  },
)

test('beside the headers of a scheme, too, it is looked for behind the reply', () => {
  const input = {
    body: Buffer.from(body),
    secrets: [{ of: ownedBy('it'), secret }],
    otherSecrets: [],
    now: 0,
  }
  const quick = (headers: HeaderPair[]) => verify(recipes, { ...input, headers }, 'quick').explained
  expect([quick(beside(base64, 'X-Acme-Mac')), quick(beside('none', 'X-Acme-Mac'))]).toEqual([false, true])
})

test('a set scheme is binding, and no other recipe is reported', () => {
  const headers = beside(hmac(body, secret).digest('hex'), 'X-Acme-Mac')
  expect(all(judge(headers, { scheme: 'standard-webhooks' }))).toEqual(['missing_header'])
})
