import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generate } from '../../server/handlers/generate.ts'
import { publicKeyOf } from '../../server/signing/key-pairs.ts'
import { recipeWith } from '../../server/signing/options.ts'
import { sign } from '../../server/signing/sign.ts'
import { recipes } from '../helpers/recipes.ts'
import { otherSecret, secret, signable, url } from '../verification/world.ts'

const recipe = recipeWith(recipes, 'http-message-signatures', { algorithm: 'ecdsa-p256-sha256' })

test('the receiver for Node verifies ES256 with the JWK alone', async () => {
  const code = generate('node-next', { recipe, secret, url })
  if (typeof code === 'string') throw new Error(code)
  expect(code.run).not.toContain(secret)
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-es256-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'route.mjs')
  writeFileSync(file, code.text)
  vi.stubEnv('WEBHOOK_SECRET', publicKeyOf(recipe, secret) ?? '')
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
  expect(generate('go', { recipe, secret, url })).toMatch(/ES256/)
})
