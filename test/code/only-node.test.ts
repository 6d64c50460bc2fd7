import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generate } from '../../server/handlers/generate.ts'
import { publicKeyOf } from '../../server/signing/key-pairs.ts'
import { recipeWith } from '../../server/signing/options.ts'
import type { Recipe } from '../../server/signing/recipe.ts'
import { sign } from '../../server/signing/sign.ts'
import { word } from '../../server/words/shell-words.ts'
import { recipes } from '../helpers/recipes.ts'
import { otherSecret, secret, signable, url } from '../verification/world.ts'

const own = (more: object) =>
  recipeWith(recipes, 'custom', { headers: { 'X-Own': 'v1={signature}', 'X-Time': '{ts}' }, ...more })
const ecdsa = own({ signs: '{ts}{body}', key: 'p-256' })
const es256 = recipeWith(recipes, 'http-message-signatures', { algorithm: 'ecdsa-p256-sha256' })

test.each<[what: string, recipe: Recipe, held: string]>([
  ['ES256 with the JWK alone', es256, publicKeyOf(es256, secret) ?? ''],
  ['ECDSA in DER', ecdsa, publicKeyOf(ecdsa, secret) ?? ''],
  ['a hash of secret and body', own({ signs: '{secret}{ts}{body}' }), secret],
  [
    'a hash of URL and digest in base64',
    own({ signs: '{secret}{url}{body_sha256}', encoding: 'base64' }),
    secret,
  ],
  ['an HMAC of the digest', own({ signs: '{ts}.{body_sha256}' }), secret],
])('the receiver for Node verifies %s', async (_, recipe, held) => {
  const code = generate('node-next', { recipe, secret, url })
  if (typeof code === 'string') throw new Error(code)
  expect(code.run).toContain(word(held))
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-receiver-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'route.mjs')
  writeFileSync(file, code.text)
  vi.stubEnv('WEBHOOK_SECRET', held)
  vi.stubEnv('WEBHOOK_URL', url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { POST }: { POST(request: Request): Promise<Response> } = await import(pathToFileURL(file).href)

  const timestamp = String(Math.floor(Date.now() / 1000))
  const statusOf = async (signer: string, body: string) => {
    const headers = sign(recipe, [signer], signable({ timestamp }))
    return (await POST(new Request(url, { method: 'POST', headers, body }))).status
  }
  const { body } = signable()
  expect(await statusOf(secret, body.toString())).toBe(200)
  expect(await statusOf(otherSecret, body.toString())).toBe(401)
  expect(await statusOf(secret, `${body} `)).toBe(401)
})

test('a language whose receivers lack ES256 says so', () => {
  expect(generate('go', { recipe: es256, secret, url })).toMatch(/ES256/)
})
