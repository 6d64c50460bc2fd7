import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { pointOf, signEs256 } from '../../server/signing/ecdsa.ts'
import { ed25519Of, keyPairOf, publicKeyOf } from '../../server/signing/key-pairs.ts'
import { recipes } from '../helpers/recipes.ts'
import { otherSecret, secret } from '../verification/world.ts'

/** RFC 6979, A.2.5: P-256 with SHA-256. */
const published = {
  scalar: 'C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721',
  x: '60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6',
  y: '7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299',
  signatures: [
    {
      message: 'sample',
      r: 'EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716',
      s: 'F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8',
    },
    {
      message: 'test',
      r: 'F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367',
      s: '019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083',
    },
  ],
}
const scalar = Buffer.from(published.scalar, 'hex')

test.each(published.signatures)('ES256 of "$message" is that of RFC 6979', ({ message, r, s }) => {
  expect(signEs256(scalar, message).toString('hex').toUpperCase()).toBe(r + s)
})

test('the point of a scalar is that of RFC 6979', () => {
  const { x, y } = pointOf(scalar)
  expect([x, y].map((one) => one.toString('hex').toUpperCase())).toEqual([published.x, published.y])
})

test('ES256 of many messages is what node:crypto verifies', () => {
  const jwk = keyPairOf(recipes.plaid, secret)?.jwk
  const key = createPublicKey({ key: { ...jwk, kty: 'EC' }, format: 'jwk' })
  const mine = keyPairOf(recipes.plaid, secret)?.scalar ?? Buffer.alloc(0)
  for (let i = 0; i < 50; i++) {
    const message = Buffer.from(`message ${i}`)
    const signature = signEs256(mine, message)
    expect(verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
  }
})

test('key pairs are derived of the secret: the same at all times, another of another secret', () => {
  for (const scheme of ['standard-webhooks-ed25519', 'plaid'] as const) {
    const key = publicKeyOf(recipes[scheme], secret)
    expect(publicKeyOf(recipes[scheme], secret)).toBe(key)
    expect(publicKeyOf(recipes[scheme], otherSecret)).not.toBe(key)
  }
})

test('public keys are shown as whpk_ or as a JWK, and not for shared secrets', () => {
  expect(publicKeyOf(recipes['standard-webhooks-ed25519'], secret)).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/)
  expect(JSON.parse(publicKeyOf(recipes.plaid, secret) ?? '')).toMatchObject({
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
  })
  expect(publicKeyOf(recipes['standard-webhooks'], secret)).toBeNull()
  expect(publicKeyOf(recipes.none, secret)).toBeNull()
})

test('whsk_ is read as a private key, with and without its public half; whpk_ has none', () => {
  // RFC 8032, 7.1, test 1.
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
  const half = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')
  const x = half.toString('base64url')
  expect(ed25519Of(`whsk_${seed.toString('base64')}`)?.jwk.x).toBe(x)
  expect(ed25519Of(`whsk_${Buffer.concat([seed, half]).toString('base64')}`)?.jwk.x).toBe(x)
  expect(ed25519Of(`whpk_${half.toString('base64')}`)).toMatchObject({ jwk: { x }, privateKey: undefined })
  expect(ed25519Of('whpk_AAAA')).toBeUndefined()
})

test('a key is named by the thumbprint of RFC 7638', () => {
  // RFC 8037, A.3.
  const pair = ed25519Of('whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=')
  expect(pair?.jwk.kid).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
})
