import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Call } from '../../server/wire.ts'
import { sized, startCaptures, statusOf } from './world.ts'

/** What Java's HttpClient puts on its first request of a connection. */
const offer = (host: string) => [
  'Connection: Upgrade, HTTP2-Settings',
  'Content-Length: 7',
  host,
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
  'Upgrade: h2c',
  'User-Agent: Java-http-client/21',
  'Content-Type: application/json',
]
const pairs = (lines: string[]) =>
  lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])

/** Sends what is offered and, once an answer begins, the last request, which closes; answers all that came back. */
function inTurn(port: number, offered: (string | Buffer)[], last: string) {
  const socket = connect(port, '127.0.0.1', () => {
    for (const part of offered) socket.write(part, 'latin1')
  })
  socket.setEncoding('latin1').once('data', () => socket.write(last))
  return text(socket)
}
const statusesOf = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
/** Node 25 and newer drop what comes behind the body of an offer without waiting for its answer. */
const dropsWhatFollows = Number(process.versions.node.split('.')[0]) >= 25

test.skipIf(dropsWhatFollows)('requests pipelined after an upgrade offer are answered too', async () => {
  const sandbox = await startCaptures()
  const offered = `POST /in/demo HTTP/1.1\r\n${offer(sandbox.host).join('\r\n')}\r\n\r\n{"a":1}`
  const answers = await sandbox.exchange(offered, sandbox.head({ headers: ['Content-Length: 0'] }))
  expect(statusesOf(answers)).toEqual(['200', '200'])
})

test("a request that offers h2c, as Java's HttpClient does, is captured whole with its headers as sent", async () => {
  const sandbox = await startCaptures()
  const last = `${sandbox.head({ path: '/in/demo/2', headers: ['Content-Length: 0'] })}`
  const offered = `POST /in/demo HTTP/1.1\r\n${offer(sandbox.host).join('\r\n')}\r\n\r\n{"a":1}`
  expect(statusesOf(await inTurn(sandbox.port, [offered], last))).toEqual(['200', '200'])
  const [second, first] = await sandbox.captures()
  const whole = await sandbox.capture(first?.id ?? '')
  expect(whole).toMatchObject({ method: 'POST', path: '/in/demo', body: '{"a":1}' })
  expect(whole.headers).toEqual(pairs(offer(sandbox.host)))
  expect((await sandbox.capture(second?.id ?? '')).headers).not.toContainEqual(['Upgrade', 'h2c'])
})

test('a body that follows the offer later is captured too, header bytes above 0x7f with it', async () => {
  const sandbox = await startCaptures()
  const head = `PUT /in/demo?x=1 HTTP/1.1\r\n${offer(sandbox.host).join('\r\n')}\r\nX-Name: caf\u00e9\r\n\r\n`
  const last = sandbox.head({ path: '/in/other', headers: ['Content-Length: 0'] })
  await inTurn(sandbox.port, [head, Buffer.from([0xff, 0x00]), Buffer.from('abcde')], last)
  const [row] = await sandbox.captures('?endpoint=demo')
  const whole = await sandbox.capture(row?.id ?? '')
  expect(whole.body_base64).toBe(Buffer.from([0xff, 0x00, ...Buffer.from('abcde')]).toString('base64'))
  expect(whole.headers).toContainEqual(['X-Name', 'caf\u00e9'])
})

test('the emulated API takes a call that offers h2c and records its headers as sent', async () => {
  const sandbox = await startCaptures()
  const body = '{"url":"http://127.0.0.1:9/x","events":["*"]}'
  const headers = [
    'Authorization: demo',
    'Identity: demo',
    'Content-Type: application/json',
    sized(body),
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAEA',
  ]
  const close = sandbox.head({ method: 'GET', path: '/sandbox/health' })
  const offered = `POST /api/v0.1/webhooks HTTP/1.1\r\n${sandbox.host}\r\n${headers.join('\r\n')}\r\n\r\n${body}`
  const answer = await inTurn(sandbox.port, [offered], close)
  expect(statusOf(answer)).toBe(201)
  const { calls } = await sandbox.get<{ calls: { id: string }[] }>('/sandbox/calls')
  const { call } = await sandbox.get<{ call: Call }>(`/sandbox/calls/${calls[0]?.id}`)
  expect(call.request.headers).toContainEqual(['Upgrade', 'h2c'])
  expect(call.request.body).toBe(body)
})

test("the sandbox's own API takes an order that offers h2c", async () => {
  const sandbox = await startCaptures()
  const body = '{"event":"card.created"}'
  const headers = [
    'Content-Type: application/json',
    sized(body),
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAEA',
  ]
  const close = sandbox.head({ method: 'GET', path: '/sandbox/health' })
  const offered = `POST /sandbox/events HTTP/1.1\r\n${sandbox.host}\r\n${headers.join('\r\n')}\r\n\r\n${body}`
  const answer = await inTurn(sandbox.port, [offered], close)
  expect(statusOf(answer)).toBe(201)
})

test('a WebSocket knocking at a receiver is captured like any request', async () => {
  const sandbox = await startCaptures()
  const headers = [
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
  ]
  const close = sandbox.head({ path: '/in/other', headers: ['Content-Length: 0'] })
  const answer = await sandbox.exchange(
    `GET /in/demo HTTP/1.1\r\n${sandbox.host}\r\n${headers.join('\r\n')}\r\n\r\n`,
    close,
  )
  expect(statusOf(answer)).toBe(200)
  const [row] = await sandbox.captures('?endpoint=demo')
  expect((await sandbox.capture(row?.id ?? '')).headers).toContainEqual(['Upgrade', 'websocket'])
})

test('an offer from a foreign page is refused at a receiver as any write is', async () => {
  const sandbox = await startCaptures()
  const head = `POST /in/demo HTTP/1.1\r\n${sandbox.host}\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\nok`
  const answer = await inTurn(sandbox.port, [head], sandbox.head({ method: 'GET', path: '/sandbox/health' }))
  expect(statusOf(answer)).toBe(403)
  expect(await sandbox.captures()).toEqual([])
})
