import {
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  sign as signBytes,
  verify,
} from 'node:crypto'
import { expect, test } from 'vitest'
import { generate } from '../../server/handlers/generate.ts'
import { customRecipe } from '../../server/signing/custom.ts'
import { publicKeyOf } from '../../server/signing/key-pairs.ts'
import { recipesFor } from '../../server/signing/recipes.ts'
import { sign } from '../../server/signing/sign.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { body, causesIn, judge, otherSecret, secret, signable, signedAt } from '../verification/world.ts'

const ts = String(signedAt)
const recipeOf = (given: object) =>
  recipesFor({ platform_header: 'Signature', custom: customRecipe.parse(given) }).custom
const signatureBy = (given: object, key = secret, over = {}) =>
  sign(recipeOf(given), [key], signable(over)).find(([name]) => name === 'X-Sig')?.[1] ?? ''
const verdictOn = (given: object, value: string, known = secret, over = {}) =>
  judge(
    [
      ['X-Time', ts],
      ['X-Sig', value],
    ],
    { scheme: 'custom', secrets: [{ of: ownedBy('it'), secret: known, recipe: recipeOf(given) }], ...over },
  )

const byKeyPair = {
  headers: { 'X-Time': '{ts}', 'X-Sig': '{signature}' },
  signs: '{ts}{body}',
  key: 'p-256',
  encoding: 'base64',
}

test('p-256 signs by ECDSA in DER, which node:crypto verifies with the public key', () => {
  const key = createPublicKey({
    key: JSON.parse(publicKeyOf(recipeOf(byKeyPair), secret) ?? ''),
    format: 'jwk',
  })
  for (let i = 0; i < 60; i++) {
    const signature = Buffer.from(signatureBy(byKeyPair, secret, { body: `message ${i}` }), 'base64')
    expect(verify('sha256', Buffer.from(`${ts}message ${i}`), key, signature)).toBe(true)
  }
  expect(signatureBy(byKeyPair)).toBe(signatureBy(byKeyPair))
  expect(verdictOn(byKeyPair, signatureBy(byKeyPair)).result).toBe('verified')
  expect(verdictOn(byKeyPair, signatureBy(byKeyPair, otherSecret)).result).toBe('failed')
})

const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const signedByPair = (content: string) =>
  signBytes('sha256', Buffer.from(content), pair.privateKey).toString('base64')

test.each([
  ['PEM', pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()],
  ['the base64 of its DER', pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
  ['JWK', JSON.stringify(pair.publicKey.export({ format: 'jwk' }))],
])('a public key as %s verifies, and explains a signature over a changed body', (_form, known) => {
  expect(verdictOn(byKeyPair, signedByPair(ts + body), known).result).toBe('verified')
  expect(causesIn(verdictOn(byKeyPair, signedByPair(body), known))).toEqual(['body_only_signed'])
  const trimmed = verdictOn(byKeyPair, signedByPair(`${ts + body}\n`), known)
  expect(causesIn(trimmed)).toEqual(['trailing_newline'])
  expect(causesIn(verdictOn(byKeyPair, signedByPair('another content'), known))).toEqual([])
})

const byHash = { headers: { 'X-Sig': '{signature}' }, signs: '{secret}:{body}' }

test('with {secret} the signature is a plain hash of the content', () => {
  expect(signatureBy(byHash)).toBe(createHash('sha256').update(`${secret}:${body}`).digest('hex'))
  const verdict = verdictOn(byHash, signatureBy(byHash))
  expect(verdict.result).toBe('verified')
  expect(JSON.stringify(verdict.signed_content)).not.toContain(secret)
  expect(causesIn(verdictOn(byHash, signatureBy(byHash, secret, { body: `${body}\n` })))).toEqual([
    'trailing_newline',
  ])
  expect(verdictOn(byHash, signatureBy(byHash, otherSecret))).toMatchObject({ result: 'failed', causes: [] })
})

test('{body_sha256} is the digest of the body in hex', () => {
  const given = { headers: { 'X-Time': '{ts}', 'X-Sig': '{signature}' }, signs: '{ts}.{body_sha256}' }
  const digest = createHash('sha256').update(body).digest('hex')
  expect(signatureBy(given)).toBe(createHmac('sha256', secret).update(`${ts}.${digest}`).digest('hex'))
  expect(verdictOn(given, signatureBy(given)).result).toBe('verified')
})

test.each(['base64', 'hex', 'ed25519', 'p-256'])('{secret} with the key %s is refused', (key) => {
  const { error } = customRecipe.safeParse({ ...byHash, key })
  expect(error?.issues).toMatchObject([{ path: ['key'] }])
})

test.each([byKeyPair, byHash, { ...byHash, signs: '{body_sha256}' }])(
  'a receiver is generated for Node, and for another language a sentence says why not: %j',
  (given) => {
    const generated = (['node-express', 'rust'] as const).map(
      (language) =>
        typeof generate(language, { recipe: recipeOf(given), secret, url: 'https://a.example/in' }),
    )
    expect(generated).toEqual(['object', 'string'])
  },
)
