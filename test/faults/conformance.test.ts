import { isUtf8 } from 'node:buffer'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { probes } from '../../server/check/probes/table.ts'
import { listFaults } from '../../server/faults/expectation.ts'
import type { FaultName } from '../../server/faults/table.ts'
import { customRecipe } from '../../server/signing/custom.ts'
import { recipesFor, type SchemeName, schemeNames } from '../../server/signing/recipes.ts'
import { verify } from '../../server/verification/verify.ts'
import type { Expectation } from '../../server/wire.ts'
import { anyLetter } from '../helpers/any-letter.ts'
import { sample } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { oneIn } from '../helpers/rows.ts'
import { runsOf } from '../helpers/runs.ts'
import { composed, example, examples, now, parses, recipes, secret } from './world.ts'

beforeAll(() => void vi.useFakeTimers({ now: now * 1000, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const earlier = { id: 'evt_earlier', body: Buffer.from('{"event":"customer.updated"}') }

/** As the specification has it, over the bytes: the library reads every body as UTF-8 before it verifies it. */
function isSignedInBytes({ body, header }: ReturnType<typeof composed>): boolean {
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64')
  return Math.abs(Number(timestamp) - now) <= 300 && header('webhook-signature') === `v1,${signature}`
}

/** Whether the published library takes a request as a receiver would get it. */
function isAccepted(made: ReturnType<typeof composed>): boolean {
  const { body, headers } = made
  if (!isUtf8(body)) return isSignedInBytes(made)
  const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
  try {
    new Webhook(secret).verify(body, lower)
    return true
  } catch (error) {
    // It parses what it has verified, always as UTF-8.
    return error instanceof SyntaxError
  }
}

/** The verdict of a receiver with one secret. The search for causes does not change its result. */
const verdictOn = ({ headers, body, url }: ReturnType<typeof composed>, scheme: SchemeName, held = secret) =>
  verify(
    recipes,
    {
      headers,
      body,
      url,
      scheme,
      secrets: [{ of: ownedBy('the subscription'), secret: held }],
      otherSecrets: [],
      now: now * 1_000_000,
    },
    'quick',
  )

/** What may be told in brackets, so that each fault is met on both sides of what matters to it. */
const variants = [
  ...examples.filter((text) => !text.startsWith('oversize')),
  'oversize(2kb)',
  'skew(+10m)',
  'skew(-5m)',
  'skew(+5m)',
  'skew(-301s)',
  'skew(+301s)',
  'replay(5m)',
  'replay(301s)',
  'charset(us-ascii)',
  'missing_field(nothing)',
]

test.each(variants)('the published library refuses %s exactly when a refusal is expected', (text) => {
  for (const attempt of ['att_1', 'att_2', 'att_3', 'att_4', 'att_5']) {
    const made = composed(text, { attempt, earlier })
    expect(isAccepted(made), attempt).toBe(!made.expectsRefusal)
  }
})

test('the catalogue says what is expected of each example', () => {
  for (const { fault, example, expects } of listFaults().filter(({ expects }) => expects !== null))
    expect([fault, composed(example, { earlier }).expects]).toEqual([fault, expects])
})

test.each([
  ['skew(-5m)', 'standard-webhooks', 'accept'],
  ['skew(-301s)', 'standard-webhooks', 'refuse'],
  ['replay(5m)', 'standard-webhooks', 'accept_once'],
  // The vendor's verifier looks at the past alone, and others may be stricter.
  ['skew(+10m)', 'stripe', 'accept_or_refuse'],
  ['skew(+10m)', 'slack', 'accept_or_refuse'],
  ['skew(+10m)', 'plaid', 'accept_or_refuse'],
  ['skew(-10m)', 'github', 'accept'],
  ['tamper(header)', 'github', 'accept_or_refuse'],
  ['tamper(body)', 'basic', 'accept_or_refuse'],
  ['unsigned', 'none', 'accept'],
  ['charset(utf-8)', 'standard-webhooks', 'accept'],
  ['charset(us-ascii)', 'standard-webhooks', 'accept_or_refuse'],
  ['header_case | duplicate(2)', 'standard-webhooks', 'accept_once'],
  ['duplicate(2) | oversize(2kb)', 'standard-webhooks', 'accept_or_refuse'],
  ['slow(1kb) | content_type(text/plain)', 'standard-webhooks', 'recover'],
  ['truncate | tamper(body)', 'standard-webhooks', 'refuse'],
] as const)('%s with %s expects: %s', (text, scheme, expects) => {
  expect(composed(text, { scheme, earlier }).expects).toBe(expects)
})

/** What the check asks the same by, under its own word for the same expectation. */
const probed: Partial<Record<FaultName, string>> = {
  'tamper(body)': 'rejects-tampered-body',
  'tamper(header)': 'rejects-tampered-timestamp',
  wrong_secret: 'rejects-wrong-secret',
  unsigned: 'rejects-unsigned',
  skew: 'rejects-stale',
  duplicate: 'accepts-duplicate',
  drop: 'accepts-retry',
  header_case: 'accepts-header-case',
  unknown_event: 'accepts-unknown-event',
  extra_field: 'accepts-unknown-field',
  missing_field: 'survives-wrong-type',
  reserialise: 'accepts-raw-bytes',
  chunked: 'accepts-chunked',
}
const inCheck: Record<Expectation, string> = {
  accept: 'accept',
  accept_once: 'accept',
  recover: 'accept',
  accept_or_refuse: 'survive',
  refuse: 'refuse',
}
test('the check expects the same of the same', () => {
  const seen = Object.entries(probed).map(([name, id]) => [
    name,
    probes.find((one) => one.id === id)?.expects,
  ])
  const wanted = Object.keys(probed).map((name) => {
    const expects = listFaults().find(({ fault }) => fault === name)?.expects ?? null
    return [name, expects && inCheck[expects]]
  })
  expect(seen).toEqual(wanted)
})

const pairs = variants
  .flatMap((one) => variants.map((other) => `${one} | ${other}`))
  .filter((text) => parses(text))

test('any two compatible faults are refused if either must be refused', () => {
  expect(pairs.length).toBeGreaterThan(500)
  const wrong = pairs.filter(oneIn(sample(2, 1))).filter((text) => {
    const made = composed(text, { earlier })
    return isAccepted(made) === made.expectsRefusal
  })
  expect(wrong).toEqual([])
})

test('no composition fails on any JSON, whatever it holds, and the library agrees', () => {
  const json = fc.oneof(
    fc.json({ stringUnit: anyLetter }),
    fc.constantFrom('{}', '[]', '""', '0', '{"event":null}', '{"event":"ü"}', '{"a":{"":{"é":[[],{}]}}}'),
  )
  const texts = fc
    .uniqueArray(fc.constantFrom(...variants), { minLength: 1, maxLength: 5 })
    .chain((parts) => fc.constantFrom(parts.join(' | '), `${parts.join(' | ')} | sticky`))
    .filter(parses)
  fc.assert(
    fc.property(texts, json, fc.nat(), (text, body, attempt) => {
      const made = composed(text, { body, attempt: String(attempt), earlier })
      expect(isAccepted(made)).toBe(!made.expectsRefusal)
      for (const { fault, detail } of made.changes) {
        expect(text.length).toBeGreaterThan(0)
        expect(fault).not.toBe('')
        expect(detail).not.toBe('')
      }
    }),
    runsOf({ seed: 3, numRuns: sample(40, 200) }),
  )
})

test('the same seed makes the same bytes, another seed or another attempt makes others', () => {
  const drawn = ['tamper(body)', 'tamper(header)', 'tamper(signature)', 'wrong_secret', 'reset(body)']
  const bytes = (text: string, attempt: string, seed: number) =>
    JSON.stringify(composed(text, { attempt, seed }))
  for (const text of [...variants, ...pairs.filter(oneIn(sample(4, 1)))])
    expect(bytes(text, 'att_1', 7)).toBe(bytes(text, 'att_1', 7))
  for (const text of drawn) {
    const made = ['att_1', 'att_2', 'att_3', 'att_4'].flatMap((attempt) =>
      [7, 8].map((seed) => bytes(text, attempt, seed)),
    )
    expect(new Set(made).size, text).toBeGreaterThan(4)
  }
  // It is of the body, which all attempts of a delivery carry alike.
  const named = ['att_1', 'att_2'].map((attempt) => composed('unknown_event', { attempt }).body.toString())
  expect(named[1]).toBe(named[0])
  expect(composed('unknown_event', { seed: 8 }).body.toString()).not.toBe(named[0])
})

describe('in every scheme', () => {
  const signing = schemeNames.filter((name) => name !== 'custom')
  const tried = [
    'tamper(body)',
    'tamper(header)',
    'tamper(signature)',
    'wrong_secret',
    'unsigned',
    'skew(-10m)',
    'skew(+10m)',
    'replay(1h)',
    'reserialise',
    'charset(utf-16)',
    'extra_field',
    'header_case',
  ]
  // Their vendors' own verifiers disagree about times in the future, so a receiver may do either.
  const isOpen = (scheme: string, text: string) => text === 'skew(+10m)' && /^(?:slack|plaid)$/.test(scheme)
  test.each(
    signing.flatMap((scheme) =>
      tried.filter((text) => !isOpen(scheme, text)).map((text) => [scheme, text] as const),
    ),
  )('%s: what verifies deliveries here judges %s as expected', (scheme, text) => {
    const made = composed(text, { scheme, earlier })
    const verdict = verdictOn(made, scheme)
    expect(verdict.result === 'verified', JSON.stringify(verdict)).toBe(
      scheme === 'none' ? false : !made.expectsRefusal,
    )
    if (scheme === 'none') expect(made.expectsRefusal).toBe(false)
  })
  test.each(
    signing.flatMap((scheme) =>
      ['tamper(header)', 'tamper(signature)'].map((text) => [scheme, text] as const),
    ),
  )(
    '%s: where two secrets sign, one that holds only the old one is not taken in by %s either',
    (scheme, text) => {
      const old = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
      for (const attempt of ['att_1', 'att_2', 'att_3', 'att_4', 'att_5', 'att_6']) {
        const made = composed(text, { scheme, earlier, secrets: [secret, old], attempt })
        if (made.expectsRefusal) expect(verdictOn(made, scheme, old).result).not.toBe('verified')
      }
    },
  )
  const recipeOver = (signs: string) => {
    const headers = { 'X-S': '{signature}' }
    const custom = customRecipe.parse({ headers, signs, tolerance: '5m' })
    return recipesFor({ platform_header: 'Signature', custom }).custom
  }
  test('no time is beyond what a recipe of one’s own tolerates where it sends none', () => {
    expect(composed('skew(-10m)', { recipe: recipeOver('{id}.{body}') }).expectsRefusal).toBe(false)
  })
  test('another body is taken where a recipe of one’s own leaves it out', () => {
    expect(composed('tamper(body)', { recipe: recipeOver('{id}.{url}') }).expectsRefusal).toBe(false)
    expect(composed('tamper(body)', { recipe: recipeOver('{body}') }).expectsRefusal).toBe(true)
  })
  test('a password shows who sends it, and nothing more', () => {
    const expected = tried.filter((text) => composed(text, { scheme: 'basic' }).expectsRefusal)
    expect(expected).toEqual(['tamper(signature)', 'wrong_secret', 'unsigned'])
  })
  test('past-only schemes take the future', () => {
    expect(composed('skew(+10m)', { scheme: 'stripe' }).expectsRefusal).toBe(false)
    expect(composed('skew(-10m)', { scheme: 'stripe' }).expectsRefusal).toBe(true)
    expect(composed('skew(-10m)', { scheme: 'github' }).expectsRefusal).toBe(false)
  })
  test('what is expected of the example is expected of it whatever it carries', () => {
    expect(composed('unsigned', { body: example }).headers.map(([name]) => name)).not.toContain(
      'webhook-signature',
    )
  })
})
