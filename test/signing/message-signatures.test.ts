import {
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto'
import { appendSignature, createSignature, verifySignature } from 'http-message-sig'
import { parseDictionary } from 'structured-headers'
import { describe, expect, test } from 'vitest'
import { keyPairOf, publicKeyOf } from '../../server/signing/key-pairs.ts'
import { algorithmNames, message } from '../../server/signing/message.ts'
import { recipeWith } from '../../server/signing/options.ts'
import { sign } from '../../server/signing/sign.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { sample } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { body, causesIn, judge, secret, signable, signedAt, url, withValue } from '../verification/world.ts'

const scheme = 'http-message-signatures'
const es256 = recipeWith(recipes, scheme, { algorithm: 'ecdsa-p256-sha256' })
const jwkOf = (recipe = es256) => publicKeyOf(recipe, secret) ?? ''
const headers = sign(es256, [secret], signable())
const headerOf = (name: string, of = headers) => of.find(([one]) => one === name)?.[1] ?? ''

const judged = (came: HeaderPair[], held = secret, recipe = es256, arrived = body) =>
  judge(came, {
    scheme,
    url,
    method: 'POST',
    body: arrived,
    secrets: [{ of: ownedBy('s1'), secret: held, recipe }],
  })

/** A key of node:crypto in the form that the library takes. Its own WebCrypto helper has no ECDSA. */
const hash = { 'ecdsa-p256-sha256': 'sha256', ed25519: null } as const
const dsaEncoding = 'ieee-p1363'
const signerOf = (algorithm: keyof typeof hash, key: KeyObject) => ({
  algorithm,
  sign: (data: Uint8Array) => signBytes(hash[algorithm], data, { key, dsaEncoding }),
})
const verifierOf = (algorithm: keyof typeof hash, key: KeyObject) => ({
  algorithm,
  verify: (data: Uint8Array, value: Uint8Array) =>
    verifyBytes(hash[algorithm], data, { key, dsaEncoding }, value),
})

describe.each(['ecdsa-p256-sha256', 'ed25519'] as const)('%s', (algorithm) => {
  const recipe = recipeWith(recipes, scheme, { algorithm })

  test('http-message-sig verifies what the sandbox signs', async () => {
    const made = sign(recipe, [secret], signable())
    const key = createPublicKey({ key: { ...keyPairOf(recipe, secret)?.jwk }, format: 'jwk' })
    const fields = made.map(([field, value]) => ({ name: field.toLowerCase(), value }))
    const verified = await verifySignature(
      { kind: 'request', method: 'POST', targetUri: url, fields },
      {
        policy: {
          algorithms: [algorithm],
          requiredComponents: ['@method', '@target-uri', 'content-digest', 'webhook-id'],
          requiredParameters: ['created', 'expires', 'keyid'],
          now: signedAt,
        },
        resolveVerifier: () => verifierOf(algorithm, key),
      },
    )
    expect(verified.parameters.keyid).toBe(keyPairOf(recipe, secret)?.jwk.kid)
    expect(verified.signature).toHaveLength(64)
  })

  test('the sandbox verifies what http-message-sig signs', async () => {
    const pair =
      algorithm !== 'ed25519'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('ed25519')
    const digest = headerOf('Content-Digest')
    const sent = new Request(url, { method: 'POST', headers: { 'content-digest': digest } })
    const fields = await createSignature(sent, {
      label: 'theirs',
      components: ['@method', '@target-uri', 'content-digest'],
      parameters: { created: signedAt, keyid: 'their-key', alg: algorithm },
      signer: signerOf(algorithm, pair.privateKey),
    })
    const came: HeaderPair[] = [...appendSignature(sent.headers, fields)]
    const pem = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    for (const own of [recipe, recipes[scheme]]) expect(judged(came, pem, own).result).toBe('verified')
    expect(judged(came, pem, recipe, `${body} `).result).toBe('failed')
  })

  test('the headers are structured fields', () => {
    const made = sign(recipe, [secret, `${secret}AAAA`], signable())
    const inputs = parseDictionary(headerOf('Signature-Input', made))
    const signatures = parseDictionary(headerOf('Signature', made))
    expect([...inputs.keys()]).toEqual([...signatures.keys()])
    expect(inputs.get('sig1')?.[1].get('alg')).toBe(algorithm)
  })
})

test('ES256 signatures are r and s, the same for the same bytes, and name the key by its thumbprint', () => {
  const [, value = ''] = /^sig1=:(.+):$/.exec(headerOf('Signature')) ?? []
  expect(Buffer.from(value, 'base64')).toHaveLength(64)
  expect(sign(es256, [secret], signable())).toEqual(headers)
  expect(headerOf('Signature-Input')).toContain(`;keyid="${JSON.parse(jwkOf()).kid}";alg="ecdsa-p256-sha256"`)
})

test('a receiver that holds the JWK, the secret, or no algorithm of its own verifies', () => {
  for (const [held, recipe] of [
    [secret, es256],
    [jwkOf(), es256],
    [jwkOf(), recipes[scheme]],
    [secret, recipes[scheme]],
  ] as const)
    expect(judged(headers, held, recipe).result).toBe('verified')
})

/** Signs the same request with the sandbox's key again, in another form. */
function signedAgain(input: string, form: 'der' | 'ieee-p1363'): HeaderPair[] {
  const base = message.parts(
    es256,
    { label: 'sig1', value: '', input },
    {
      ...signable(),
      method: 'POST',
      headers: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
    },
  )
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  held = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const made = signBytes('sha256', Buffer.from(base?.join('') ?? ''), { key: privateKey, dsaEncoding: form })
  const changed = withValue(headers, 'Signature-Input', `sig1=${input}`)
  return withValue(changed, 'Signature', `sig1=:${made.toString('base64')}:`)
}
let held = ''
const input = headerOf('Signature-Input').replace('sig1=', '')

test.each(Array.from({ length: 8 }, (_, i) => i))('a signature in DER is named as such (key %i)', () => {
  const came = signedAgain(input, 'der')
  expect(judged(came, held)).toMatchObject({ result: 'failed', causes: [{ cause: 'der_signature' }] })
})

test.each(['ed25519', 'hmac-sha256'])('the algorithm %s for an ES256 key is named as wrong', (alg) => {
  const came = signedAgain(input.replace('ecdsa-p256-sha256', alg), 'ieee-p1363')
  for (const recipe of [es256, recipes[scheme]])
    expect(judged(came, held, recipe)).toMatchObject({
      result: 'failed',
      causes: [{ cause: 'other_algorithm', received: alg }],
    })
})

test('an algorithm of no known name is malformed', () => {
  const came = signedAgain(input.replace('ecdsa-p256-sha256', 'es256'), 'ieee-p1363')
  expect(causesIn(judged(came, held))).toEqual(['malformed_header'])
})

test('nobody signs with a pair derived from the text of a public key', () => {
  for (const algorithm of algorithmNames) {
    const forger = recipeWith(recipes, scheme, { algorithm })
    const forged = sign(
      { ...forger, method: 'message' },
      [Buffer.from(jwkOf()).toString('base64')],
      signable(),
    )
    // A search without a result costs the most.
    const held = sample([es256], [es256, recipes[scheme]])
    for (const recipe of held) expect(judged(forged, jwkOf(), recipe).result).toBe('failed')
  }
})

test('a key of another curve verifies nothing', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  expect(judged(headers, pem).result).toBe('failed')
})

/** RFC 9421, B.1: the keys of the examples. */
const vectors = [
  {
    example: 'B.2.4',
    algorithm: 'ecdsa-p256-sha256',
    key: JSON.stringify({
      kty: 'EC',
      crv: 'P-256',
      x: 'qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA',
      y: 'Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0',
    }),
    base: [
      '"@status": 200',
      '"content-type": application/json',
      '"content-digest": sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
      '"content-length": 23',
      '"@signature-params": ("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    ],
    value: 'wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==',
  },
  {
    example: 'B.2.5',
    algorithm: 'hmac-sha256',
    key: 'whsec_uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
    base: [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@authority": example.com',
      '"content-type": application/json',
      '"@signature-params": ("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
    ],
    value: 'pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=',
  },
] as const

test.each(vectors)('the example $example of RFC 9421 is verified', ({ algorithm, key, base, value }) => {
  const recipe = recipeWith(recipes, scheme, { algorithm })
  const content = { ...signable(), method: 'POST', headers: new Map(), wholeAs: () => base.join('\n') }
  const signature = { label: 'sig', value, input: '()' }
  expect(message.fits(recipe, key, [signature], content)).toBe(true)
  expect(message.fits(recipe, key, [signature], { ...content, wholeAs: () => base.join('\r\n') })).toBe(false)
})
