import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { openPort, serve } from '../../server/listener.ts'
import type { LiveSocket } from '../../server/live/socket.ts'
import { realOutside } from '../../server/outside.ts'
import { rawExchange } from '../helpers/raw.ts'

const config = parseConfig({ port: 0 }, 'the test')
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** An open port that nobody answers at yet. */
async function openOne() {
  const port = await openPort(config)
  const { server, door } = port
  onTestFinished(() => {
    server.closeAllConnections()
    door.shut()
  })
  const { port: number } = server.address() as AddressInfo
  let came = 0
  server.on('connection', () => came++)
  /** Until so many were taken in and all that they said is here. */
  async function taken(count: number) {
    while (came < count) await turn()
    for (let passed = 0; passed < 5; passed++) await turn()
  }
  return { port, number, taken }
}

const answering = {
  config,
  outside: realOutside(),
  receive: async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const chunk of request) text += chunk
    response.end(`kept ${text}`)
  },
  recordUnread: async () => {},
  handle: async (request: IncomingMessage, response: ServerResponse) => response.end(`seen ${request.url}`),
  live: {
    accept: ({ socket }) => void socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    close: () => {},
  } satisfies LiveSocket,
  onTrouble: () => {},
  onRefused: () => {},
}

test('requests between the opening of the port and the first answer are answered then', async () => {
  const { port, number, taken } = await openOne()
  const head = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, `Host: 127.0.0.1:${number}`, ...more, '', ''].join('\r\n')
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  const asked = [
    rawExchange(number, head('GET /sandbox/health', 'Connection: close')),
    rawExchange(number, head('POST /in/shop', 'Connection: close', 'Content-Length: 3'), 'abc'),
    rawExchange(number, head('GET /sandbox/live', ...upgrade)),
    rawExchange(number, head('GET /one'), head('GET /two', 'Connection: close')),
    rawExchange(number, 'no HTTP\r\n\r\n'),
  ]
  const halved = connect(number, '127.0.0.1')
  halved.setEncoding('latin1').write(head('GET /halved', 'Connection: close').slice(0, 20))
  const gone = connect(number, '127.0.0.1', () => gone.resetAndDestroy())
  await taken(7)

  serve(port, answering)
  halved.write(head('GET /halved', 'Connection: close').slice(20))
  expect(await Promise.all(asked)).toEqual([
    expect.stringMatching(/ 200 OK\r\n[\s\S]*seen \/sandbox\/health/),
    expect.stringMatching(/ 200 OK\r\n[\s\S]*kept abc/),
    expect.stringMatching(/ 101 Switching Protocols\r\n/),
    expect.stringMatching(/ 200 OK\r\n[\s\S]*seen \/one[\s\S]* 200 OK\r\n[\s\S]*seen \/two/),
    expect.stringMatching(/ 400 Bad Request\r\n[\s\S]*"request_malformed"/),
  ])
  expect((await halved.toArray()).join('')).toMatch(/ 200 OK\r\n[\s\S]*seen \/halved/)
  expect(await rawExchange(number, head('GET /later', 'Connection: close'))).toContain('seen /later')
})

test('who waits when the start fails is sent away', async () => {
  const { port, number, taken } = await openOne()
  const waits = rawExchange(number, 'GET / HTTP/1.1\r\n\r\n')
  await taken(1)
  const ended = new Promise((resolve) => port.server.once('close', resolve))
  port.door.shut()
  expect(await waits).toBe('')
  await ended
})
