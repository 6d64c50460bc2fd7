import { generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { recipeWith } from '../../server/signing/options.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { causesIn as all, body, judge, secret, signedAt } from '../verification/world.ts'
import { hmac, judgedBy, recipeIn } from './own-recipe.ts'

const ts = String(signedAt)
const hex = hmac(body).digest('hex')

test.each(['md5', 'sha384'])(
  'a signature with a digest that no recipe has is described without a recipe: %s',
  (name) => {
    const value = hmac(`${ts}.${body}`, secret, name).digest('hex')
    const headers: HeaderPair[] = [
      ['X-Acme-Timestamp', ts],
      ['X-Acme-Signature', value],
    ]
    const verdict = judge(headers)
    expect(all(verdict)).toEqual(['other_scheme'])
    expect(verdict.reason).toContain(
      `{ts}.{body}, made with HMAC-${name.toUpperCase()} and the secret of subscription s1`,
    )
    expect(verdict.hint).toMatch(/^Sign with sha1, sha256 or sha512/)
    const named = headers.map(([header, text]): HeaderPair => [header.replace('Signature', 'Trace'), text])
    expect(judge(named)).toMatchObject({ result: 'unsigned', causes: [], explained: true })
  },
)

test.each([16, 32, 56])('the first %i letters of a signature are shown beside the recipe', (letters) => {
  const verdict = judge([['X-Acme-Signature', hex.slice(0, letters)]])
  expect(all(verdict)).toEqual(['other_scheme', 'truncated'])
  expect(judgedBy(verdict, [['X-Acme-Signature', hex]])).toBe('verified')
})

const pair = generateKeyPairSync('ed25519')
const publicBytes = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12)

test.each([
  ['as Discord gives out its key, in hex', publicBytes.toString('hex'), 'ed25519-hex', 'hex'],
  ['whpk_', `whpk_${publicBytes.toString('base64')}`, 'ed25519', 'base64'],
] as const)('one by Ed25519 is verified by the public key: %s', (_said, publicKey, key, encoding) => {
  const signature = signBytes(null, Buffer.from(ts + body), pair.privateKey).toString(encoding)
  const headers: HeaderPair[] = [
    ['X-Acme-Signature', signature],
    ['X-Acme-Timestamp', ts],
  ]
  const verdict = judge(headers, { secrets: [{ of: ownedBy('it'), secret: publicKey }] })
  expect(all(verdict)).toEqual(['other_scheme'])
  expect(recipeIn(verdict.hint)).toMatchObject({ signs: '{ts}{body}', key })
  const recipe = recipeWith(recipes, 'custom', recipeIn(verdict.hint))
  const over = { scheme: 'custom', secrets: [{ of: ownedBy('it'), secret: publicKey, recipe }] } as const
  expect(judge(headers, over).result).toBe('verified')
})

test('a likely signature with a mistake in it gets a next step', () => {
  const value = hmac(JSON.stringify(JSON.parse(body))).digest('hex')
  expect(judge([['X-Acme-Signature', value]]).hint).toMatch(
    /^If X-Acme-Signature contains the signature, set/,
  )
  expect(judge([['X-Content-Sha256', value]]).hint).toMatch(/^If the sender signs, set the scheme/)
})
