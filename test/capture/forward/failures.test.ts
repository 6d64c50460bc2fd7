import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { ControlError } from '../../../server/wire.ts'
import { startTlsReceiver } from '../../client/answers.ts'
import { lookAround } from '../../client/listener.ts'
import { holdTimers } from '../../helpers/held-time.ts'
import { startTap, startTarget } from './world.ts'

/** A receiver that does this with the first bytes of each connection. */
async function startOdd(answer: string | 'reset' | (() => void)) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      if (answer === 'reset') socket.resetAndDestroy()
      else if (typeof answer === 'string') socket.end(answer)
      else answer()
    })
    onTestFinished(() => void socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
}
async function nobody() {
  const { origin, close } = await startTarget()
  close()
  return origin
}

test.each([
  ['refused', nobody, { kind: 'refused' }, 'connection refused: '],
  ['reset', () => startOdd('reset'), { kind: 'reset' }, 'connection lost: '],
  [
    'time',
    (timeIsOver: () => void) => startOdd(() => void lookAround().then(timeIsOver)),
    { kind: 'timed_out', after_ms: 200, phase: 'waiting' },
    'timed out after 200 ms while waiting for the response',
  ],
  ['no http', () => startOdd('hello\r\n'), { kind: 'reset', code: 'unreadable' }, 'the response is not HTTP'],
  [
    'public',
    async () => 'http://192.0.2.1/x',
    { kind: 'blocked' },
    'not sent: 192.0.2.1 is a public address',
  ],
  ['no name', async () => 'http://none.invalid/x', { kind: 'dns' }, 'name not found: '],
])(
  '%s: the sender still gets an answer that says why, and the capture shows it',
  async (_name, at, outcome, says) => {
    const time = holdTimers(200)
    const to = await at(time.release)
    const tap = await startTap(to, { delivery: { timeout: '200ms' } }, time.outside)
    const { status, body } = await tap.request<ControlError>('POST', '/in/tap', { a: 1 })
    expect([status, body.error.code]).toEqual([502, 'forward_failed'])
    expect(body.error.message).toContain(`The request could not be forwarded to ${to}: ${says}`)
    const { reply, exchanges } = await tap.newestCapture()
    expect(reply).toMatchObject({ status: 502, kind: 'forward_failed', to, outcome })
    expect(reply.instead).toBeUndefined()
    expect(exchanges).toMatchObject([{ url: new URL(to).href, outcome, response: null }])
  },
)

test('where a reply is set, it answers in place of a forward that failed, step by step', async () => {
  const tap = await startTap(await nobody())
  await tap.request('PATCH', '/sandbox/endpoints/tap', {
    reply: [{ status: 503, body: 'later' }, { status: 204 }],
  })
  const answers = [await tap.request('POST', '/in/tap', {}), await tap.request('POST', '/in/tap', {})]
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [503, 'later'],
    [204, ''],
  ])
  expect((await tap.newestCapture()).reply).toMatchObject({
    kind: 'forward_failed',
    outcome: { kind: 'refused' },
    instead: { kind: 'step', step: { number: 2, of: 2 } },
  })
})

test('only the first one answers: the others may fail, and are shown', async () => {
  const target = await startTarget((response) => response.writeHead(201).end())
  const tap = await startTap([target.origin, await nobody()])
  expect((await tap.request('POST', '/in/tap', {})).status).toBe(201)
  const { exchanges } = await tap.withExchanges(2)
  expect(exchanges.map(({ outcome }) => outcome.kind).toSorted()).toEqual(['refused', 'responded'])
})

test('an answer that is too large is not given in part', async () => {
  const target = await startTarget((response) => response.end(Buffer.alloc(34_000_000)))
  const tap = await startTap(target.origin)
  const { status, body } = await tap.request<ControlError>('POST', '/in/tap', 'x')
  expect([status, body.error.message]).toEqual([502, expect.stringContaining('33554432 bytes')])
  expect((await tap.newestCapture()).exchanges[0]?.outcome).toEqual({ kind: 'responded', status: 200 })
})

test('a sender that does not wait for the answer is passed on all the same', async () => {
  let release = () => {}
  const target = await startTarget((response) => {
    release = () => response.end('late')
  })
  const tap = await startTap(target.origin)
  const gone = new AbortController()
  const sent = fetch(`${tap.url}/in/tap`, { method: 'POST', body: 'x', signal: gone.signal }).catch(
    () => 'gone',
  )
  while (target.requests.length === 0) await tap.get('/sandbox/health')
  gone.abort()
  expect(await sent).toBe('gone')
  release()
  expect((await tap.withExchanges(1)).exchanges[0]?.response?.body).toBe('late')
})

test('a blocked public address is reported with the setting that allows it, with one full stop', async () => {
  const tap = await startTap('http://192.0.2.1/x')
  const { body } = await tap.request<ControlError>('POST', '/in/tap?reply=abc', {})
  expect(body.error.message).toMatch(/delivery\.allow_public\.$/)
  expect(body.error.fix).toContain('delivery.allow_public')
  expect((await tap.newestCapture()).reply).toMatchObject({
    kind: 'forward_failed',
    outcome: { kind: 'blocked' },
    url_problem: { given: 'reply=abc' },
  })
})

test.each([
  [
    'no TLS',
    async () => (await startOdd('HTTP/1.1 400 Bad Request\r\n\r\n')).replace('http:', 'https:'),
    'supports TLS',
  ],
  [
    'another protocol',
    () => startOdd('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    'a status of 200 or above',
  ],
])('to whom answers with %s the fix names what would help', async (_, at, says) => {
  const tap = await startTap(await at())
  const { status, body } = await tap.request<ControlError>('POST', '/in/tap', {})
  expect([status, body.error.fix]).toEqual([502, expect.stringContaining(says)])
})

const folder = new URL('../../client/certificates/', import.meta.url)
const certificate = (name: string) => readFileSync(new URL(`${name}.pem`, folder), 'latin1')
const asks = { requestCert: true, rejectUnauthorized: true }

const askNone = 'Let the receiver accept clients without a certificate'

test.each([
  ['that has expired above its own', 'root', 'below-expired', {}, 'Correct the certificate'],
  [
    'that asks for one of the client, by TLS 1.2',
    'authority',
    'good',
    { ...asks, maxVersion: 'TLSv1.2' },
    askNone,
  ],
  [
    'that asks for one of the client, by TLS 1.3',
    'authority',
    'good',
    { ...asks, minVersion: 'TLSv1.3' },
    askNone,
  ],
] as const)(
  'to whom has a certificate %s the fix names what would help',
  async (_, ca, name, options, says) => {
    const text = certificate(name)
    const port = await startTlsReceiver({ key: text, cert: text, ...options })
    const delivery = { ca: fileURLToPath(new URL(`${ca}.pem`, folder)) }
    const tap = await startTap(`https://localhost:${port}/`, { delivery })
    const { status, body } = await tap.request<ControlError>('POST', '/in/tap', {})
    expect([status, body.error.fix]).toEqual([502, expect.stringContaining(says)])
  },
)
