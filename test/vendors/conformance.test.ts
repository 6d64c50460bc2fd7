import { beforeAll, expect } from 'vitest'
import { addressFor } from '../../server/signing/address.ts'
import { recipeWith } from '../../server/signing/options.ts'
import type { Recipe } from '../../server/signing/recipe.ts'
import { type SchemeName, schemeNames } from '../../server/signing/recipes.ts'
import { sign } from '../../server/signing/sign.ts'
import { verify } from '../../server/verification/verify.ts'
import { receiverRecipes } from '../code/schemes.ts'
import { test } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { otherSecret, secret, signable } from '../verification/world.ts'
import { ed25519Messages, es256Messages, ownVerifiers, type Received, verifiers } from './verifiers.ts'

/** The vendors' verifiers look at this machine's clock, Paddle's to within 5 s. */
const now = () => Math.floor(Date.now() / 1000)
const body = JSON.stringify({ id: 'evt_1', event: 'card.created', name: 'Ünï "côdé" 😀', n: 1.5, '10': [] })

/** A delivery of ours, signed now unless told otherwise. */
function delivery(recipe: Recipe, secrets = [secret], at = now()): Received {
  const made = signable({ body, timestamp: String(at) })
  const url = addressFor(recipe, made)
  return { headers: Object.fromEntries(sign(recipe, secrets, { ...made, url })), body, secret, url }
}

/** Every header with its longest run of signature letters changed in one letter. */
function withOtherSignature({ headers, ...rest }: Received, names: readonly string[]): Received {
  const changed = Object.entries(headers).map(([name, value]) => {
    if (!names.includes(name)) return [name, value]
    const run = value.match(/[A-Za-z0-9+/_-]{20,}=*/g)?.at(-1) ?? ''
    const letter = run[3] === 'a' ? 'b' : 'a'
    return [name, value.replace(run, run.slice(0, 3) + letter + run.slice(4))]
  })
  return { ...rest, headers: Object.fromEntries(changed) }
}

/** Every Unix time in the headers one second earlier. */
function withOtherTime({ headers, ...rest }: Received): Received {
  const pairs = Object.entries(headers).map(([name, value]) => [
    name,
    value.replace(/(?<=^|=)\d{10}(?=(?:\d{3})?\b)/g, (seconds) => String(Number(seconds) - 1)),
  ])
  return { ...rest, headers: Object.fromEntries(pairs) }
}

const accepts = async (verifier: (received: Received) => Promise<boolean> | boolean, received: Received) => {
  try {
    return await verifier(received)
  } catch (error) {
    // A package that is missing is no refusal.
    if (error instanceof Error && error.message.includes('install.mjs')) throw error
    return false
  }
}

const rows = [
  ...Object.entries(verifiers).map(([name, verifier]) => ({
    name,
    recipe: recipes[name as SchemeName],
    verifier,
  })),
  {
    name: 'http-message-signatures by Ed25519',
    recipe: recipeWith(recipes, 'http-message-signatures', { algorithm: 'ed25519' }),
    verifier: ed25519Messages,
  },
  {
    name: 'http-message-signatures by ES256',
    recipe: recipeWith(recipes, 'http-message-signatures', { algorithm: 'ecdsa-p256-sha256' }),
    verifier: es256Messages,
  },
  ...Object.entries(ownVerifiers).map(([name, verifier]) => ({
    name: `custom as ${name} has it`,
    recipe: receiverRecipes[name] ?? recipes.custom,
    verifier,
  })),
]

// Loading them takes longer than the strictest of them waits.
beforeAll(async () => {
  const loads = rows.map(({ verifier, recipe }) => accepts(verifier, delivery(recipe)))
  // A package that is missing fails its own tests.
  await Promise.allSettled(loads)
})

test('each scheme has a verifier of its vendor, but for those that nobody publishes one of', () => {
  const withNone: SchemeName[] = ['platform', 'zoom', 'plaid', 'increase-legacy', 'basic', 'none', 'custom']
  expect(schemeNames.filter((name) => !verifiers[name])).toEqual(withNone)
})

test.each(rows)('$name: what we sign is taken', async ({ recipe, verifier }) => {
  expect(await verifier(delivery(recipe))).toBe(true)
})

test.each(rows)('$name: another body is refused', async ({ recipe, verifier }) => {
  const received = delivery(recipe)
  expect(await accepts(verifier, { ...received, body: body.replace('card', 'cord') })).toBe(false)
})

test.each(rows)('$name: another signature is refused', async ({ recipe, verifier }) => {
  const received = delivery(recipe)
  const names = Object.keys(recipe.headers).filter((name) => /signature(?:-256|-ed25519)?$|hmac/i.test(name))
  const changed = withOtherSignature(received, names)
  expect(changed.headers).not.toEqual(received.headers)
  expect(await accepts(verifier, changed)).toBe(false)
})

test.each(rows)('$name: another secret is refused', async ({ recipe, verifier }) => {
  expect(await accepts(verifier, { ...delivery(recipe), secret: otherSecret })).toBe(false)
})

const timed = rows.filter(({ recipe }) => Object.values(recipe.signs).some((text) => text.includes('{ts}')))
test.each(timed)('$name: another time than the one signed is refused', async ({ recipe, verifier }) => {
  const received = delivery(recipe)
  const changed = withOtherTime(received)
  expect(changed.headers).not.toEqual(received.headers)
  expect(await accepts(verifier, changed)).toBe(false)
})

// The specification's words alone have no clock.
const aged = timed.filter(({ recipe }) => recipe.toleranceS !== null && recipe.method !== 'ed25519')
test.each(aged)('$name: what was signed too long ago is refused', async ({ recipe, verifier }) => {
  expect(await accepts(verifier, delivery(recipe, [secret], now() - (recipe.toleranceS ?? 0) - 60))).toBe(
    false,
  )
})

// Of several signatures Paddle's own library reads the last h1 alone, WorkOS's the first v1.
const readsOne = ({ scheme }: Recipe) => scheme === 'paddle' || scheme === 'custom'
const several = rows
  .filter(({ recipe }) => recipe.carriesSeveral && !readsOne(recipe))
  .filter(({ recipe }) => recipe.method === 'hmac')
test.each(several)(
  '$name: while a rotation overlaps, either secret is taken',
  async ({ recipe, verifier }) => {
    const received = delivery(recipe, [otherSecret, secret])
    expect(await verifier(received)).toBe(true)
    expect(await verifier({ ...received, secret: otherSecret })).toBe(true)
  },
)

const others = rows.filter(({ recipe }) => !recipe.carriesSeveral || readsOne(recipe))
test.each(others)('$name: of two secrets the newest signs', async ({ recipe, verifier }) => {
  expect(await verifier(delivery(recipe, [secret, otherSecret]))).toBe(true)
})

test('twilio: a URL that is signed with another port is taken, here as there', async () => {
  const received = delivery(recipes.twilio)
  const url = received.url.replace('.example', '.example:8443')
  expect(await verifiers.twilio?.({ ...received, url })).toBe(true)
  const headers = Object.entries(received.headers)
  const asked = { scheme: 'twilio', url, headers, body: Buffer.from(body), otherSecrets: [] } as const
  const verdict = verify(recipes, {
    ...asked,
    secrets: [{ of: ownedBy('it'), secret }],
    now: now() * 1_000_000,
  })
  expect(verdict.result).toBe('verified')
})
