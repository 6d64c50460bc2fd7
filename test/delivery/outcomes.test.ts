import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { outcomeOfConnectError } from '../../server/client/outcome.ts'
import type { Outside } from '../../server/outside.ts'
import { lookAround } from '../client/listener.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { startOddReceiver } from '../helpers/odd-receiver.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

/** Delivers one event to a URL and answers its first attempt. */
async function attemptAt(url: string, timeout = '10s', order = {}, outside?: Outside) {
  // A fault has a retry of its own where there is none.
  const retry_delays = 'fault' in order ? ['1d'] : []
  const sandbox = await startSandbox({ delivery: { retry_delays, timeout } }, outside)
  await sandbox.subscribe(url)
  const { deliveries } = await sandbox.trigger('card.created', order)
  await sandbox.settle()
  const delivery = await sandbox.delivery(deliveries[0]?.id ?? '')
  const [attempt] = delivery.attempts
  if (!attempt) throw new Error('no attempt was made')
  expect(delivery.last_outcome).toEqual(attempt.outcome)
  return { ...attempt, delivery, sandbox }
}
/** The same of a receiver that acts so, whose 300 ms are over once it has done that and all of it has been read. */
async function cutAt(act: (socket: Socket) => void, { onConnect = false, order = {} } = {}) {
  const time = holdTimers(300)
  let acted = () => {}
  const hasActed = new Promise<void>((resolve) => {
    acted = resolve
  })
  const receiver = await startOddReceiver(
    (socket) => {
      act(socket)
      acted()
    },
    { onConnect },
  )
  const attempt = attemptAt(receiver.url, '300ms', order, time.outside)
  await hasActed
  await lookAround()
  time.release()
  return attempt
}

test('an attempt shows the status, headers and body of its response', async () => {
  const receiver = await startOddReceiver((socket) =>
    socket.end('HTTP/1.1 404 Nope\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\n\r\nno'),
  )
  const { outcome, response, duration_ms } = await attemptAt(receiver.url)
  expect(outcome).toEqual({ kind: 'responded', status: 404 })
  expect(response).toEqual({
    status: 404,
    http_version: '1.1',
    headers: [
      ['X-A', '1'],
      ['x-a', '2'],
      ['Content-Length', '2'],
    ],
    body: 'no',
    body_base64: null,
    size: 2,
    truncated: false,
  })
  expect(duration_ms).toBeGreaterThan(0)
})

test('a port where nobody listens: refused', async () => {
  expect((await attemptAt('http://127.0.0.1:1/hook')).outcome).toEqual({
    kind: 'refused',
    code: 'ECONNREFUSED',
    address: '127.0.0.1:1',
    detail: expect.any(String),
  })
})

test.each([
  ['EINVAL', 'fe80::1', { code: 'zone_missing', address: '[fe80::1]:80' }],
  ['EADDRNOTAVAIL', '::1', { code: 'EADDRNOTAVAIL', address: '[::1]:80' }],
  ['EODD', '10.0.0.1', { code: 'EODD', address: '10.0.0.1:80', text: 'connect EODD 10.0.0.1:80' }],
])('a connection refused by the system (%s to %s) is reported with the reason', (code, address, facts) => {
  const error = new Error(`connect ${code} ${address}:80 - Local (:::0)`)
  expect(
    outcomeOfConnectError(Object.assign(error, { code, syscall: 'connect', address, port: 80 })),
  ).toEqual({
    kind: 'refused',
    ...facts,
  })
})

test('localhost where nobody listens on either family: refused', async () => {
  expect((await attemptAt('http://localhost:1/hook')).outcome).toMatchObject({
    kind: 'refused',
    code: 'ECONNREFUSED',
    address: expect.stringMatching(/^(?:127\.0\.0\.1|\[::1\]):1$/),
  })
})

test('localhost reaches a receiver on one family only', async () => {
  const receiver = await startReceiver()
  expect((await attemptAt(receiver.url.replace('127.0.0.1', 'localhost'))).outcome).toEqual({
    kind: 'responded',
    status: 200,
  })
})

test('a connection cut before any answer: reset', async () => {
  const receiver = await startOddReceiver((socket) => socket.resetAndDestroy())
  const { outcome, response } = await attemptAt(receiver.url)
  expect([outcome?.kind, response]).toEqual(['reset', null])
})

test('a connection closed without a word: reset', async () => {
  const receiver = await startOddReceiver((socket) => socket.end())
  expect((await attemptAt(receiver.url)).outcome?.kind).toBe('reset')
})

test('a connection cut in the middle of the answer: reset', async () => {
  const receiver = await startOddReceiver((socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy()),
  )
  expect((await attemptAt(receiver.url)).outcome?.kind).toBe('reset')
})

test('no answer in time: timed_out, with the time', async () => {
  const { outcome, delivery } = await cutAt(() => {})
  expect(outcome).toMatchObject({ kind: 'timed_out', after_ms: 300, phase: 'waiting' })
  expect(delivery.state).toBe('failed')
})

test('an answer that begins and never ends: timed_out', async () => {
  const begins = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'
  expect((await cutAt((socket) => socket.write(begins))).outcome).toMatchObject({
    kind: 'timed_out',
    after_ms: 300,
    phase: 'reading',
  })
})

test('a connection that is taken and never read: timed_out', async () => {
  expect((await cutAt((socket) => socket.pause(), { onConnect: true })).outcome).toMatchObject({
    kind: 'timed_out',
    after_ms: 300,
    phase: 'waiting',
  })
})

test('a request that leaves too slowly by the fault slow: timed_out at its pace, and nothing is said against the receiver', async () => {
  const { outcome } = await cutAt(() => {}, { onConnect: true, order: { fault: 'slow(10)' } })
  expect(outcome).toMatchObject({ kind: 'timed_out', after_ms: 300, phase: 'sending', during: 'pace' })
})

test('a receiver that stops reading a slow request is distinguished from the pace of the fault', async () => {
  const order = { fault: 'oversize(16mb) | slow(1024mb)' }
  const { outcome } = await cutAt((socket) => socket.pause(), { onConnect: true, order })
  expect(outcome).toMatchObject({ kind: 'timed_out', after_ms: 300, phase: 'sending' })
  expect(outcome).not.toHaveProperty('during')
})

test('an answer that is no HTTP: reset, and it says so', async () => {
  const receiver = await startOddReceiver((socket) => socket.end('SSH-2.0-OpenSSH_9.7\r\n'))
  expect((await attemptAt(receiver.url)).outcome).toMatchObject({
    kind: 'reset',
    code: 'unreadable',
    flaw: 'not_http',
  })
})

test('https to a port that speaks plain HTTP: tls', async () => {
  const receiver = await startReceiver()
  expect((await attemptAt(receiver.url.replace('http:', 'https:'))).outcome?.kind).toBe('tls')
})

test('a name that nobody has: dns', async () => {
  const { outcome, phases } = await attemptAt('http://nobody.invalid/hook')
  expect(outcome).toMatchObject({ kind: 'dns', code: 'ENOTFOUND', address: 'nobody.invalid' })
  expect(phases).toMatchObject({ dns_ms: expect.any(Number), connect_ms: null })
})

test.each(['http://8.8.8.8/', 'http://[::ffff:8.8.8.8]/', 'http://0x08080808/', 'http://134744072:81/x'])(
  '%s is not sent to: blocked, with the key that would allow it',
  async (url) => {
    const { outcome, response, delivery } = await attemptAt(url)
    expect(outcome).toMatchObject({
      kind: 'blocked',
      code: 'public_address',
      address: expect.stringMatching(/8\.8\.8\.8|808:808/),
    })
    expect([response, delivery.state]).toEqual([null, 'failed'])
  },
)

test('a redirect is not followed: it is a failure with the answer kept', async () => {
  const target = await startReceiver()
  const receiver = await startReceiver([{ status: 302, headers: { location: target.url } }])
  const { outcome, response } = await attemptAt(receiver.url)
  expect(outcome).toEqual({ kind: 'responded', status: 302 })
  expect(response?.headers).toContainEqual(['location', target.url])
  expect(target.requests).toEqual([])
})

test('the beginning of a response larger than 64 KiB is stored', async () => {
  const receiver = await startReceiver([(response) => response.end('x'.repeat(65_537))])
  const { outcome, response } = await attemptAt(receiver.url)
  expect(outcome).toEqual({ kind: 'responded', status: 200 })
  expect([response?.body.length, response?.truncated]).toEqual([65_536, true])
})

test('an answer of exactly 64 KiB is kept whole', async () => {
  const receiver = await startReceiver([(response) => response.end('x'.repeat(65_536))])
  const { response } = await attemptAt(receiver.url)
  expect([response?.body.length, response?.truncated]).toEqual([65_536, false])
})

test('an answer without end is left off, and counts by its status', async () => {
  const receiver = await startOddReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
    const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const push = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', push)
    push()
  })
  const { outcome, response } = await attemptAt(receiver.url)
  expect(outcome).toEqual({ kind: 'responded', status: 200 })
  expect(response?.truncated).toBe(true)
})

test('an early hint before the answer is passed over', async () => {
  const receiver = await startOddReceiver((socket) =>
    socket.end(
      'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n',
    ),
  )
  expect((await attemptAt(receiver.url)).outcome).toEqual({ kind: 'responded', status: 201 })
})

test('with a timeout of 0 an attempt waits as long as it takes', async () => {
  let answer = () => {}
  const receiver = await startReceiver([(response) => (answer = () => response.writeHead(200).end())])
  const sandbox = await startSandbox({ delivery: { timeout: '0' } })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.waitFor(`kind=delivery&state=sending`)
  while (receiver.requests.length === 0) await sandbox.get('/sandbox/health')
  expect((await sandbox.delivery(deliveries[0]?.id ?? '')).state).toBe('sending')
  answer()
  await sandbox.settle()
  expect((await sandbox.delivery(deliveries[0]?.id ?? '')).state).toBe('succeeded')
})

test("a subscription's own timeout goes before the config's", async () => {
  const receiver = await startOddReceiver(() => {})
  const sandbox = await startSandbox({ delivery: { timeout: '0', retry_delays: [] } })
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { timeout_ms: 30 })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  expect((await sandbox.attempts(deliveries[0]?.id ?? ''))[0]?.outcome).toMatchObject({
    kind: 'timed_out',
    after_ms: 30,
    phase: expect.any(String),
  })
})

test('a receiver that closes each connection without saying so gets every event', async () => {
  const receiver = await startOddReceiver((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  )
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  for (let i = 0; i < 3; i++) {
    await sandbox.trigger('card.created')
    await sandbox.settle()
  }
  expect((await sandbox.deliveries()).map(({ state }) => state)).toEqual([
    'succeeded',
    'succeeded',
    'succeeded',
  ])
})
