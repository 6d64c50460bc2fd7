import { expect, test } from 'vitest'
import { resultOf } from '../../server/check/judge.ts'
import type { Kit } from '../../server/check/probe.ts'
import { probes } from '../../server/check/probes/table.ts'
import { factsOf } from '../../server/faults/scheme-facts.ts'
import { type SchemeName, schemeNames } from '../../server/signing/recipes.ts'
import { sayProbe } from '../../server/words/check.ts'
import { probeWords } from '../../server/words/check-probes.ts'
import { sample } from '../helpers/long.ts'
import { recipes } from '../helpers/recipes.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { checked, probeOf, secret, startAnswering } from './world.ts'

/** Group → probe → severity: M must, S should, I info. */
const contract = {
  signature: {
    'accepts-valid': 'M',
    'rejects-unsigned': 'M',
    'rejects-empty-signature': 'M',
    'rejects-garbage-signature': 'M',
    'rejects-wrong-secret': 'M',
    'rejects-tampered-body': 'M',
    'rejects-tampered-id': 'M',
    'rejects-tampered-timestamp': 'M',
    'rejects-truncated-signature': 'M',
    'rejects-case-changed-signature': 'M',
    'rejects-unknown-version': 'M',
    'rejects-stale': 'M',
    'rejects-future': 'S',
    'accepts-several-signatures': 'M',
    'accepts-second-secret': 'S',
    'refuses-with-4xx': 'M',
  },
  bytes: {
    'accepts-raw-bytes': 'M',
    'accepts-non-ascii': 'M',
    'accepts-charset-parameter': 'M',
    'accepts-chunked': 'M',
    'accepts-header-case': 'M',
    'accepts-large-body': 'S',
  },
  tolerance: {
    'accepts-unknown-event': 'S',
    'accepts-unknown-field': 'M',
    'survives-null-field': 'S',
    'survives-wrong-type': 'S',
    'rejects-malformed-json': 'S',
    'rejects-empty-body': 'S',
    'rejects-other-methods': 'I',
  },
  delivery: {
    'answers-with-success-status': 'M',
    'answers-without-redirect': 'M',
    'answers-in-time': 'M',
    'accepts-duplicate': 'M',
    'accepts-concurrent-duplicate': 'M',
    'accepts-out-of-order': 'S',
    'accepts-retry': 'M',
    'survives-burst': 'S',
    'stays-alive': 'M',
    'leaks-nothing': 'S',
  },
  effects: {
    'one-effect-per-event': 'M',
    'one-effect-on-duplicate': 'M',
    'one-effect-on-concurrent-duplicate': 'M',
    'one-effect-on-retry': 'M',
    'no-effect-when-refused': 'M',
    'effect-before-answer': 'I',
  },
} as const

test('the probes are those of the contract, each with its group and severity', () => {
  const letters = { must: 'M', should: 'S', info: 'I' } as const
  const rows = Object.entries(contract).flatMap(([group, ids]) =>
    Object.entries(ids).map(([id, severity]) => ({ id, group, severity: severity as string })),
  )
  const own = probes.map(({ id, group, severity }) => ({ id, group, severity: letters[severity] as string }))
  expect(own).toEqual(rows)
})

test('a failed must fails, a failed should warns, a failed info is a note', () => {
  const fact = { code: 'accepted', status: 200, answer: '' } as const
  expect(resultOf({ severity: 'must' }, fact)).toBe('fail')
  expect(resultOf({ severity: 'should' }, fact)).toBe('warn')
  expect(resultOf({ severity: 'info' }, fact)).toBe('note')
})

const kitOf = (scheme: SchemeName, over: Partial<Kit> = {}): Kit => ({
  recipe: recipes[scheme],
  scheme: factsOf(recipes[scheme]),
  secret,
  secondSecret: undefined,
  thorough: false,
  success: undefined,
  draft: () => ({ id: 'evt_1', event: 'card.created', payload: { id: 1 } }),
  families: () => ['card.created'],
  hears: () => true,
  of: () => kitOf(scheme, over),
  random: () => 0.5,
  ...over,
})

const signatureProbes = Object.keys(contract.signature).filter((id) => id !== 'accepts-valid')
const noTime = { 'rejects-stale': 'no_timestamp', 'rejects-future': 'no_timestamp' }
const timeNotSigned = { ...noTime, 'rejects-tampered-timestamp': 'time_not_signed' }
const noTolerance = { 'rejects-stale': 'no_tolerance', 'rejects-future': 'no_tolerance' }
const pastOnly = { 'rejects-future': 'future_accepted_by_vendor' }
const idNotSigned = { 'rejects-tampered-id': 'id_not_signed' }
const hex = { 'rejects-case-changed-signature': 'one_letter_case' }
const single = { 'accepts-several-signatures': 'one_signature' }
const noVersion = { 'rejects-unknown-version': 'no_version' }
const unsigned = Object.fromEntries(
  [...signatureProbes, 'no-effect-when-refused'].map((id) => [id, 'no_signature']),
)
const bodyAlone = { ...timeNotSigned, ...idNotSigned, ...single }

/** The probes that a scheme cannot express, with the reason. */
const skips: Record<SchemeName, Record<string, string>> = {
  'standard-webhooks': {},
  'standard-webhooks-ed25519': {},
  svix: {},
  platform: { ...noTolerance, ...idNotSigned, ...hex },
  stripe: { ...pastOnly, ...idNotSigned, ...hex },
  github: { ...bodyAlone, ...hex },
  slack: { ...pastOnly, ...idNotSigned, ...hex, ...single },
  shopify: { ...bodyAlone, ...noVersion },
  paddle: { ...pastOnly, ...idNotSigned, ...hex },
  zoom: { ...noTolerance, ...idNotSigned, ...hex, ...single },
  square: { ...bodyAlone, ...noVersion },
  twilio: { ...bodyAlone, ...noVersion },
  adyen: { ...bodyAlone, ...noVersion },
  plaid: {
    ...pastOnly,
    ...idNotSigned,
    ...single,
    ...noVersion,
    'rejects-tampered-timestamp': 'no_timestamp',
  },
  'increase-legacy': { ...idNotSigned, ...hex },
  'http-message-signatures': noVersion,
  basic: { ...bodyAlone, ...noVersion, 'rejects-tampered-body': 'body_not_signed' },
  none: unsigned,
  custom: unsigned,
}

test.each(schemeNames)('%s skips what it cannot express, with the reason', (scheme) => {
  const skipped = Object.fromEntries(
    probes.flatMap((probe) => {
      const reason = probe.skip?.(kitOf(scheme, { secondSecret: 'another' }))
      return reason === undefined ? [] : [[probe.id, reason]]
    }),
  )
  expect(skipped).toEqual(skips[scheme])
})

test('a second secret makes its probe apply', () => {
  const probe = probes.find(({ id }) => id === 'accepts-second-secret')
  expect(probe?.skip?.(kitOf('stripe'))).toBe('no_second_secret')
  expect(probe?.skip?.(kitOf('stripe', { secondSecret: 'other' }))).toBeUndefined()
})

test('every probe has words of its own, under its group', () => {
  expect(Object.entries(probeWords).map(([group, rows]) => [group, Object.keys(rows)])).toEqual(
    Object.entries(contract).map(([group, rows]) => [group, Object.keys(rows)]),
  )
  const titles = probes.map(
    ({ id }) =>
      sayProbe({
        id,
        fact: { code: 'as_expected' },
        mistake: null,
        framework: null,
        limits: factsOf(recipes['standard-webhooks']),
        result: 'pass',
      }).title,
  )
  expect(new Set(titles).size).toBe(probes.length)
})

const judgingTheAnswer = {
  'answers-with-success-status': { 204: 'sent_again', 302: 'refused', 401: 'refused', 500: 'refused' },
  'answers-without-redirect': {
    204: 'as_expected',
    302: 'redirected',
    401: 'as_expected',
    500: 'as_expected',
  },
  'answers-in-time': { 204: 'as_expected', 302: 'as_expected', 401: 'as_expected', 500: 'as_expected' },
} as const

test.each(sample([204, 500] as const, [204, 302, 401, 500] as const))(
  'the probes of the answer judge a %s, and everything else is skipped with the reason where it was refused',
  async (status) => {
    const sandbox = await startSandbox()
    const receiver = await startAnswering(() => ({ status, headers: { location: '/elsewhere' } }))
    const check = await checked(sandbox, { url: receiver.url, skip: ['effects', 'tolerance', 'bytes'] })
    for (const [id, codes] of Object.entries(judgingTheAnswer))
      expect(probeOf(check, id).fact.code, id).toBe(codes[status])
    const others = check.probes.filter(
      ({ id }) =>
        !(id in judgingTheAnswer) && !['accepts-valid', 'stays-alive', 'leaks-nothing'].includes(id),
    )
    if (status !== 204)
      expect([...new Set(others.map(({ fact }) => ('reason' in fact ? fact.reason : fact.code)))]).toEqual([
        'valid_refused',
      ])
  },
)

test('a delivery.success of the config says which statuses are a success, and other vendors take any 2xx', async () => {
  const sandbox = await startSandbox({ delivery: { success: [204] } })
  const receiver = await startAnswering(() => 204)
  const only = ['answers-with-success-status']
  const own = await checked(sandbox, { url: receiver.url, only })
  expect(probeOf(own, only[0] ?? '').fact.code).toBe('as_expected')
  const accepting = await startAnswering(() => 202)
  const stripe = await checked(sandbox, { url: accepting.url, only, scheme: 'stripe' })
  expect(probeOf(stripe, only[0] ?? '').fact.code).toBe('as_expected')
  const platform = await checked(sandbox, { url: accepting.url, only })
  expect(probeOf(platform, only[0] ?? '')).toMatchObject({ result: 'warn', fact: { code: 'sent_again' } })
})
