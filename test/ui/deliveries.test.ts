import { expect, test, vi } from 'vitest'
import type { Outcome, ToldOutcome } from '../../server/wire.ts'
import { fitsPattern } from '../../server/words/pattern.ts'
import { changesOf, flawsOf } from '../../ui/form/form.tsx'
import { deliverySign } from '../../ui/kit/format.ts'
import { entryOf } from '../../ui/live/entries.ts'
import type { SubscriptionChange } from '../../ui/live/routes/subscription.ts'
import { phasesOf, phaseWords } from '../../ui/message/phase-bar.tsx'
import { readPlace } from '../../ui/place/place.ts'
import { askedOf, isAsked } from '../../ui/stream/asked.ts'
import { filtersInWords, matchingOf } from '../../ui/stream/matching.ts'
import { timeLeftWords, waitingWords } from '../../ui/stream/waiting-words.ts'
import { formOf, subscriptionFields } from '../../ui/subscription/subscription-form.tsx'
import { attemptSign, outcomeSign } from '../../ui/verdict/attempt-sign.ts'
import { deliveryRow } from './samples.ts'

type TimedOut = Extract<Outcome, { kind: 'timed_out' }>
const timedOut = (cut: Pick<TimedOut, 'phase' | 'during'>): Outcome => ({
  kind: 'timed_out',
  after_ms: 10_000,
  ...cut,
})

test('an outcome has a word and a colour', () => {
  const signOf = (outcome: Outcome) => outcomeSign(outcome, [200])
  expect(signOf(timedOut({ phase: 'waiting' }))).toEqual({ tone: 'bad', text: 'timed out waiting' })
  expect(signOf({ kind: 'aborted', code: 'by_hand', after_ms: 1200 })).toEqual({
    tone: 'bad',
    text: 'aborted',
  })
  expect(signOf({ kind: 'dropped', code: 'fault_drop' })).toEqual({ tone: 'quiet', text: 'dropped' })
  const lost = { kind: 'reset', address: null } as const
  expect(['closed', 'unreadable'].map((code) => signOf({ ...lost, code }).text)).toEqual([
    'reset',
    'unreadable',
  ])
  expect(signOf({ ...lost, kind: 'refused', code: 'ECONNREFUSED' })).toEqual({
    tone: 'bad',
    text: 'connection refused',
  })
})

test('a correct refusal is green and a wrong success red, each with a word', () => {
  const refused = deliveryRow(1, {
    state: 'refused',
    attempts_made: 1,
    reason_facts: { code: 'refused', status: 401 },
    last_outcome: { kind: 'responded', status: 401 },
  })
  const accepted = deliveryRow(2, {
    state: 'wrongly_accepted',
    attempts_made: 2,
    reason_facts: { code: 'wrongly_accepted', status: 200 },
    last_outcome: { kind: 'responded', status: 200 },
  })
  expect(deliverySign(refused)).toEqual({ tone: 'good', text: '401 refused' })
  expect(deliverySign(accepted)).toEqual({ tone: 'bad', text: '200 accepted' })
  // Of copies that left together another than the last may have told.
  const lastCopy = { kind: 'responded', status: 401 } as const
  expect(deliverySign({ ...accepted, last_outcome: lastCopy }).text).toBe('accepted')
  const signOf = (outcome: ToldOutcome) => attemptSign({ outcome }, accepted, [200])
  expect(signOf({ kind: 'responded', status: 200 })).toEqual({ tone: 'bad', text: '200 accepted' })
  expect(signOf(lastCopy)).toEqual({ tone: 'good', text: '401 refused' })
  expect(signOf({ kind: 'responded', status: 503 })).toEqual({ tone: 'bad', text: '503' })
})

test('phases that did not happen are left out', () => {
  const phases = { dns_ms: null, connect_ms: 0.44, tls_ms: null, send_ms: 0, wait_ms: 38, read_ms: 1.2 }
  expect(phaseWords(phasesOf(phases))).toBe('connect 0.4 ms · send 0 ms · wait 38 ms · read 1.2 ms')
})

test('a waiting attempt shows elapsed and remaining time', () => {
  expect([41, 185, 7579].map(waitingWords)).toEqual([
    'waiting for the response, 41 s',
    'waiting for the response, 3 min 5 s',
    'waiting for the response, 2 h 6 min',
  ])
  expect(timeLeftWords(0, 9)).toBe('No timeout: the attempt waits until the response arrives.')
  expect([timeLeftWords(10_000, 9), timeLeftWords(10_000, 10), timeLeftWords(null, 3)]).toEqual([
    'Times out in 1 s.',
    'About to time out.',
    '',
  ])
})

const at = (search: string) => readPlace({ pathname: '/', search })

test('the delivery filter applies to lists and live updates', () => {
  const place = at('?kind=deliveries&state=failed&event=card.*&subscription=s&q=tea')
  expect(askedOf(place)).toEqual([
    { kind: 'delivery', filters: { state: 'failed', event: 'card.*', subscription_id: 's', q: 'tea' } },
  ])
  const asks = (change: object) => isAsked(entryOf('delivery', deliveryRow(1, change)), place)
  expect(asks({ state: 'failed' })).toBe(true)
  expect(
    [{}, { state: 'failed', event: 'kyc.x' }, { state: 'failed', subscription_id: 't' }].map(asks),
  ).toEqual([false, false, false])
  expect([fitsPattern('card.*', 'card.a.b'), fitsPattern('card.*', 'cardXa'), fitsPattern('*', '')]).toEqual([
    true,
    false,
    true,
  ])
})

test('a bulk resend uses the filter, in words and in the request', () => {
  const place = at('?kind=deliveries&state=wrongly_accepted&subscription=s&q=tea')
  expect(matchingOf(place)).toEqual({ state: 'wrongly_accepted', subscription_id: 's', q: 'tea' })
  expect(filtersInWords(place)).toBe('state wrongly accepted, subscription s')
  expect(matchingOf(at('?kind=deliveries'))).toEqual({})
})

const settings: SubscriptionChange = {
  url: 'http://localhost:3000/old',
  events: ['*'],
  description: 'mine',
  scheme: 'stripe',
  scheme_options: { header: 'X' },
  ordered: false,
  concurrency: 4,
  timeout_ms: null,
  retry_delays: ['1m', '5m'],
  fault: null,
  handshake: null,
}

test('the form of a subscription sends only the changes, and an empty field means the default', () => {
  const before = formOf(settings)
  const changed = (change: Partial<typeof before>) =>
    changesOf(subscriptionFields, { ...before, ...change }, before)
  expect(changed({})).toEqual({})
  expect(
    changed({ timeout_ms: '0', concurrency: '', retry_delays: '2m 3m', fault: 'drop', url: ':3000/hook' }),
  ).toEqual({
    timeout_ms: 0,
    concurrency: null,
    retry_delays: ['2m', '3m'],
    fault: 'drop',
    url: 'http://localhost:3000/hook',
  })
  expect(changed({ scheme_options: '', retry_delays: '', description: '' })).toEqual({
    scheme_options: {},
    retry_delays: null,
    description: '',
  })
  expect(changed({ ordered: 'on', events: 'card.*, kyc.*' })).toEqual({
    ordered: true,
    events: ['card.*', 'kyc.*'],
  })
})

test('a form says which field the server would refuse', () => {
  const form = formOf(settings)
  expect(flawsOf(subscriptionFields, form)).toEqual({})
  expect(
    Object.keys(flawsOf(subscriptionFields, { ...form, url: 'nowhere', scheme_options: '[1]' })),
  ).toEqual(['url', 'scheme_options'])
})

test('a resend sends only the edited parts', async () => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
  vi.stubGlobal('addEventListener', () => {})
  const { resendFields, unchanged } = await import('../../ui/delivery/resending.ts')
  const fields = resendFields(true)
  const before = unchanged({ url: 'http://x/hook', body: 'plain' })
  expect(before).toMatchObject({ url: 'http://x/hook', body: 'plain' })
  expect(changesOf(fields, before, before)).toEqual({})
  expect(
    changesOf(fields, { url: ' http://x/z ', body: '', headers: 'x-a: 1:2\n\nx-b', fault: ' drop ' }, before),
  ).toEqual({
    url: 'http://x/z',
    body: '',
    headers: [
      ['x-a', '1:2'],
      ['x-b', ''],
    ],
    fault: 'drop',
  })
  vi.unstubAllGlobals()
})
