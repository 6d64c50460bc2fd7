import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { recipesFor } from '../../server/signing/recipes.ts'
import { notChecked, verify } from '../../server/verification/verify.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'

const recipes = recipesFor({ platform_header: 'Signature' })
const secret = `whsec_${Buffer.from('a key of the test').toString('base64')}`
const second = 1_700_000_000
const body = Buffer.from('{"n":1}')
const hmac = (content: string) => createHmac('sha256', 'a key of the test').update(content)

/** The first cause named for a signature of the test's own making. */
function causeOf(signature: string, timestamp = String(second)) {
  const headers: HeaderPair[] = [
    ['webhook-id', 'evt_1'],
    ['webhook-timestamp', timestamp],
    ['webhook-signature', `v1,${signature}`],
  ]
  const secrets = [{ of: ownedBy('the test'), secret }]
  const { result, causes } = verify(recipes, {
    headers,
    body,
    secrets,
    otherSecrets: [],
    now: second * 1_000_000,
  })
  return [result, causes[0]?.cause]
}

test.each([
  ['hex_for_base64', hmac(`evt_1.${second}.{"n":1}`).digest('hex')],
  ['base64url', hmac(`evt_1.${second}.{"n":1}`).digest('base64url')],
  ['body_only_signed', hmac('{"n":1}').digest('base64')],
  ['id_not_signed', hmac(`${second}.{"n":1}`).digest('base64')],
  ['timestamp_not_signed', hmac('evt_1.{"n":1}').digest('base64')],
])('%s is proved by computing it again', (cause, signature) => {
  expect(causeOf(signature)).toEqual(['failed', cause])
})

test('a timestamp in milliseconds is distinguished from a future timestamp', () => {
  const ms = String(second * 1000)
  expect(causeOf(hmac(`evt_1.${ms}.{"n":1}`).digest('base64'), ms)).toEqual(['failed', 'milliseconds'])
  const later = String(second + 3600)
  expect(causeOf(hmac(`evt_1.${later}.{"n":1}`).digest('base64'), later)).toEqual(['failed', 'future'])
})

test('id and timestamp without a signature name the header that is missing', () => {
  const headers: HeaderPair[] = [
    ['webhook-id', 'evt_1'],
    ['webhook-timestamp', String(second)],
  ]
  const verdict = verify(recipes, { headers, body, secrets: [], otherSecrets: [], now: 0 })
  expect(verdict.reason).toBe('The header webhook-signature is missing.')
  expect(verdict.causes[0]?.cause).toBe('missing_header')
})

test('a body that is not here whole is not called unsigned when it was signed', () => {
  const signed: HeaderPair[] = [['webhook-signature', 'v1,x']]
  expect(notChecked(recipes, signed, true)).toMatchObject({
    result: 'failed',
    causes: [{ cause: 'body_cut' }],
  })
  expect(notChecked(recipes, signed, false)).toMatchObject({
    result: 'failed',
    causes: [{ cause: 'body_not_kept' }],
  })
  expect(notChecked(recipes, [], false).result).toBe('unsigned')
})
