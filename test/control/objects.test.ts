import { expect, test } from 'vitest'
import type { Endpoint, Subscription } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'

type Told = Record<string, unknown> & { id: string }

/** One of everything, made for real. */
async function world() {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  const { events, deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  return {
    sandbox,
    event: events[0]?.id,
    delivery: deliveries[0]?.id,
    capture: (await sandbox.newestCapture()).id,
  }
}

/** A record as lists tell it: without bodies, and without what needs them. */
function withoutBodies(value: Record<string, unknown>): Record<string, unknown> {
  const left = Object.entries(value).filter(
    ([key]) => !['body', 'body_base64', 'payload', 'attempts', 'findings', 'exchanges'].includes(key),
  )
  return Object.fromEntries(
    left.map(([key, inner]) => {
      if (key === 'request' || key === 'response') return [key, withoutBodies(inner as Told)]
      return [key, key === 'verdict' ? { ...(inner as Told), signed_content: null } : inner]
    }),
  )
}

test('one object answers under its singular name, in the shape that is documented; its row is the same without bodies', async () => {
  const { sandbox, event, delivery, capture } = await world()
  const [call] = (await sandbox.get<{ calls: Told[] }>('/sandbox/calls')).calls
  const shapes = [
    ['events', event, 'event', 'id seq event occurred_at source run_id payload'],
    [
      'deliveries',
      delivery,
      'delivery',
      'id seq event_id event subscription_id url scheme state attempts_made next_attempt_at fault reason created_at finished_at attempts',
    ],
    [
      'captures',
      capture,
      'capture',
      'id seq endpoint received_at method path query headers body_size body body_base64 verdict reply webhook_id delivery_id',
    ],
    [
      'calls',
      call?.id,
      'call',
      'id seq at method path identity status error_code duration_ms request response',
    ],
  ] as const
  for (const [plural, id, singular, keys] of shapes) {
    const one = await sandbox.get<Record<string, Told>>(`/sandbox/${plural}/${id}`)
    expect(Object.keys(one)).toEqual([singular])
    const whole = one[singular] ?? { id: '' }
    expect(Object.keys(whole)).toEqual(expect.arrayContaining(keys.split(' ')))
    const row = (await sandbox.get<Record<string, Told[]>>(`/sandbox/${plural}`))[plural]?.find(
      (told) => told.id === id,
    )
    expect(row, plural).toEqual(withoutBodies(whole))
  }
})

test('a delivery carries its attempts with the exact request, the answer and the outcome', async () => {
  const receiver = await startReceiver([{ status: 201, headers: { 'X-Answer': 'yes' } }])
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const [attempt] = await sandbox.attempts(deliveries[0]?.id ?? '')
  expect(attempt).toMatchObject({
    id: expect.stringMatching(/^att_/),
    number: 1,
    outcome: { kind: 'responded', status: 201 },
    request: { method: 'POST', url: receiver.url, body: String(receiver.requests[0]?.body) },
    response: { status: 201, truncated: false, body: '' },
    fault: null,
  })
  expect(attempt?.request.headers.flat()).toEqual(receiver.requests[0]?.rawHeaders)
  expect(attempt?.response?.headers).toContainEqual(['X-Answer', 'yes'])
  expect(attempt?.duration_ms).toBeGreaterThan(0)
})

test('a captured body comes back byte for byte, and never so that a browser would run it', async () => {
  const sandbox = await startSandbox()
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
  const html = '<script>alert(1)</script>'
  for (const [sent, type] of [
    [bytes, 'image/svg+xml'],
    [html, 'text/html'],
    ['', 'text/html'],
  ] as const) {
    await fetch(`${sandbox.url}/in/x`, { method: 'POST', body: sent, headers: { 'content-type': type } })
    const { id } = await sandbox.newestCapture()
    const response = await fetch(`${sandbox.url}/sandbox/captures/${id}/body`)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(sent as string))
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
})

test('a body that was over the limit is not kept, and its route says so', async () => {
  const sandbox = await startSandbox({ body_limit_bytes: 100 })
  const { status } = await fetch(`${sandbox.url}/in/x`, { method: 'POST', body: 'x'.repeat(101) })
  const { id, body_size } = await sandbox.newestCapture()
  expect(status).toBe(413)
  expectRefused(await sandbox.request('GET', `/sandbox/captures/${id}/body`), {
    status: 404,
    code: 'body_not_kept',
    fix: /body_limit_bytes/,
  })
  expect(body_size).toBeGreaterThan(0)
})

test('an endpoint is made, listed, changed, replaced and removed', async () => {
  const sandbox = await startSandbox()
  const created = await sandbox.request<{ endpoint: Endpoint }>('POST', '/sandbox/endpoints', {
    name: 'shop',
    scheme: 'platform',
    secret: 's',
    reply: { status: 503 },
  })
  expect(created.status).toBe(201)
  expect(Object.keys(created.body)).toEqual(['endpoint'])
  expect(created.body.endpoint).toMatchObject({
    name: 'shop',
    url: `${sandbox.url}/in/shop`,
    scheme: 'platform',
    secret: 's',
    reply: { status: 503 },
    captures: 0,
  })
  expect(await sandbox.get('/sandbox/endpoints/shop')).toEqual(created.body)

  expect((await fetch(`${sandbox.url}/in/shop`)).status).toBe(503)
  const changed = await sandbox.request<{ endpoint: Endpoint }>('PATCH', '/sandbox/endpoints/shop', {
    reply: null,
  })
  expect(changed.body.endpoint).toMatchObject({ scheme: 'platform', secret: 's', reply: null, captures: 1 })
  expect((await fetch(`${sandbox.url}/in/shop`)).status).toBe(200)

  const replaced = await sandbox.request<{ endpoint: Endpoint }>('POST', '/sandbox/endpoints', {
    name: 'shop',
  })
  expect(replaced.body.endpoint).toMatchObject({
    scheme: null,
    secret: null,
    reply: null,
    captures: 2,
    created_at: created.body.endpoint.created_at,
  })

  const removed = await sandbox.request<{ endpoint: Endpoint }>('DELETE', '/sandbox/endpoints/shop')
  expect([removed.status, removed.body]).toEqual([200, replaced.body])
  expect(await sandbox.get('/sandbox/endpoints')).toEqual({ endpoints: [], next: null })
  expect(await sandbox.captures('?endpoint=shop')).toHaveLength(2)
})

test.for([
  { name: '' },
  { name: 'a/b' },
  { name: '.hidden' },
  { name: 'x'.repeat(65) },
  { name: 'ü' },
  { scheme: 'nobodys-own' },
  { secret: '' },
  { reply: { status: 99 } },
  { reply: { status: '200' } },
  { reply: [] },
  { reply: { headers: { 'a b': 'x' } } },
  { reply: { headers: { a: 'x\r\ny' } } },
  { reply: { statsu: 200 } },
])('an endpoint with %o is refused', async (over) => {
  const sandbox = await startSandbox()
  const [field = ''] = Object.keys(over)
  expectRefused(await sandbox.request('POST', '/sandbox/endpoints', { name: 'fine', ...over }), {
    status: 422,
    code: 'invalid_field',
    message: new RegExp(`^${field}`),
  })
})

test("the sandbox's list of subscriptions holds every identity's, with the platform's nine fields and the settings it lacks", async () => {
  const sandbox = await startSandbox()
  const mine = await sandbox.subscribe('http://127.0.0.1:9/')
  await sandbox.call(
    'POST',
    '/webhooks',
    { url: 'http://127.0.0.1:9/', events: ['*'], status: 'STATUS_DISABLED' },
    { authorization: 'x', identity: 'other' },
  )
  const { subscriptions } = await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')
  expect(subscriptions.map(({ identity, status }) => [identity, status])).toEqual([
    ['other', 'disabled'],
    ['demo', 'enabled'],
  ])
  expect(subscriptions[1]).toEqual({
    ...mine,
    status: 'enabled',
    identity: 'demo',
    scheme: 'standard-webhooks',
    scheme_options: {},
    public_key: null,
    old_secrets: [],
    fault: null,
    fault_parts: null,
    failed_in_a_row: 0,
    health: { last: null, since: null, of: 0, succeeded: 0, failed: 0, retrying: 0 },
    disabled_reason: null,
    disabled_reason_code: null,
    ordered: false,
    concurrency: null,
    timeout_ms: null,
    retry_delays: null,
    same_address: [],
    handshake: null,
    last_handshake: null,
  })
})

test('PATCH under /sandbox changes the settings, and only those', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/')
  const settings = {
    scheme: 'platform',
    ordered: true,
    concurrency: 3,
    timeout_ms: 0,
    retry_delays: ['1s', '1m30s'],
  }
  const answer = await sandbox.request<{ subscription: Subscription }>(
    'PATCH',
    `/sandbox/subscriptions/${id}`,
    settings,
  )
  expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['subscription', 'warnings']])
  expect(answer.body.subscription).toMatchObject(settings)
  const back = await sandbox.request<{ subscription: Subscription }>(
    'PATCH',
    `/sandbox/subscriptions/${id}`,
    { concurrency: null, timeout_ms: null, retry_delays: null },
  )
  expect(back.body.subscription).toMatchObject({
    scheme: 'platform',
    concurrency: null,
    timeout_ms: null,
    retry_delays: null,
  })
  expectRefused(await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { created_time: 'now' }), {
    status: 422,
    code: 'invalid_field',
    message: /created_time/,
  })
})

test.for([
  { scheme: 'x' },
  { ordered: 1 },
  { concurrency: 0 },
  { timeout_ms: -1 },
  { timeout_ms: 1.5 },
  { retry_delays: ['soon'] },
  { retry_delays: ['99999999999d'] },
])('a subscription with %o is refused', async (settings) => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe('http://127.0.0.1:9/')
  const [field = ''] = Object.keys(settings)
  expectRefused(await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, settings), {
    status: 422,
    code: 'invalid_field',
    message: new RegExp(`^${field}`),
  })
})

test('the catalogue of events tells each with description, cause, schema and example', async () => {
  const sandbox = await startSandbox()
  const { events } = await sandbox.get<{ events: Record<string, unknown>[] }>('/sandbox/catalogue/events')
  for (const event of events)
    expect(Object.keys(event)).toEqual(['event', 'description', 'caused_by', 'schema', 'example'])
  expect(events[0]).toMatchObject({ schema: { $schema: 'https://json-schema.org/draft/2020-12/schema' } })
})
