import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Phases } from '../../../server/client/send.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

/** What is recorded of one attempt at each of so many deliveries, one after the other. */
async function attemptsAt(url: string, count = 1) {
  const sandbox = await startSandbox({ delivery: { retry_delays: [] } })
  await sandbox.subscribe(url)
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    ids.push((await sandbox.trigger('card.created')).deliveries[0]?.id ?? '')
    await sandbox.settle()
  }
  const attempts = await Promise.all(ids.map((id) => sandbox.attempts(id)))
  return attempts.map(([attempt]) => {
    if (!attempt) throw new Error('no attempt was made')
    return attempt
  })
}

/** Writes these bytes as the answer to whatever comes, then ends the connection. */
async function startTalker(...answer: (string | Buffer)[]) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      for (const part of answer) socket.write(part)
      socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
}

test.each([3_000_000, 5_000_000])(
  'the first 64 KiB of a response of %i bytes are stored, and a reasonable amount is read',
  async (length) => {
    const answer = Buffer.alloc(length, 'abcdefgh')
    const receiver = await startReceiver([(response) => response.end(answer)])
    for (const { outcome, response } of await attemptsAt(receiver.url, 2)) {
      expect(outcome).toEqual({ kind: 'responded', status: 200 })
      expect(response?.body).toBe(answer.subarray(0, 65_536).toString())
      expect(response?.truncated).toBe(true)
      expect(response?.size).toBeGreaterThanOrEqual(Math.min(length, 4_194_304))
      expect(response?.size).toBeLessThanOrEqual(length)
    }
    expect(receiver.requests).toHaveLength(2)
  },
)

test('an answer of HTTP/1.0 without a length ends where the connection ends', async () => {
  const [attempt] = await attemptsAt(
    await startTalker('HTTP/1.0 201 Made\r\nX-A: b\r\n\r\n', 'all of', ' it'),
  )
  expect(attempt?.outcome).toEqual({ kind: 'responded', status: 201 })
  expect(attempt?.response).toEqual({
    status: 201,
    http_version: '1.0',
    headers: [['X-A', 'b']],
    body: 'all of it',
    body_base64: null,
    size: 9,
    truncated: false,
  })
})

test('an answer in chunks is kept without them', async () => {
  const [attempt] = await attemptsAt(
    await startTalker(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
      '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n',
    ),
  )
  expect(attempt?.response).toMatchObject({ body: 'abcde', size: 5, http_version: '1.1' })
})

describe('phases', () => {
  const sumOf = (phases: Phases | null) =>
    Object.values(phases ?? {}).reduce((sum: number, ms) => sum + (ms ?? 0), 0)
  const number = expect.any(Number)

  test('phases are recorded and add up to the whole; a reused connection has no connect phase', async () => {
    const receiver = await startReceiver([(response) => response.end('x'.repeat(300_000))])
    const [first, second] = await attemptsAt(receiver.url.replace('127.0.0.1', 'localhost'), 2)
    expect(first?.phases).toEqual({
      dns_ms: number,
      connect_ms: number,
      tls_ms: null,
      send_ms: number,
      wait_ms: number,
      read_ms: number,
    })
    expect(second?.phases).toMatchObject({ dns_ms: null, connect_ms: null, tls_ms: null, wait_ms: number })
    for (const attempt of [first, second]) {
      expect(attempt?.duration_ms).toBeGreaterThan(0)
      expect(Math.abs(sumOf(attempt?.phases ?? null) - (attempt?.duration_ms ?? 0))).toBeLessThan(0.01)
    }
  })

  test('an attempt that was cut short tells those that it came to', async () => {
    const [attempt] = await attemptsAt('http://127.0.0.1:1/hook')
    expect(attempt?.outcome?.kind).toBe('refused')
    expect(attempt?.phases).toMatchObject({ connect_ms: number, send_ms: null, wait_ms: null, read_ms: null })
    expect(Math.abs(sumOf(attempt?.phases ?? null) - (attempt?.duration_ms ?? 0))).toBeLessThan(0.01)
  })
})
