import { expect, test } from 'vitest'
import { flawOfSecret } from '../../server/signing/secret-flaw.ts'
import { sayFlaw } from '../../server/words/secret-flaw.ts'
import { recipes } from '../verification/every-scheme.ts'

const key = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
const base64 = 'A secret of standard-webhooks is whsec_ and then the key in base64.'

test.each([
  [
    `v1,whsec_${key}`,
    'begins with "v1,", which is the version of the signature and no part of the secret',
    'Drop the leading v1,',
  ],
  [
    `whsec_${key}\n`,
    'has white space before or after the secret',
    'Drop the white space; echo and editors add a newline at the end.',
  ],
  [`"whsec_${key}"`, 'has the quote " around the secret', 'Drop the quotes.'],
  [
    `WEBHOOK_SECRET=whsec_${key}`,
    'begins with the name of a variable, WEBHOOK_SECRET=',
    'Drop the leading WEBHOOK_SECRET=',
  ],
  ['whsec_…3kQ9', 'is shortened: some of its characters are hidden', 'Copy the whole secret.'],
  [
    'whsec_AAE-AwQ_',
    'has - or _ where standard-webhooks uses + and /',
    'Write the key in base64: replace each - by + and each _ by /.',
  ],
  ['whsec_AA$EC', 'has the character "$" at position 9, which is not base64', base64],
  ['whsec_', 'is not a key of standard-webhooks', base64],
])('the wrong part of %j has a name', (secret, message, fix) => {
  const recipe = recipes['standard-webhooks']
  const flaw = flawOfSecret(recipe, secret)
  expect(flaw && sayFlaw(flaw, recipe.scheme)).toEqual({ message, fix })
})

test.each([
  ['adyen', 'abc', 'has 3 hex digits, and a key has an even number'],
  ['adyen', 'xyz0', 'has the character "x" at position 1, which is not hex'],
  ['plaid', '{"kty":"RSA"}', 'is not a key of plaid'],
  [
    'stripe',
    `v1,whsec_${key}`,
    'begins with "v1,", which is the version of the signature and no part of the secret',
  ],
] as const)('of %s the wrong part of %j has a name', (scheme, secret, message) => {
  const flaw = flawOfSecret(recipes[scheme], secret)
  expect(flaw && sayFlaw(flaw, scheme).message).toBe(message)
})

test.each([
  ['standard-webhooks', `whsec_${key}`],
  ['standard-webhooks', key],
  ['stripe', 'any text at all'],
  ['adyen', '00ff'],
  ['standard-webhooks-ed25519', 'any text, from which a key is derived'],
] as const)('%s takes the secret %j', (scheme, secret) => {
  expect(flawOfSecret(recipes[scheme], secret)).toBeUndefined()
})
