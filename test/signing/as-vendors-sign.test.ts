import { createHmac, createPublicKey, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isNoKeyOf, publicKeyOf } from '../../server/signing/key-pairs.ts'
import type { Recipe } from '../../server/signing/recipe.ts'
import { verify } from '../../server/verification/verify.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { receiverRecipes } from '../code/schemes.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../verification/every-scheme.ts'
import { secret } from '../verification/world.ts'

const [discord, workos] = ['discord', 'workos'].map((name) => receiverRecipes[name] as Recipe)
const body = '{"type":1,"name":"Zoë"}'
const at = 1_700_000_000

const judged = (recipe: Recipe | undefined, headers: HeaderPair[], known: string) =>
  verify(recipes, {
    headers,
    body: Buffer.from(body),
    scheme: 'custom',
    secrets: [{ of: ownedBy('it'), secret: known, recipe }],
    otherSecrets: [],
    now: (at + 1) * 1_000_000,
  })

/** A key pair that nothing here has made. */
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const publicHex = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')

const fromDiscord = (signed = `${at}${body}`, write = (bytes: Buffer) => bytes.toString('hex')) =>
  judged(
    discord,
    [
      ['X-Signature-Timestamp', String(at)],
      ['X-Signature-Ed25519', write(signBytes(null, Buffer.from(signed), privateKey))],
    ],
    publicHex,
  )

test('a signature of a key pair in hex is verified with the public key in hex only', () => {
  expect(fromDiscord()).toMatchObject({ result: 'verified', signed_at: '2023-11-14T22:13:20.000000Z' })
  expect(fromDiscord(`${at + 1}${body}`).result).toBe('failed')
})

test('the published public key belongs to the secret, in hex; hex of another length is not a key', () => {
  const told = discord && publicKeyOf(discord, secret)
  expect(told).toMatch(/^[0-9a-f]{64}$/)
  const x = Buffer.from(told ?? '', 'hex').toString('base64url')
  expect(createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }).type).toBe('public')
  const isNone = (text: string) => discord && isNoKeyOf(discord, text)
  expect([isNone(publicHex), isNone(secret), isNone(publicHex.slice(1)), isNone('whpk_AAAA')]).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test.each([
  ['base64_for_hex', `${at}${body}`, (bytes: Buffer) => bytes.toString('base64')],
  ['base64_for_hex', `${at}${body}`, (bytes: Buffer) => bytes.toString('base64url')],
  ['letter_case', `${at}${body}`, (bytes: Buffer) => bytes.toString('hex').toUpperCase()],
  ['hex_notation', `${at}${body}`, (bytes: Buffer) => `0x${bytes.toString('hex')}`],
  ['double_encoded', `${at}${body}`, (bytes: Buffer) => btoa(bytes.toString('hex'))],
  ['body_only_signed', body, undefined],
  ['milliseconds', `${at}000${body}`, undefined],
  ['other_separator', `${at}.${body}`, undefined],
] as const)('for a key pair in hex, %s is reported for %s', (cause, signed, write) => {
  const verdict = fromDiscord(signed, write)
  expect(verdict.causes.map((one) => one.cause)).toEqual([cause])
})

const fromWorkos = (time: string, signedTime = time) => {
  const signature = createHmac('sha256', secret).update(`${signedTime}.${body}`).digest('hex')
  return judged(workos, [['WorkOS-Signature', `t=${time}, v1=${signature}`]], secret)
}

test('a time in milliseconds is read as that, and judged by its age', () => {
  expect(fromWorkos(`${at}123`)).toMatchObject({
    result: 'verified',
    signed_at: '2023-11-14T22:13:20.123000Z',
  })
  expect(fromWorkos(`${at - 200}123`).causes[0]).toMatchObject({ cause: 'stale', received: '200 s old' })
})

test('a time signed in seconds, or off by up to a second, is reported with how to get milliseconds', () => {
  expect(fromWorkos(`${at}123`, String(at)).causes[0]).toMatchObject({
    cause: 'milliseconds',
    detail: expect.stringContaining('in seconds'),
    fix: expect.stringContaining('String(Date.now())'),
  })
  expect(fromWorkos(`${at}123`, `${at - 1}123`).causes[0]).toMatchObject({ cause: 'other_timestamp' })
  expect(fromWorkos(`${at}123`, `${at}000`).causes[0]).toMatchObject({
    cause: 'other_timestamp',
    detail: expect.stringContaining('without its milliseconds'),
  })
})

test('seconds instead of milliseconds are malformed, and the right form is shown', () => {
  expect(fromWorkos(String(at)).causes[0]).toMatchObject({
    cause: 'malformed_header',
    fix: 'Send Unix milliseconds, thirteen digits.',
  })
})
