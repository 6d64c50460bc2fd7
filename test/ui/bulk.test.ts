import { beforeAll, expect, test, vi } from 'vitest'
import { entryOf } from '../../ui/live/entries.ts'
import { readPlace } from '../../ui/place/place.ts'
import {
  type BulkAct,
  bulkCommands,
  bulkOrder,
  bulkQuestion,
  bulkWords,
  capturesListed,
  deliveriesListed,
  exportPath,
} from '../../ui/stream/bulk.ts'
import { captureRow } from './samples.ts'

beforeAll(() => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
})

const at = (search: string) => readPlace({ pathname: '/', search })
const order = (act: Parameters<typeof bulkOrder>[0], search: string, more = {}) =>
  bulkOrder(act, at(search), { newest: 70, ...more })

test.each([
  ['', {}, {}],
  ['?kind=failed', { q: 'state:failed,retrying,wrongly_accepted' }, { q: 'verdict:failed' }],
  ['?kind=deliveries&state=failed&event=card.*', { state: 'failed', event: 'card.*' }, null],
  ['?kind=captures&endpoint=demo&q=words', null, { endpoint: 'demo', q: 'words' }],
  ['?q=verdict:failed', null, { q: 'verdict:failed' }],
  ['?run=run_1&q=event:card.*', { q: 'event:card.* run_id:run_1' }, { q: 'event:card.* run_id:run_1' }],
  ['?kind=calls', null, null],
])('a bulk action covers the records listed by %s', (search, deliveries, captures) => {
  expect(deliveriesListed(at(search))).toEqual(deliveries)
  expect(capturesListed(at(search))).toEqual(captures)
})

test('an unfiltered list cannot be resent, and a bulk cancel covers waiting deliveries', () => {
  expect(order('resend', '?kind=deliveries')).toBeNull()
  expect(order('cancel', '?kind=deliveries')?.body).toEqual({
    q: 'state:pending,sending,retrying',
    up_to: 70,
  })
  expect(order('attempt-now', '?kind=deliveries&event=card.*&q=words')?.body).toEqual({
    event: 'card.*',
    q: 'state:pending,retrying words',
    up_to: 70,
  })
  expect(order('cancel', '?kind=deliveries&state=retrying')?.body).toEqual({
    state: 'retrying',
    up_to: 70,
  })
})

test('recover covers the failures since a time', () => {
  expect(order('recover', '?kind=deliveries', { since: '2h' })).toEqual({
    act: 'recover',
    path: '/sandbox/deliveries/resend',
    body: { state: 'failed', since: '2h', up_to: 70 },
  })
  expect(order('recover', '?kind=failed', { since: '2h' })?.body).toEqual({
    q: 'state:failed,retrying,wrongly_accepted',
    since: '2h',
    up_to: 70,
  })
})

test('an excluded state, or a state as a word, does not choose the deliveries', () => {
  for (const q of ['-state:cancelled', '"bad state: x"'])
    expect(order('recover', `?kind=deliveries&q=${encodeURIComponent(q)}`)?.body).toEqual({
      state: 'failed',
      q,
      up_to: 70,
    })
})

test('records that arrive later are not covered', () => {
  expect(order('delete', '?kind=captures')).toEqual({
    act: 'delete',
    path: '/sandbox/captures/delete',
    body: { up_to: 70 },
  })
})

test('a bulk action has a command and a request', () => {
  const texts = (act: Parameters<typeof bulkOrder>[0], search: string, more = {}) => {
    const asked = order(act, search, more)
    return asked && bulkCommands(asked).map(({ text }) => text)
  }
  expect(texts('cancel', '?kind=deliveries&state=retrying')).toEqual([
    'npx webhook-sandbox cancel --state retrying',
    `curl -X POST http://127.0.0.1:4400/sandbox/deliveries/cancel -H 'content-type: application/json' -d '{"state":"retrying","up_to":70}'`,
  ])
  expect(texts('replay', '?kind=captures&endpoint=demo&q=a', { url: 'http://localhost:3000' })?.[0]).toBe(
    "npx webhook-sandbox capture replay --q 'endpoint:demo a' --to http://localhost:3000",
  )
  expect(texts('delete', '?kind=captures')).toHaveLength(1)
})

test('the confirmation shows the number if known', () => {
  const asked = (act: BulkAct, known: number | null, body = {}) => bulkQuestion({ act, body }, known)
  expect(asked('resend', 1)).toBe('Resend 1 delivery?')
  expect(asked('pin', 1200)).toBe('Pin 1,200 captures?')
  expect(asked('attempt-now', null)).toBe('Attempt all deliveries that match now?')
  // It differs from a resend by meaning those that failed, unless the filter names others.
  expect(asked('recover', null, { state: 'failed' })).toBe('Recover all failed deliveries that match?')
  expect(asked('recover', null, { q: 'state:cancelled' })).toBe('Recover all deliveries that match?')
})

test('the result lists what was skipped and why', () => {
  expect(bulkWords('cancel', { counts: { deliveries: 3, skipped: 0 } })).toBe('Cancelled 3 deliveries.')
  expect(bulkWords('pin', { counts: { captures: 1, skipped: 2 } })).toBe(
    'Pinned 1 capture; skipped 2: already pinned.',
  )
  expect(bulkWords('delete', { counts: { captures: 5, kept: 1 } })).toBe('Deleted 5 captures; kept 1 pinned.')
  expect(
    bulkWords('replay', { counts: { captures: 4, skipped: 0 }, answers: { 200: 3, timed_out: 1 } }),
  ).toBe('Replayed 4 captures: 3 × 200, 1 × timed out.')
})

test('an export uses the same filter', () => {
  expect(exportPath(at('?kind=captures&endpoint=demo&q=verdict:failed'), 'har')).toBe(
    '/sandbox/captures.har?endpoint=demo&q=verdict%3Afailed',
  )
  expect(exportPath(at('?kind=captures'), 'jsonl')).toBe('/sandbox/captures.jsonl')
})

test('records that arrive during the confirmation are not counted', async () => {
  vi.stubGlobal('addEventListener', () => {})
  const { knownCount } = await import('../../ui/stream/bulk-acting.ts')
  const { loading, rows, version } = await import('../../ui/stream/span.ts')
  loading.value = false
  rows.add([1, 2, 3].map((seq) => entryOf('capture', captureRow(seq))))
  version.value++
  expect([knownCount('pin', 2), knownCount('pin', 3)]).toEqual([2, 3])
})
