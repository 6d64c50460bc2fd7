import { expect, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import type { Exchange } from '../../server/wire.ts'
import { runHere } from '../cli/here.ts'
import { lookAround } from '../client/listener.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { startOddReceiver } from '../helpers/odd-receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

/** A receiver whose answer is these bytes and no more. */
const startBreaking = (answer: string) => startOddReceiver((socket) => socket.end(answer))

/** A delivery after its first attempt at a receiver. */
async function attemptAt(
  url: string,
  delivery: Record<string, unknown> = {},
  fault?: string,
  outside = realOutside(),
) {
  const sandbox = await startSandbox({ delivery: { jitter: 0, ...delivery } }, outside)
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T10:00:00Z' })
  await sandbox.subscribe(url)
  const { deliveries } = await sandbox.trigger('card.created', { ...(fault !== undefined && { fault }) })
  await sandbox.settle()
  const told = await sandbox.delivery(deliveries[0]?.id ?? '')
  return { sandbox, delivery: told, attempt: told.attempts[0] }
}

const head = (status: string) => `HTTP/1.1 ${status}\r\nContent-Length: 100\r\nRetry-After: 7200\r\n\r\n`
const headers = [
  ['Content-Length', '100'],
  ['Retry-After', '7200'],
]

test('the received part of an interrupted response is kept, and the outcome shows the interruption', async () => {
  const receiver = await startBreaking(`${head('503 Busy')}half of it`)
  const { sandbox, delivery, attempt } = await attemptAt(receiver.url)
  expect(attempt).toMatchObject({
    outcome: { kind: 'reset', progress: { part: 'answer_body', bytes: 10, total: 100 } },
    response: { status: 503, headers, body: 'half of it', size: 10, truncated: false },
  })
  // What it asked for does not count, and no status is found by.
  expect(delivery).toMatchObject({ state: 'retrying', next_attempt_at: '2026-01-05T10:01:00.000000Z' })
  expect(await sandbox.deliveries('?status=503')).toEqual([])
  expect(await sandbox.deliveries('?q=half')).toMatchObject([{ id: delivery.id }])

  const { out } = await runHere(['deliveries', delivery.id, '--all', '--url', sandbox.url])
  expect(out).toContain('  HTTP/1.1 503  incomplete')
  expect(out).toContain('  half of it')
})

test('an interrupted 2xx response is neither a success nor a wrong acceptance', async () => {
  const receiver = await startBreaking(`${head('200 OK')}half`)
  expect((await attemptAt(receiver.url)).delivery.state).toBe('retrying')
  const { delivery } = await attemptAt(receiver.url, {}, 'tamper(signature)')
  expect(delivery).toMatchObject({ state: 'retrying', attempts: [{ response: { status: 200 } }] })
})

test.each([
  ['chunks', 'Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n9\r\nsec', 'firstsec'],
  ['what is no chunk', 'Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\nnone\r\n', 'first'],
  ['nothing of the body', 'Content-Length: 9\r\n\r\n', ''],
])('a body interrupted in %s is kept up to that point', async (_, rest, body) => {
  const receiver = await startBreaking(`HTTP/1.1 200 OK\r\n${rest}`)
  const { attempt } = await attemptAt(receiver.url)
  expect(attempt).toMatchObject({ outcome: { kind: 'reset' }, response: { status: 200, body } })
})

test('an answer that does not come to its end in time is kept as far as it came', async () => {
  const time = holdTimers(300)
  const receiver = await startOddReceiver((socket) => {
    socket.write(`${head('200 OK')}half`)
    void lookAround().then(time.release)
  })
  const { attempt } = await attemptAt(receiver.url, { timeout: '300ms' }, undefined, time.outside)
  expect(attempt).toMatchObject({
    outcome: { kind: 'timed_out', phase: 'reading' },
    response: { status: 200, body: 'half' },
  })
})

test('a response interrupted in its head has no stored response', async () => {
  const receiver = await startBreaking('HTTP/1.1 200 OK\r\nContent-Le')
  expect((await attemptAt(receiver.url)).attempt).toMatchObject({
    outcome: { kind: 'reset' },
    response: null,
  })
})

test('nobody is answered with what broke off at the address a capture was passed on to', async () => {
  const receiver = await startBreaking(`${head('201 Made')}half`)
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'tap', forward_to: receiver.url })
  expect((await sandbox.request('POST', '/in/tap', {})).status).toBe(502)
  const { id, reply, exchanges } = await sandbox.newestCapture()
  expect(reply).toMatchObject({ status: 502, kind: 'forward_failed' })
  // It is kept as far as it came, beside what broke it.
  const kept = {
    outcome: { kind: 'reset' },
    response: { status: 201, reason: 'Made', headers, body: 'half' },
  }
  expect(exchanges).toMatchObject([kept])
  const replayed = await sandbox.post<{ exchange: Exchange }>(`/sandbox/captures/${id}/replay`)
  expect(replayed.exchange).toMatchObject(kept)

  const { out, code } = await runHere(['capture', 'replay', id, '--url', sandbox.url])
  expect(out).toContain('  201 Made  incomplete')
  expect(code).toBe(1)
})
