import { expect, test } from 'vitest'
import type { Attempt, DeliveryRow } from '../../server/wire.ts'
import { partsOf, startRawReceiver } from '../helpers/raw-receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

type Seen = Awaited<ReturnType<typeof startRawReceiver>>['requests'][number]

function expectSame(attempt: Attempt | undefined, seen: Seen | undefined) {
  const { line, headers } = partsOf(seen?.head ?? '')
  expect(attempt?.request.headers).toEqual(headers)
  expect(Buffer.from(attempt?.request.body ?? '')).toEqual(seen?.body)
  return line
}

/** A sandbox subscribed to a raw receiver by a URL made of its port. */
async function startPair(urlOf: (port: number) => string, host = '127.0.0.1') {
  const receiver = await startRawReceiver([200], host)
  const sandbox = await startSandbox()
  await sandbox.subscribe(urlOf(receiver.port))
  return { receiver, sandbox }
}

test.each([
  ['a plain one', (port: number) => `http://127.0.0.1:${port}/hook`, '/hook'],
  ['one without a path', (port: number) => `http://127.0.0.1:${port}`, '/'],
  ['one with a query', (port: number) => `http://127.0.0.1:${port}/a/b?x=1&y=%20z`, '/a/b?x=1&y=%20z'],
  ['one with a fragment', (port: number) => `http://127.0.0.1:${port}/a?x=1#part`, '/a?x=1'],
  ['one with a user', (port: number) => `http://user:pass@127.0.0.1:${port}/a`, '/a'],
  [
    'one with letters of other tongues',
    (port: number) => `http://127.0.0.1:${port}/caf\u00e9?n=\u00fc`,
    '/caf%C3%A9?n=%C3%BC',
  ],
  ['one in capitals', (port: number) => `HTTP://LOCALHOST:${port}/A`, '/A'],
  ['one of a number', (port: number) => `http://2130706433:${port}/a`, '/a'],
  ['one with dots', (port: number) => `http://127.0.0.1:${port}/a/../b/./c`, '/b/c'],
])('the recorded request is the received request, at an address like %s', async (_, urlOf, target) => {
  const { receiver, sandbox } = await startPair(urlOf)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const [attempt] = await sandbox.attempts(deliveries[0]?.id ?? '')
  expect(expectSame(attempt, receiver.requests[0])).toBe(`POST ${target} HTTP/1.1`)
})

test('the recorded request is the received request, at an IPv6 address', async () => {
  const { receiver, sandbox } = await startPair((port) => `http://[::1]:${port}/a`, '::1')
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const [attempt] = await sandbox.attempts(deliveries[0]?.id ?? '')
  expectSame(attempt, receiver.requests[0])
  expect(attempt?.request.headers[0]).toEqual(['host', `[::1]:${receiver.port}`])
})

/** Sends an event, then sends it again with edits, and answers what the second attempt recorded and brought. */
async function resend(edits: Record<string, unknown>) {
  const { receiver, sandbox } = await startPair((port) => `http://127.0.0.1:${port}/hook`)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { status, body } = await sandbox.request<{ delivery: DeliveryRow }>(
    'POST',
    `/sandbox/deliveries/${deliveries[0]?.id}/resend`,
    edits,
  )
  expect(status).toBe(201)
  await sandbox.settle()
  const [attempt] = await sandbox.attempts(body.delivery.id)
  const seen = receiver.requests[1]
  expectSame(attempt, seen)
  return { seen }
}

test.each([
  ['a text', 'no json at all'],
  ['nothing', ''],
  ['letters of other tongues', '{"name":"Zo\u00eb \ud83d\ude00"}'],
  ['many of them', 'x'.repeat(300_000)],
])('a body edited to %s leaves as it is recorded', async (_, body) => {
  const { seen } = await resend({ body })
  expect(seen?.body.toString()).toBe(body)
})

test('a body edited to an object leaves as its JSON', async () => {
  const { seen } = await resend({ body: { b: 1, a: [2] } })
  expect(seen?.body.toString()).toBe('{"b":1,"a":[2]}')
})

test('edited headers leave in their order and case, one of ours replaced where it stood', async () => {
  const { seen } = await resend({
    headers: [
      ['X-One', '1'],
      ['Content-Type', 'text/plain'],
      ['x-one', '2'],
      ['X-Name', 'caf\u00e9 \u00ff'],
    ],
  })
  const names = partsOf(seen?.head ?? '').headers.map(([name]) => name)
  expect(names).toEqual([
    'host',
    'connection',
    'Content-Type',
    'user-agent',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'traceparent',
    'X-One',
    'x-one',
    'X-Name',
    'content-length',
  ])
  expect(seen?.head).toContain('X-Name: caf\u00e9 \u00ff')
})

test('a signature header edited by hand goes out as edited', async () => {
  const { seen } = await resend({ headers: { 'webhook-signature': 'v1,forged' } })
  expect(seen?.head).toContain('webhook-signature: v1,forged')
})

test('a header edited to nothing leaves empty', async () => {
  const { seen } = await resend({ headers: { 'X-Empty': '' } })
  expect(partsOf(seen?.head ?? '').headers).toContainEqual(['X-Empty', ''])
})

test.each([
  ' http://127.0.0.1:PORT/spaces  ',
  'http://127.0.0.1:PORT/spaces ',
  '\thttp://127.0.0.1:PORT/spaces',
])(
  'an address with blanks around it, %j, is refused or reached, and recorded as it was reached',
  async (text) => {
    const receiver = await startRawReceiver()
    const sandbox = await startSandbox()
    const url = text.replace('PORT', String(receiver.port))
    const { status, body } = await sandbox.call<{ webhook_subscription: { url: string } }>(
      'POST',
      '/webhooks',
      { url, events: ['*'] },
    )
    if (status === 400) return
    expect(status).toBe(201)
    const { deliveries } = await sandbox.trigger('card.created')
    await sandbox.settle()
    const [attempt] = await sandbox.attempts(deliveries[0]?.id ?? '')
    expect(expectSame(attempt, receiver.requests[0])).toBe('POST /spaces HTTP/1.1')
    expect(body.webhook_subscription.url).toBe(url)
  },
)

test.each(['Host', 'content-length', 'Transfer-Encoding', 'connection', 'Expect', 'bad name', ''])(
  'the header %j cannot be edited',
  async (name) => {
    const sandbox = await startSandbox()
    await sandbox.subscribe('http://127.0.0.1:9/')
    const { deliveries } = await sandbox.trigger('card.created')
    const { status } = await sandbox.request('POST', `/sandbox/deliveries/${deliveries[0]?.id}/resend`, {
      headers: { [name]: 'x' },
    })
    expect(status).toBe(422)
  },
)

test.each(['a\r\nInjected: 1', 'a\u0000', '\u0100', '\ud83d\ude00'])(
  'the header value %j cannot be edited in',
  async (value) => {
    const sandbox = await startSandbox()
    await sandbox.subscribe('http://127.0.0.1:9/')
    const { deliveries } = await sandbox.trigger('card.created')
    const { status } = await sandbox.request('POST', `/sandbox/deliveries/${deliveries[0]?.id}/resend`, {
      headers: { 'X-A': value },
    })
    expect(status).toBe(422)
  },
)
