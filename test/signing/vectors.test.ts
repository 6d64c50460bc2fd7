import { expect, test } from 'vitest'
import { type SchemeName, schemeNames } from '../../server/signing/recipes.ts'
import { sign } from '../../server/signing/sign.ts'
import { verify } from '../../server/signing/verify.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { recipes } from '../helpers/recipes.ts'

interface Vector {
  source: string
  scheme: SchemeName
  secret: string
  id: string
  timestamp: string
  body: string
  headers: HeaderPair[]
}
const vectors = Object.values(
  import.meta.glob<Vector>('../../fixtures/signatures/*.json', { eager: true, import: 'default' }),
)
const vectorOf = (scheme: SchemeName): Vector => {
  const found = vectors.find((vector) => vector.scheme === scheme)
  if (!found) throw new Error(`fixtures/signatures has no vector of ${scheme}`)
  return found
}

test('every scheme has a published vector, and every vector is of a scheme', () => {
  expect(vectors.map(({ scheme }) => scheme).sort()).toEqual([...schemeNames].sort())
})

test.each(schemeNames)('%s signs its published vector to the letter', (scheme) => {
  const { secret, id, timestamp, body, headers } = vectorOf(scheme)
  expect(sign(recipes[scheme], secret, { id, timestamp, body: Buffer.from(body) })).toEqual(headers)
})

test.each(schemeNames)('%s verifies its published vector at its own time', (scheme) => {
  const { secret, timestamp, body, headers } = vectorOf(scheme)
  const verdict = verify(recipes, {
    headers,
    body: Buffer.from(body),
    secrets: [{ of: 'the vector', secret }],
    otherSecrets: [],
    now: Number(timestamp) * 1_000_000,
  })
  expect(verdict).toMatchObject({ result: 'verified', scheme, secret_of: 'the vector', causes: [] })
})

test("the platform's header may have another name", async () => {
  const { recipesFor } = await import('../../server/signing/recipes.ts')
  const { secret, id, timestamp, body } = vectorOf('platform')
  const renamed = recipesFor({ platformHeader: 'X-Platform-Signature' })
  const [, pair] = sign(renamed.platform, secret, { id, timestamp, body: Buffer.from(body) })
  expect(pair?.[0]).toBe('X-Platform-Signature')
})

test('a body that is no JSON is signed by the platform with v2 alone', () => {
  const headers = sign(recipes.platform, 'whsec_abc', {
    id: 'evt_1',
    timestamp: '1',
    body: Buffer.from('{nonsense'),
  })
  expect(headers[1]?.[1]).toMatch(/^t=1,v2=[0-9a-f]{64}$/)
})

test.each(schemeNames)('%s signs a body that looks like a recipe as it stands', (scheme) => {
  const body = Buffer.from('{"a":"{id}.{ts}.{body}.{python_body} $& $1"}')
  const secret = vectorOf(scheme).secret
  const headers = sign(recipes[scheme], secret, { id: '{body}', timestamp: '1700000000', body })
  const verdict = verify(recipes, {
    headers,
    body,
    secrets: [{ of: 'me', secret }],
    otherSecrets: [],
    now: 1_700_000_000_000_000,
  })
  expect(verdict).toMatchObject({ result: 'verified' })
  const signed = scheme === 'platform' ? `1700000000.${body}` : `{body}.1700000000.${body}`
  expect(verdict.signed_content).toBe(signed)
})
