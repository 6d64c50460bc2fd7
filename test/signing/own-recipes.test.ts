import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { generate, heldByReceiver } from '../../server/handlers/generate.ts'
import { customRecipe } from '../../server/signing/custom.ts'
import type { Recipe } from '../../server/signing/recipe.ts'
import { recipesFor } from '../../server/signing/recipes.ts'
import { verify } from '../../server/verification/verify.ts'
import { composed, now, recipes, secret } from '../faults/world.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { runsOf } from '../helpers/runs.ts'

beforeAll(() => void vi.useFakeTimers({ now: now * 1000, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())
afterAll(() => void vi.unstubAllEnvs())

/** Headers beside that of the signature, and that one: the id and the time stand in neither, either or both. */
const beside = [
  {},
  { 'X-Id': '{id}' },
  { 'X-Id': '{id}', 'X-Time': '{ts}' },
  { 'X-Time': 't={ts}' },
  { 'X-Meta': 'id={id} t={ts}' },
  { 'webhook-id': 'evt:{id}' },
  { 'X-Id': '{event}/{id}' },
]
const signatures = [
  '{signature}',
  'v1={signature}',
  't={ts},v1={signature}',
  'id={id},t={ts},v1={signature}',
  'id={id};t={ts};e={event};s={signature}',
  's={signature},{id}',
  '{ts}.{signature}',
  '{id}.{ts}.{signature}',
]
const signed = ['{body}', '{ts}.{body}', '{id}.{ts}.{body}', '{id}.{body}', '{ts}:{url}:{body}', '{id}{ts}']

const ownRecipes = fc
  .record({
    headers: fc
      .tuple(fc.constantFrom(...beside), fc.constantFrom(...signatures), fc.boolean())
      .map(([others, signature, isFirst]) => ({
        ...(isFirst && { 'X-Sig': signature }),
        ...others,
        ...(!isFirst && { 'X-Sig': signature }),
      })),
    signs: fc.constantFrom(...signed),
    digest: fc.constantFrom('sha1', 'sha256', 'sha512'),
    encoding: fc.constantFrom('hex', 'base64', 'base64url'),
    key: fc.constantFrom('text', 'base64', 'hex', 'ed25519', 'ed25519-hex'),
    time: fc.constantFrom('seconds', 'milliseconds', 'iso'),
    tolerance: fc.constantFrom(null, '5m'),
  })
  .filter((given) => customRecipe.safeParse(given).success)

const recipeOf = (given: unknown) =>
  recipesFor({ platform_header: 'Signature', custom: customRecipe.parse(given) }).custom

type Post = (request: Request) => Promise<Response>
let loaded = 0

/** The receiver that is written for a recipe; a text says why none is. */
async function receiverOf(recipe: Recipe, url: string): Promise<Post | string> {
  const code = generate('node-next', { recipe, secret, url })
  if (typeof code === 'string') return code
  vi.stubEnv('WEBHOOK_SECRET', heldByReceiver(recipe, secret))
  vi.stubEnv('WEBHOOK_URL', url)
  const quiet = code.text.replace('console.log("webhook", id, body.toString());', '')
  const text = encodeURIComponent(`${quiet}\n// ${loaded++}`)
  return (await import(`data:text/javascript,${text}`)).POST
}

type Made = ReturnType<typeof composed>
const judged = ({ headers, body, url }: Made, recipe: Recipe) =>
  verify(
    recipes,
    {
      headers,
      body,
      url,
      scheme: 'custom',
      secrets: [{ of: ownedBy('it'), secret, recipe }],
      otherSecrets: [],
      now: now * 1_000_000,
    },
    // The search for causes does not change the result.
    'quick',
  )

async function statusOf(post: Post, { headers, body }: Made) {
  const request = new Request('http://receiver.example/', { method: 'POST', body: new Uint8Array(body) })
  for (const [name, value] of headers) request.headers.append(name, value)
  return (await post(request)).status
}

const tried = [
  'delay(1s)',
  'tamper(body)',
  'tamper(header)',
  'tamper(signature)',
  'wrong_secret',
  'unsigned',
  'skew(-10m)',
  'replay(1h)',
]

test('content signed with a custom recipe is accepted, and each fault refused, here and by the generated receiver', async () => {
  const earlier = { id: 'evt_earlier', body: Buffer.from('{"a":1}') }
  const property = fc.asyncProperty(ownRecipes, async (given) => {
    const recipe = recipeOf(given)
    const post = await receiverOf(recipe, 'http://127.0.0.1:9/hook')
    for (const text of tried) {
      const made = composed(text, { recipe, earlier })
      const verdict = judged(made, recipe)
      expect(verdict.result === 'verified', `${text}: ${verdict.reason}`).toBe(!made.expectsRefusal)
      if (typeof post === 'string') continue
      const status = await statusOf(post, made)
      expect(status === 200, `${text}: the receiver answers ${status}`).toBe(!made.expectsRefusal)
      expect(status, text).toBeLessThan(500)
    }
  })
  await fc.assert(property, runsOf({ seed: 11, numRuns: 15 }))
})

const both = recipeOf({
  headers: { 'X-Id': '{id}', 'X-Time': '{ts}', 'X-Sig': 'id={id},t={ts},v1={signature}' },
  signs: '{id}.{ts}.{body}',
  tolerance: '5m',
})

test('the id and the time beside the signature are those that are tampered with, whatever other header holds them', () => {
  for (const attempt of ['att_1', 'att_2', 'att_3', 'att_4']) {
    const { changes } = composed('tamper(header)', { recipe: both, attempt })
    expect(changes.map(({ detail }) => detail.split(':')[0])).toEqual(['X-Sig'])
  }
  const { changes } = composed('skew(-10m)', {
    recipe: recipeOf({ headers: { 'X-Sig': 't={ts},v1={signature}' }, signs: '{body}', tolerance: '5m' }),
  })
  expect(changes[0]?.detail).toContain("beyond the scheme's tolerance of 300 s")
})

test('a place is named as it is, and what is not written as the template has it is malformed, not missing', () => {
  const recipe = recipeOf({ headers: { 'X-Time': 't={ts}', 'X-Sig': '{signature}' }, signs: '{ts}.{body}' })
  const made = composed('delay(1s)', { recipe })
  const headers = made.headers.map(([name, value]): [string, string] => [
    name,
    name === 'X-Time' ? value.slice(2) : value,
  ])
  const [cause] = judged({ ...made, headers }, recipe).causes
  expect(cause).toMatchObject({ cause: 'malformed_header', expected: 't=<time>', received: String(now) })
  const without = made.headers.filter(([name]) => name !== 'X-Time')
  expect(judged({ ...made, headers: without }, recipe).causes[0]?.detail).toBe('X-Time is missing.')
  const item = composed('delay(1s)', { recipe: both })
  const other = item.headers.map(([name, value]): [string, string] => [
    name,
    name === 'X-Sig' ? value.replace(/^id=[^,]*,/, '') : value,
  ])
  expect(judged({ ...item, headers: other }, both).causes[0]?.detail).toBe('id in X-Sig is missing.')
})

test('no receiver is written that could not read the time', () => {
  const recipe = recipeOf({ headers: { 'X-Time': 't={ts}', 'X-Sig': '{signature}' }, signs: '{ts}.{body}' })
  expect(generate('node-next', { recipe, secret, url: null })).toBe(
    'The header X-Time of custom contains other text besides its placeholder.',
  )
})

test('the items of a header are sent with the blanks that the template has between them, and read', () => {
  const recipe = recipeOf({ headers: { 'X-Sig': 't={ts}, v1={signature}' }, signs: '{ts}.{body}' })
  const made = composed('delay(1s)', { recipe, secrets: [secret, `${secret}old`] })
  expect(made.header('x-sig')).toMatch(/^t=\d+, v1=[0-9a-f]{64}, v1=[0-9a-f]{64}$/)
  expect(judged(made, recipe).result).toBe('verified')
})
