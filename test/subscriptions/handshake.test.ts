/** Handshakes of vendors. Over 300 lines: each vendor, each answer, and what follows. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type HandshakeKind, handshakeKinds, type Subscription } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { replayOf, sessionOf } from '../session/world.ts'
import {
  type Got,
  hmac,
  plain,
  type Reply,
  right,
  secret,
  startAnswering,
  tokenOf,
  zoom,
  zoomToken,
} from './vendor-receiver.ts'

const path = '/sandbox/subscriptions'

interface Made {
  subscription: Subscription
  warnings: string[]
}

const schemes = { slack: 'slack', zoom: 'zoom', cloudevents: 'none', graph: 'none' } as const

async function subscribed(kind: HandshakeKind, answer: (got: Got) => Reply, more: object = {}) {
  const receiver = await startAnswering(answer)
  const sandbox = await startSandbox()
  const { url } = receiver
  const body = { url, secret, scheme: schemes[kind], handshake: kind, ...more }
  const made = await sandbox.request<Made>('POST', path, body)
  expect(made.status).toBe(201)
  return { receiver, sandbox, ...made.body }
}

test.each(handshakeKinds)('a receiver that passes the handshake %s gets events', async (kind) => {
  const { sandbox, receiver, subscription, warnings } = await subscribed(kind, right[kind])
  expect(subscription).toMatchObject({
    status: 'enabled',
    disabled_reason_code: null,
    handshake: kind,
    last_handshake: { kind, verdict: { code: 'ok' }, fix: null, response: { status: 200 } },
  })
  expect(warnings).toEqual([])
  expect(receiver.requests).toHaveLength(1)
  receiver.answers(() => ({}))
  const { deliveries } = await sandbox.trigger('card.created', { subscription_id: subscription.id })
  await sandbox.settle()
  expect(deliveries).toHaveLength(1)
  expect(receiver.requests).toHaveLength(2)
})

test('Slack and Zoom sign their handshakes with the secret of the subscription', async () => {
  const slack = await subscribed('slack', right.slack)
  const [one] = slack.receiver.requests
  const slackText = `v0:${one?.headers['x-slack-request-timestamp']}:${one?.body}`
  expect(one?.headers['x-slack-signature']).toBe(`v0=${hmac(slackText).digest('hex')}`)
  expect(JSON.parse(one?.body ?? '')).toEqual({
    token: expect.any(String),
    challenge: expect.any(String),
    type: 'url_verification',
  })
  const { receiver } = await subscribed('zoom', right.zoom)
  const [two] = receiver.requests
  const zoomText = `v0:${two?.headers['x-zm-request-timestamp']}:${two?.body}`
  expect(two?.headers['x-zm-signature']).toBe(`v0=${hmac(zoomText).digest('hex')}`)
  expect(JSON.parse(two?.body ?? '')).toMatchObject({
    event: 'endpoint.url_validation',
    payload: { plainToken: expect.any(String) },
    event_ts: expect.any(Number),
  })
})

test('CloudEvents asks by OPTIONS, Microsoft Graph by a token in the URL, beside its own query', async () => {
  const { receiver } = await subscribed('cloudevents', right.cloudevents)
  expect(receiver.requests[0]).toMatchObject({ method: 'OPTIONS', body: '' })
  expect(receiver.requests[0]?.headers).not.toHaveProperty('content-type')
  const graph = await startAnswering(right.graph)
  const sandbox = await startSandbox()
  const url = `${graph.url}?tenant=a%20b`
  await sandbox.request('POST', path, { url, handshake: 'graph' })
  expect(graph.requests[0]).toMatchObject({ method: 'POST', body: '' })
  expect(graph.requests[0]?.url.search).toMatch(/^\?tenant=a%20b&validationToken=Validation%3A%20/)
})

const json = (value: unknown) => JSON.stringify(value)
test.each<[HandshakeKind, string, (got: Got) => Reply, object]>([
  [
    'slack',
    'as JSON',
    ({ body }) => ({ body: json({ challenge: JSON.parse(body).challenge }) }),
    { code: 'ok' },
  ],
  ['slack', 'as a form', ({ body }) => ({ body: `challenge=${JSON.parse(body).challenge}` }), { code: 'ok' }],
  ['slack', 'with nothing', () => ({}), { code: 'missing', part: 'body', name: 'challenge' }],
  [
    'slack',
    'with other JSON',
    () => ({ body: '{"ok":true}' }),
    { code: 'missing', part: 'field', name: 'challenge' },
  ],
  [
    'slack',
    'with another text',
    () => ({ body: 'OK' }),
    { code: 'wrong', part: 'body', received: 'OK', how: 'other' },
  ],
  ['slack', 'with 401', () => ({ status: 401 }), { code: 'wrong_status', status: 401 }],
  [
    'zoom',
    'with the HMAC in base64',
    (got) => zoom(zoomToken(got), hmac(zoomToken(got)).digest('base64')),
    { code: 'wrong', name: 'encryptedToken', how: 'base64' },
  ],
  [
    'zoom',
    'without the HMAC',
    (got) => zoom(zoomToken(got), ''),
    { code: 'missing', name: 'encryptedToken' },
  ],
  [
    'zoom',
    'with another token',
    () => zoom('other', ''),
    { code: 'wrong', name: 'plainToken', received: 'other' },
  ],
  ['zoom', 'with text', () => ({ body: 'OK' }), { code: 'missing', part: 'field', name: 'plainToken' }],
  [
    'cloudevents',
    'with any origin at any rate',
    () => ({ headers: { 'webhook-allowed-origin': '*', 'webhook-allowed-rate': '*' } }),
    { code: 'ok' },
  ],
  ['cloudevents', 'with 405', () => ({ status: 405 }), { code: 'wrong_status', status: 405 }],
  [
    'cloudevents',
    'with nothing',
    () => ({}),
    { code: 'missing', part: 'header', name: 'WebHook-Allowed-Origin' },
  ],
  [
    'cloudevents',
    'with another origin',
    () => ({ headers: { 'webhook-allowed-origin': 'example.com', 'webhook-allowed-rate': '*' } }),
    { code: 'wrong', name: 'WebHook-Allowed-Origin', received: 'example.com' },
  ],
  [
    'cloudevents',
    'without a rate',
    () => ({ headers: { 'webhook-allowed-origin': '*' } }),
    { code: 'missing', name: 'WebHook-Allowed-Rate' },
  ],
  [
    'graph',
    'with the token as it is in the URL',
    ({ url }) => ({ headers: plain, body: url.search.replace('?validationToken=', '') }),
    { code: 'wrong', part: 'body', how: 'encoded' },
  ],
  [
    'graph',
    'in quotes',
    (got) => ({ headers: plain, body: json(tokenOf(got)) }),
    { code: 'wrong', how: 'quoted' },
  ],
  [
    'graph',
    'as JSON',
    (got) => ({ headers: { 'content-type': 'application/json' }, body: tokenOf(got) }),
    { code: 'wrong_type', content_type: 'application/json' },
  ],
  [
    'graph',
    'with 202',
    (got) => ({ status: 202, headers: plain, body: tokenOf(got) }),
    { code: 'wrong_status', status: 202 },
  ],
])('the handshake %s, answered %s', async (kind, _, answer, verdict) => {
  const { subscription, warnings } = await subscribed(kind, answer)
  const passed = subscription.last_handshake?.verdict.code === 'ok'
  expect(subscription.last_handshake?.verdict).toMatchObject(verdict)
  expect([subscription.status, subscription.disabled_reason_code]).toEqual(
    passed ? ['enabled', null] : ['disabled', 'handshake_failed'],
  )
  expect(warnings).toHaveLength(passed ? 0 : 1)
})

test('nothing is sent to a receiver that failed, until it passes', async () => {
  const { sandbox, receiver, subscription } = await subscribed('slack', () => ({}))
  const { id } = subscription
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect(await sandbox.deliveries()).toEqual([])
  receiver.answers(right.slack)
  const again = await sandbox.post<Made>(`${path}/${id}/handshake`, {})
  expect(again.subscription).toMatchObject({ status: 'enabled', disabled_reason_code: null })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect(receiver.requests.map(({ body }) => JSON.parse(body).type ?? 'event')).toEqual([
    'url_verification',
    'url_verification',
    'event',
  ])
})

test('a later failure disables the subscription and keeps what waits; removing the handshake enables it', async () => {
  const { sandbox, receiver, subscription } = await subscribed('slack', right.slack)
  const { id } = subscription
  receiver.answers(() => ({ status: 503 }))
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const failed = await sandbox.post<Made>(`${path}/${id}/handshake`, {})
  expect(failed.subscription).toMatchObject({ status: 'disabled', disabled_reason_code: 'handshake_failed' })
  expect(await sandbox.delivery(deliveries[0]?.id ?? '')).toMatchObject({ state: 'retrying' })
  const { body } = await sandbox.request<Made>('PATCH', `${path}/${id}`, { handshake: null })
  expect(body.subscription).toMatchObject({ status: 'enabled', handshake: null, last_handshake: null })
  const { status } = await sandbox.request('POST', `${path}/${id}/handshake`)
  expect(status).toBe(409)
})

test('a subscription that a caller disabled stays disabled', async () => {
  const { sandbox, subscription } = await subscribed('slack', right.slack, { status: 'disabled' })
  expect(subscription).toMatchObject({ status: 'disabled', disabled_reason_code: null })
  const again = await sandbox.post<Made>(`${path}/${subscription.id}/handshake`, {})
  expect(again.subscription).toMatchObject({
    status: 'disabled',
    last_handshake: { verdict: { code: 'ok' } },
  })
})

test('a change of the handshake or of the URL sends it, another change does not', async () => {
  const { sandbox, receiver, subscription } = await subscribed('slack', right.slack)
  const change = (changes: object) => sandbox.request<Made>('PATCH', `${path}/${subscription.id}`, changes)
  await change({ description: 'Cards' })
  expect(receiver.requests).toHaveLength(1)
  await change({ url: `${receiver.url}/other` })
  expect(receiver.requests.at(-1)?.url.pathname).toBe('/hook/other')
  receiver.answers(right.graph)
  await change({ url: receiver.url, handshake: 'graph' })
  expect(receiver.requests).toHaveLength(3)
  expect(tokenOf(receiver.requests[2] as Got)).not.toBe('')
})

test('a receiver that hangs or is not there fails by the outcome', async () => {
  const sandbox = await startSandbox()
  const hanging = await startReceiver([() => {}])
  const made = (url: string) =>
    sandbox.request<Made>('POST', path, { url, handshake: 'zoom', timeout_ms: 50 })
  const late = await made(hanging.url)
  expect(late.body.subscription.last_handshake).toMatchObject({
    verdict: { code: 'no_answer' },
    outcome: { kind: 'timed_out' },
    response: null,
  })
  await hanging.close()
  const gone = await made(hanging.url)
  expect(gone.body.subscription.last_handshake).toMatchObject({ outcome: { kind: 'refused' } })
  const blocked = await made('http://8.8.8.8/')
  expect(blocked.body.subscription.last_handshake).toMatchObject({ outcome: { kind: 'blocked' } })
})

test('the verdict survives a restart, and the same seed asks the same', async () => {
  const receiver = await startAnswering(() => ({}))
  const data = join(ownFolder(), 'sandbox.db')
  const ask = async (sandbox: TestSandbox) => {
    await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
    return sandbox.post<Made>(path, { url: receiver.url, handshake: 'slack' })
  }
  const sandbox = await startSandbox({ data })
  const { subscription } = await ask(sandbox)
  await sandbox.close()
  const again = await startSandbox({ data })
  const { subscriptions } = await again.get<{ subscriptions: Subscription[] }>(path)
  expect(subscriptions).toEqual([subscription])
  await ask(await startSandbox())
  expect(receiver.requests[1]?.body).toBe(receiver.requests[0]?.body)
})

test('a recorded session is played without handshakes: each receiver passes', async () => {
  const { sandbox, receiver } = await subscribed('slack', right.slack)
  receiver.answers(() => ({}))
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const session = await sessionOf(sandbox)
  const before = receiver.requests.length
  expect(await replayOf(session)).toMatchObject({ code: 0 })
  expect(receiver.requests).toHaveLength(before)
})

test('a handshake that the old address passes late does not enable the new address', async () => {
  let pass = () => {}
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const slow = await startReceiver([
    (response) => {
      const { challenge } = JSON.parse(slow.requests[0]?.body.toString() ?? '{}')
      pass = () => response.end(JSON.stringify({ challenge }))
      asked()
    },
  ])
  const wrong = await startAnswering(() => ({ status: 500 }))
  const sandbox = await startSandbox()
  const { body } = await sandbox.request<Made>('POST', path, {
    url: wrong.url,
    secret,
    scheme: 'slack',
    handshake: 'slack',
  })
  const at = `${path}/${body.subscription.id}`
  const late = sandbox.request<Made>('PATCH', at, { url: slow.url })
  await isAsked
  await sandbox.request('PATCH', at, { url: `${wrong.url}/new` })
  pass()
  await late
  const { subscription } = await sandbox.get<Made>(at)
  expect(subscription).toMatchObject({
    url: `${wrong.url}/new`,
    status: 'disabled',
    disabled_reason_code: 'handshake_failed',
  })
})
