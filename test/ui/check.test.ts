import { expect, test, vi } from 'vitest'
import type { Check } from '../../server/wire.ts'
import { checkOf, notJudged, passed, wrong } from '../check/reports/made-up.ts'
import { deliveryRow } from './samples.ts'

vi.stubGlobal('location', new URL('http://127.0.0.1:4400/check'))
vi.stubGlobal('addEventListener', () => {})

const { checks, takeCheck } = await import('../../ui/check/checks.ts')
const { checkCommand, draftAgain, emptyCheck, orderOf } = await import('../../ui/check/check-draft.ts')
const { partsOf } = await import('../../ui/check/probe.tsx')
const { inOrder } = await import('../../ui/check/report.tsx')

const url = 'http://127.0.0.1:3000/webhooks'
const check = (seq: number, change: Partial<Check> = {}): Check =>
  checkOf([], { id: `chk_${seq}`, seq, ...change })

test('live frames list checks newest first, and before the list has loaded they are left to it', async () => {
  takeCheck(check(1))
  expect(checks.value).toBe(null)
  vi.stubGlobal('fetch', async () => Response.json({ checks: [check(2, { state: 'running' }), check(1)] }))
  const { readChecks } = await import('../../ui/check/checking.ts')
  const read = readChecks()
  // The response is older than this frame.
  takeCheck(check(2, { state: 'done' }))
  await read
  takeCheck(check(3, { state: 'running' }))
  expect(checks.value?.map(({ id, state }) => [id, state])).toEqual([
    ['chk_3', 'running'],
    ['chk_2', 'done'],
    ['chk_1', 'done'],
  ])
  const { frameListeners } = await import('../../ui/live/frames.ts')
  for (const listen of frameListeners) listen([{ seq: 9, kind: 'reset', data: { kept: [] } }])
  expect(checks.value).toEqual([])
})

test('a form becomes a request without defaults', () => {
  const secret = 'whsec_abc'
  expect(orderOf({ ...emptyCheck, url: ':3000/webhooks', secret })).toEqual({
    url: 'http://localhost:3000/webhooks',
    secret,
  })
  expect(orderOf({ ...emptyCheck, subscription: 'sub_1', url, secret })).toEqual({ subscription_id: 'sub_1' })
  expect(
    orderOf({
      ...emptyCheck,
      url,
      scheme: 'stripe',
      secret,
      second: 'whsec_other',
      event: 'transactions',
      effects: 'url',
      effectsUrl: 'http://127.0.0.1:3000/count',
      thorough: true,
      groups: ['signature', 'effects'],
    }),
  ).toEqual({
    url,
    scheme: 'stripe',
    secret,
    second_secret: 'whsec_other',
    event: 'transactions',
    skip: ['bytes', 'tolerance', 'delivery'],
    thorough: true,
    effects: { url: 'http://127.0.0.1:3000/count' },
  })
  expect(orderOf({ ...emptyCheck, url, secret, effects: 'beacon' }).effects).toEqual({ beacon: true })
})

test('without a secret the check waits for the receiver, unless the scheme has none', () => {
  expect(orderOf({ ...emptyCheck, url })).toEqual({ url, await_accepted: true })
  expect(orderOf({ ...emptyCheck, url, scheme: 'none' })).toEqual({ url, scheme: 'none' })
})

test('the command of a check names what the form names', () => {
  expect(
    checkCommand({
      url,
      scheme: 'stripe',
      secret: 'a b',
      skip: ['bytes', 'effects'],
      thorough: true,
      effects: { beacon: true },
    }),
  ).toBe(
    `npx webhook-sandbox check ${url} --scheme stripe --secret 'a b' --skip bytes,effects --thorough --effects`,
  )
  expect(checkCommand({ subscription_id: 'sub_1', effects: { url } })).toBe(
    `npx webhook-sandbox check sub_1 --effects-url ${url}`,
  )
})

test('a check is repeated for its subscription, else for its URL and scheme', () => {
  expect(draftAgain(check(1, { subscription_id: 'sub_1' }))).toEqual({ ...emptyCheck, subscription: 'sub_1' })
  expect(draftAgain(check(1, { scheme: 'stripe' }))).toEqual({ ...emptyCheck, url, scheme: 'stripe' })
})

test('probes keep their place while they end in another order', () => {
  const first = inOrder([], check(1, { pending: ['accepts-valid', 'rejects-unsigned', 'rejects-stale'] }))
  const probes = [notJudged('rejects-stale', 'no_timestamp'), passed('accepts-valid')]
  expect(inOrder(first, check(1, { probes, pending: ['rejects-unsigned'] }))).toEqual(first)
  // A page that opens later knows the order of the end only.
  expect(inOrder([], check(1, { probes, pending: ['rejects-unsigned'] }))).toEqual([
    'rejects-stale',
    'accepts-valid',
    'rejects-unsigned',
  ])
})

test('a fix is split into prose and blocks of code, and code loses its common indentation', () => {
  const { fix } = wrong('rejects-unsigned')
  expect(partsOf(`${fix}\nThen restart.`)).toEqual([
    { isCode: false, text: 'Refuse when the header is missing:' },
    { isCode: true, text: 'const wh = new Webhook(secret)\nwh.verify(rawBody, headers)' },
    { isCode: false, text: 'Then restart.' },
  ])
  expect(partsOf('Flask:\n  with a:\n    b()')[1]).toEqual({ isCode: true, text: 'with a:\n  b()' })
})

test('the failures of a check raise no banner, no notification and no count of failures', async () => {
  const { createTroubles } = await import('../../server/findings/troubles.ts')
  const { failureWords } = await import('../../ui/notify/failure-words.ts')
  const { entryOf } = await import('../../ui/live/entries.ts')
  for (const [check_id, isReported] of [
    [null, true],
    ['chk_1', false],
  ] as const) {
    const row = deliveryRow(1, { state: 'wrongly_accepted', attempts_made: 1, check_id })
    const troubles = createTroubles()
    troubles.take(row)
    expect(troubles.among(new Set([row.subscription_id]))).toHaveLength(isReported ? 1 : 0)
    expect(failureWords(entryOf('delivery', row), location.origin) !== null).toBe(isReported)
  }
})
