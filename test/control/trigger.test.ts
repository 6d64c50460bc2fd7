import { expect, test } from 'vitest'
import type { DeliveryRow, EventRow } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'

const events = '/sandbox/events'
type Payload = Record<string, unknown> & { card: Record<string, unknown> }

test('a triggered event answers with what was made, and is then kept with its payload', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00.000001Z' })
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/hook')
  const { status, body } = await sandbox.request<{ events: EventRow[]; deliveries: DeliveryRow[] }>(
    'POST',
    events,
    { event: 'card.created' },
  )
  expect(status).toBe(201)
  const [row] = body.events
  const keys = ['id', 'seq', 'event', 'summary', 'occurred_at', 'source', 'run_id', 'call_id', 'payload']
  expect(Object.keys(row ?? {})).toEqual(keys)
  expect(row).toMatchObject({
    id: expect.stringMatching(/^evt_/),
    event: 'card.created',
    source: 'trigger',
    run_id: null,
    occurred_at: '2026-01-01T00:00:00.000001Z',
  })
  expect(body.deliveries).toMatchObject([
    {
      id: expect.stringMatching(/^dlv_/),
      event_id: row?.id,
      event: 'card.created',
      subscription_id: id,
      state: 'pending',
      fault: null,
    },
  ])
  const event = await sandbox.event(row?.id ?? '')
  expect(event).toMatchObject({
    ...row,
    payload: { event: 'card.created', occurred_at: '2026-01-01T00:00:00.000001+00:00' },
  })
})

test('`set` replaces values by path; what is delivered carries them', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  const set = { 'card.last_four': '4242', 'card.status': 'Closed' }
  await sandbox.trigger('card.created', { set })
  await sandbox.settle()
  const sent = JSON.parse(String(receiver.requests[0]?.body)) as Payload
  expect(sent.card).toMatchObject({ last_four: '4242', status: 'Closed' })
  expect(Object.keys(sent.card)).toEqual(['status', 'card_account_id', 'last_four', 'card_id', 'customer_id'])
})

test.for(['last_four', '', '.', 'constructor.prototype.x', 'card.__proto__'])(
  'the path "%s" is near to none, and every valid path is listed',
  async (path) => {
    const sandbox = await startSandbox()
    const body = `{"event":"card.created","set":{${JSON.stringify(path)}:"4242"}}`
    const answer = await sandbox.request('POST', events, body)
    expectRefused(answer, {
      status: 422,
      code: 'path_unknown',
      fix: /Valid: event, occurred_at, card, card\.status, card\.card_account_id, card\.last_four, card\.card_id, card\.customer_id\.$/,
    })
    expect((await sandbox.get<{ events: unknown[] }>(events)).events).toEqual([])
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  },
)

test('a path that is nearly right is answered with the right one', async () => {
  const sandbox = await startSandbox()
  const answer = await sandbox.request('POST', events, {
    event: 'card.created',
    set: { 'card.lastfour': '4242' },
  })
  expectRefused(answer, {
    status: 422,
    code: 'path_unknown',
    message: /card\.lastfour/,
    fix: /^Did you mean card\.last_four\?/,
  })
})

test.for([
  ['card.last_four', 4242],
  ['card.last_four', '42'],
  ['card.status', 'active'],
  ['card.card_id', 'nonsense'],
  ['card', null],
  ['occurred_at', '2026-01-01'],
  ['event', 'kyc.verification.success'],
] as [string, unknown][])(
  '%s set to %o is of the wrong form: refused, unless forced',
  async ([path, value]) => {
    const sandbox = await startSandbox()
    const answer = await sandbox.request('POST', events, { event: 'card.created', set: { [path]: value } })
    expectRefused(answer, {
      status: 422,
      code: 'payload_invalid',
      message: new RegExp(path.replace('.', '\\.')),
      fix: /"force": true/,
    })
    const forced = await sandbox.trigger('card.created', { set: { [path]: value }, force: true })
    const { payload } = await sandbox.event(forced.events[0]?.id ?? '')
    expect(path.split('.').reduce<unknown>((inner, key) => (inner as Payload)[key], payload)).toEqual(value)
  },
)

test('with force, paths that the schema lacks are made on the way', async () => {
  const sandbox = await startSandbox()
  const { events: made } = await sandbox.trigger('kyc.verification.error', {
    set: { 'a.b.c': 1, customer_id: null },
    force: true,
  })
  expect((await sandbox.event(made[0]?.id ?? '')).payload).toMatchObject({
    a: { b: { c: 1 } },
    customer_id: null,
  })
})

test('a whole payload is sent as it is; one that the schema refuses is refused, unless forced', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  const payload = {
    customer_id: '3e2d1c0b-a998-4776-a554-433221100fed',
    event: 'kyc.verification.error',
    extra: [1, 'ü'],
    occurred_at: '2020-01-01T00:00:00.000000+00:00',
  }
  await sandbox.trigger('kyc.verification.error', { payload })
  const wrong = { event: 'kyc.verification.error', extra: true }
  expectRefused(await sandbox.request('POST', events, { event: 'kyc.verification.error', payload: wrong }), {
    status: 422,
    code: 'payload_invalid',
    message: /occurred_at.*customer_id/,
  })
  await sandbox.trigger('kyc.verification.error', { payload: wrong, force: true })
  await sandbox.settle()
  expect(receiver.requests.map(({ body }) => String(body)).sort()).toEqual(
    [JSON.stringify(payload), JSON.stringify(wrong)].sort(),
  )
})

test('`set` works on a payload too', async () => {
  const sandbox = await startSandbox()
  const payload = {
    event: 'kyc.verification.error',
    occurred_at: '2020-01-01T00:00:00.000000+00:00',
    customer_id: '3e2d1c0b-a998-4776-a554-433221100fed',
  }
  const { events: made } = await sandbox.trigger('kyc.verification.error', {
    payload,
    set: { occurred_at: '2021-01-01T00:00:00.000000+00:00' },
  })
  expect((await sandbox.event(made[0]?.id ?? '')).payload).toMatchObject({
    ...payload,
    occurred_at: '2021-01-01T00:00:00.000000+00:00',
  })
})

test('up to 1,000 events are listed, and above that only counted', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(`${sandbox.url}/in/x`, { events: ['kyc*'] })
  const told = await sandbox.trigger('card.created', { count: 1000 })
  expect([told.events.length, told.deliveries, told.counts]).toEqual([
    1000,
    [],
    { events: 1000, deliveries: 0 },
  ])
  const counted = await sandbox.trigger('card.created', { count: 1001 })
  expect(counted).toEqual({ counts: { events: 1001, deliveries: 0 }, events: [], deliveries: [] })
  const { counts } = await sandbox.get<{ counts: { events: number } }>('/sandbox/health')
  expect(counts.events).toBe(2001)
})

test('every event of many is another one', async () => {
  const sandbox = await startSandbox()
  const { events: made } = await sandbox.trigger('card.created', { count: 300 })
  expect(new Set(made.map(({ id }) => id)).size).toBe(300)
  const [a, b] = await Promise.all(made.slice(0, 2).map(({ id }) => sandbox.event(id)))
  expect(a?.payload).not.toEqual(b?.payload)
})

test.for([0, -1, 1.5, 100_001, '3', null])('count %o is refused', async (count) => {
  const sandbox = await startSandbox()
  expectRefused(await sandbox.request('POST', events, { event: 'card.created', count }), {
    status: 422,
    code: 'invalid_field',
    message: /^count: must be a whole number from 1 to 100,000\.$/,
  })
})

test.for([
  ['set', [], 'must be an object of values by dotted path'],
  ['payload', [], 'must be an object'],
  ['fault', 1, 'must be a fault'],
  ['force', 'yes', 'must be true or false'],
  ['with_history', null, 'must be true or false'],
  ['subscription_id', 3, 'must be the id of a subscription'],
] as [string, unknown, string][])('%s %o is refused in words', async ([key, value, words]) => {
  const sandbox = await startSandbox()
  expectRefused(await sandbox.request('POST', events, { event: 'card.created', [key]: value }), {
    status: 422,
    code: 'invalid_field',
    message: new RegExp(`^${key}: ${words}`),
  })
})

test('`subscription_id` sends to that one alone, whatever its patterns', async () => {
  const sandbox = await startSandbox()
  const deaf = await sandbox.subscribe('http://127.0.0.1:9/', { events: ['nothing'] })
  await sandbox.subscribe('http://127.0.0.1:9/', { events: ['*'] })
  const { deliveries } = await sandbox.trigger('card.created', { subscription_id: deaf.id })
  expect(deliveries.map(({ subscription_id }) => subscription_id)).toEqual([deaf.id])
})

test('a subscription that is unknown or disabled is refused, and nothing is made', async () => {
  const sandbox = await startSandbox()
  const off = await sandbox.subscribe('http://127.0.0.1:9/', { status: 'STATUS_DISABLED' })
  const refused = (id: string) =>
    sandbox.request('POST', events, { event: 'card.created', count: 600, subscription_id: id })
  expectRefused(await refused('nonsense'), { status: 404, code: 'subscription_unknown', message: /nonsense/ })
  expectRefused(await refused(off.id), { status: 422, code: 'invalid_field', message: /disabled/ })
  expect((await sandbox.get<{ events: unknown[] }>(events)).events).toEqual([])
})

test('an unknown event is refused with the nearest event', async () => {
  const sandbox = await startSandbox()
  const answer = await sandbox.request('POST', events, { event: 'card.creatd' })
  expectRefused(answer, {
    status: 422,
    code: 'event_name_unknown',
    message: /card\.creatd/,
    fix: /^Did you mean card\.created\?$/,
  })
  for (const event of ['zzzzzzzzzzz', 'zzz.*.zzz', '']) {
    expectRefused(await sandbox.request('POST', events, { event }), {
      status: 422,
      code: 'event_name_unknown',
      message: event === '' ? /^event is empty\.$/ : /zzz/,
      fix: /^Valid: account\.\*, card\.\*, customer\.\*, kyb\.\*, kyc\.\*, transactions; GET \/sandbox\/catalogue\/events/,
    })
  }
  for (const event of ['__proto__', 'toString', '', 'card.*.*.x', '*cards']) {
    expectRefused(await sandbox.request('POST', events, { event }), {
      status: 422,
      code: 'event_name_unknown',
    })
  }
})

test('the key __proto__ is refused wherever it stands, not dropped without a word', async () => {
  const sandbox = await startSandbox()
  for (const rest of [
    '"set":{"__proto__":1}',
    '"payload":{"__proto__":{"x":1}}',
    '"set":{"card":[{"__proto__":1}]}',
    '"__proto__":1',
  ]) {
    const answer = await sandbox.request('POST', events, `{"event":"card.created","force":true,${rest}}`)
    expectRefused(answer, { status: 422, code: 'invalid_field', message: /__proto__/ })
  }
})

test('a payload of any depth is sent or refused, never an error of the sandbox', async () => {
  const sandbox = await startSandbox()
  for (const depth of [50, 5_000, 200_000]) {
    const nested = '['.repeat(depth) + ']'.repeat(depth)
    for (const rest of [`"payload":{"x":${nested}}`, `"set":{"card":${nested}}`]) {
      const { status } = await sandbox.request(
        'POST',
        events,
        `{"event":"card.created","force":true,${rest}}`,
      )
      expect([201, 422], `${depth} ${rest.slice(0, 12)}`).toContain(status)
    }
  }
  expect(sandbox.troubles).toEqual([])
  expect((await sandbox.request('GET', events)).status).toBe(200)
})
