import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import type { EventRow } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'

import { type Waited, wait, withTimerOf } from './wait-world.ts'

/** An event as lists tell it: without its payload. */
const rowOf = ({ payload: _, ...row }: EventRow & { payload?: unknown }): EventRow => row

test('existing records are returned at once, oldest first', async () => {
  const sandbox = await startSandbox()
  const { events } = await sandbox.trigger('card.created', { count: 3 })
  const answer = await wait(sandbox, 'kind=event&event=card*&count=2')
  expect(answer).toMatchObject({ met: true, timed_out: false, matched: events.slice(0, 2).map(rowOf) })
})

test.for(['event', 'delivery', 'capture', 'call'])('a %s that arrives later ends the wait', async (kind) => {
  const timer = withTimerOf(54_321)
  const sandbox = await startSandbox({}, timer.outside)
  const waiting = wait(sandbox, `kind=${kind}&timeout_ms=54321`)
  await timer.until(1)
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  await sandbox.trigger('card.created')
  const answer = await waiting
  expect([answer.met, answer.matched.length, timer.pending.size]).toEqual([true, 1, 0])
  expect(Object.keys(answer)).toEqual(['met', 'timed_out', 'since', 'newest_match_at', 'matched'])
})

test('it waits until as many match as asked for, and what does not match does not count', async () => {
  const timer = withTimerOf(54_321)
  const sandbox = await startSandbox({}, timer.outside)
  const waiting = wait(sandbox, 'kind=event&event=card*&count=3&timeout_ms=54321')
  await timer.until(1)
  await sandbox.trigger('kyc.verification.error', { count: 5 })
  const { events } = await sandbox.trigger('card.created', { count: 2 })
  expect(timer.pending.size).toBe(1)
  const last = await sandbox.trigger('card.created')
  expect(await waiting).toMatchObject({
    met: true,
    timed_out: false,
    matched: [...events, ...last.events].map(rowOf),
  })
})

test('a delivery is awaited by the state it comes to', async () => {
  const receiver = await startReceiver([503, 200])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  const waiting = wait(sandbox, 'kind=delivery&state=succeeded')
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '2m' })
  expect((await waiting).matched).toMatchObject([
    { id: deliveries[0]?.id, state: 'succeeded', attempts_made: 2 },
  ])
})

test('after the time it says so with 200, and tells what arrived instead and what came closest', async () => {
  const timer = withTimerOf(54_321)
  const sandbox = await startSandbox({}, timer.outside)
  const [wrongName] = (await sandbox.trigger('kyc.verification.error')).events.map(rowOf)
  const [right] = (await sandbox.trigger('card.created')).events.map(rowOf)
  const waiting = sandbox.request<Waited>(
    'GET',
    '/sandbox/wait?kind=event&event=kyc*&source=trigger&count=2&timeout_ms=54321',
  )
  await timer.until(1)
  timer.ring()
  const { status, body } = await waiting
  expect(status).toBe(200)
  expect(body).toEqual({
    met: false,
    timed_out: true,
    since: 0,
    newest_match_at: wrongName?.occurred_at,
    earlier: null,
    matched: [wrongName],
    arrived_instead: [right],
    closest: { record: right, missed: 'event', wanted: 'kyc*', got: 'card.created', also_missed: [] },
  })
})

test('the closest misses by one filter only', async () => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', '/in/a', '{"event":"card.created"}')
  await sandbox.request('PUT', '/in/b', '{"event":"card.created"}')
  const answer = await wait(sandbox, 'kind=capture&endpoint=a&method=PUT&event=card*&timeout_ms=0')
  expect(answer.closest).toMatchObject({
    record: { endpoint: 'b' },
    missed: 'endpoint',
    wanted: 'a',
    got: 'b',
    also_missed: [],
  })
})

test('of those that miss one filter the closest is one whose value may be meant by what is wanted', async () => {
  const sandbox = await startSandbox()
  for (const event of ['card.created', 'card.status.active', 'transactions'])
    await sandbox.request('POST', '/in/a', JSON.stringify({ event }))
  const closest = async (event: string) =>
    (await wait(sandbox, `kind=capture&endpoint=a&event=${event}&timeout_ms=0`)).closest?.got
  expect([await closest('card.craeted'), await closest('kyc')]).toEqual(['card.created', 'transactions'])
})

test('on an empty sandbox a time-out has nothing to tell', async () => {
  const sandbox = await startSandbox()
  expect(await wait(sandbox, 'kind=capture&endpoint=a&timeout_ms=0')).toEqual({
    met: false,
    timed_out: true,
    since: 0,
    newest_match_at: null,
    earlier: null,
    matched: [],
    arrived_instead: [],
    closest: null,
  })
})

test('a miss lists at most the 20 newest records', async () => {
  const sandbox = await startSandbox()
  const { events } = await sandbox.trigger('card.created', { count: 30 })
  const answer = await wait(sandbox, 'kind=event&event=kyc*&timeout_ms=0')
  expect(answer.arrived_instead?.map(({ id }) => id)).toEqual(
    events
      .toReversed()
      .slice(0, 20)
      .map(({ id }) => id),
  )
})

test('`since` counts only what came after that number', async () => {
  const sandbox = await startSandbox()
  const { events } = await sandbox.trigger('card.created', { count: 3 })
  const answer = await wait(sandbox, `kind=event&since=${events[1]?.seq}&timeout_ms=0`)
  expect(answer).toMatchObject({ met: true, timed_out: false, matched: events.slice(2).map(rowOf) })
  const later = await wait(sandbox, `kind=event&event=kyc*&since=${events[2]?.seq}&timeout_ms=0`)
  expect(later).toEqual({
    met: false,
    timed_out: true,
    since: events[2]?.seq,
    newest_match_at: null,
    earlier: null,
    matched: [],
    arrived_instead: [],
    closest: null,
  })
})

test('older records that would match are counted, and `since=start` takes them', async () => {
  const sandbox = await startSandbox()
  const { events } = await sandbox.trigger('card.created', { count: 3 })
  const after = (since: unknown) => wait(sandbox, `kind=event&count=3&since=${since}&timeout_ms=0`)
  expect(await after(events[1]?.seq)).toMatchObject({
    matched: [{ id: events[2]?.id }],
    earlier: { count: 2, newest_at: events[1]?.occurred_at },
    newest_match_at: events[2]?.occurred_at,
  })
  expect(await after('2100-01-01T00:00:00Z')).toMatchObject({
    matched: [],
    earlier: { count: 3, newest_at: events[2]?.occurred_at },
  })
  expect(await after('start')).toMatchObject({ met: true, since: 0 })
})

test.for([
  ['', /kind/, /./],
  ['kind=captur', /kind/, /./],
  ['kind=capture&state=succeeded', /Unknown filter "state" for a capture/, /Did you mean status\?/],
  ['kind=event&evnt=x', /evnt/, /Did you mean event\?/],
  [
    'kind=event&endpoint=x',
    /Unknown filter "endpoint" for an event/,
    /event, source, run_id, call_id, since, until, q/,
  ],
  ['kind=event&count=0', /count/, /./],
  ['kind=event&timeout_ms=600001', /timeout_ms/, /./],
  ['kind=event&timeout_ms=-1', /timeout_ms/, /./],
  ['kind=event&since=x', /since/, /./],
  ['kind=event&none=yes', /none/, /./],
  ['kind=event&event=&none=true', /event: must not be empty; leave it out to match everything/, /./],
  ['kind=capture&endpoint=', /endpoint: must not be empty/, /./],
  ['kind=capture&endpoint=,&none=true', /endpoint: must not be empty/, /./],
  ['kind=delivery&subscription_id=', /subscription_id: must not be empty/, /./],
  ['kind=event&none=true&count=2', /none and count cannot be combined/, /one of them/],
  ['kind=event&none=true&in_order=a', /none and in_order cannot be combined/, /one of them/],
  ['kind=event&in_order=a&event=b', /in_order and event cannot be combined/, /in_order already names/],
  ['kind=event&in_order=a,,b', /in_order: must be 1 to 50 event patterns/, /in_order=card\.created/],
  ['kind=call&in_order=a', /a call has no event/, /captures, deliveries or events/],
] as const)('"%s" is refused at once', async ([query, message, fix]) => {
  const sandbox = await startSandbox()
  expectRefused(await sandbox.request('GET', `/sandbox/wait?${query}`), {
    status: 400,
    code: 'invalid_query',
    message,
    fix,
  })
})

test('many wait at once and each gets its own', async () => {
  const timer = withTimerOf(54_321)
  const sandbox = await startSandbox({}, timer.outside)
  const names = ['a', 'b', 'c', 'd', 'e']
  const waiting = names.map((name) => wait(sandbox, `kind=capture&endpoint=${name}&timeout_ms=54321`))
  await timer.until(5)
  await Promise.all(names.map((name) => sandbox.request('POST', `/in/${name}`, 'x')))
  const answers = await Promise.all(waiting)
  expect(answers.map(({ matched }) => matched)).toMatchObject(names.map((endpoint) => [{ endpoint }]))
})

test('a client that goes away frees its place', async () => {
  const timer = withTimerOf(54_321)
  const sandbox = await startSandbox({}, timer.outside)
  const client = httpRequest(`${sandbox.url}/sandbox/wait?kind=event&timeout_ms=54321`)
  client.on('error', () => {})
  client.end()
  await timer.until(1)
  client.destroy()
  await timer.until(0)
  expect(sandbox.troubles).toEqual([])
})
