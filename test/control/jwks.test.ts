import { createLocalJWKSet, importJWK, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const path = '/.well-known/jwks.json'

test('jose verifies a delivery with the key that its kid names in the JWK set', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  const ways = [
    { scheme: 'plaid' },
    { scheme: 'http-message-signatures', scheme_options: { algorithm: 'ecdsa-p256-sha256' } },
    { scheme: 'http-message-signatures', scheme_options: { algorithm: 'ed25519' } },
    { scheme: 'standard-webhooks-ed25519' },
    { scheme: 'standard-webhooks' },
  ]
  for (const way of ways) await sandbox.post('/sandbox/subscriptions', { url: receiver.url, ...way })
  await sandbox.trigger('card.created')
  await sandbox.settle()

  const set = await sandbox.get<JSONWebKeySet>(path)
  expect(set).toEqual(await sandbox.get('/sandbox/keys'))
  expect(set.keys.map(({ kty, crv, alg, use }) => [kty, crv, alg, use])).toEqual([
    ['EC', 'P-256', 'ES256', 'sig'],
    ['EC', 'P-256', 'ES256', 'sig'],
    ['OKP', 'Ed25519', 'EdDSA', 'sig'],
    ['OKP', 'Ed25519', 'EdDSA', 'sig'],
  ])
  for (const key of set.keys) await importJWK(key)

  const sent = receiver.requests.map(({ headers }) => headers)
  const token = sent.flatMap((one) => one['plaid-verification'] ?? [])[0] ?? ''
  const { protectedHeader } = await jwtVerify(token, createLocalJWKSet(set))
  expect(protectedHeader.kid).toBe(set.keys[0]?.kid)

  const inputs = sent.flatMap((one) => one['signature-input'] ?? [])
  const ids = inputs.map((input) => /;keyid="([^"]+)"/.exec(input)?.[1])
  expect(ids.toSorted()).toEqual([set.keys[1]?.kid, set.keys[2]?.kid].toSorted())
})

test('the JWK set answers HEAD like GET, with the headers of the API', async () => {
  const sandbox = await startSandbox()
  const head = await fetch(sandbox.url + path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const own = await fetch(`${sandbox.url}/sandbox/keys`)
  for (const name of ['content-type', 'access-control-allow-origin', 'cross-origin-resource-policy'])
    expect(head.headers.get(name)).toBe(own.headers.get(name))
  expect((await sandbox.request('POST', path)).status).toBe(404)
})
