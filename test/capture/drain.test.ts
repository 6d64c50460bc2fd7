import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readBody } from '../../server/capture/read-body.ts'
import { readIncoming } from '../../server/http/read-limited.ts'
import { statusOf } from './world.ts'

const [limit, drain] = [1000, 500_000]
/** What the system and Node may have taken from a connection beyond what was read. */
const beyond = 200_000

/** A server that reads as the sandbox does and answers 413, unless told otherwise; tells what was read of its first request. */
async function startReading<T>(
  read: (request: IncomingMessage) => Promise<T>,
  answer: (response: ServerResponse) => void = (response) =>
    response.writeHead(413, { connection: 'close' }).end(),
) {
  let told: (result: T) => void
  const result = new Promise<T>((resolve) => (told = resolve))
  let taken = () => 0
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    taken = () => socket.bytesRead
    const body = await read(request)
    answer(response)
    told(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, result, taken: () => taken() }
}

/** Sends chunks of a body, for ever where no number says how many; answers what came back once the connection has ended. */
function send(port: number, chunks = Number.POSITIVE_INFINITY) {
  const chunk = `2710\r\n${'x'.repeat(10_000)}\r\n`
  let text = ''
  let left = chunks
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    more()
  })
  function more() {
    // A write that fails says so before its socket counts as destroyed, from Node 24 on.
    if (left-- > 0) socket.write(chunk, (error) => error || socket.destroyed || more())
    else socket.write('0\r\n\r\n')
  }
  socket.on('data', (bytes) => (text += bytes))
  socket.on('error', () => {})
  return new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
}

test('a body over the limit is read to its end and thrown away, so that its sender sees the answer', async () => {
  const { port, result } = await startReading((request) => readBody(request, limit, drain))
  expect(statusOf(await send(port, 40))).toBe(413)
  expect(await result).toEqual({ body: null, bodySize: 400_000, bodyCut: false, refused: null })
})

test('a body without an end is read up to the limit and answered', async () => {
  const { port, result, taken } = await startReading((request) => readBody(request, limit, drain))
  const ended = send(port)
  const { body, bodySize, bodyCut } = await result
  expect([body, bodyCut]).toEqual([null, false])
  expect(bodySize).toBeGreaterThan(drain)
  expect(bodySize).toBeLessThan(drain + beyond)
  expect(taken()).toBeLessThan(drain + beyond)
  expect(statusOf(await ended)).toBe(413)
})

test('elsewhere the connection of one that does not end is ended at the bound', async () => {
  const notYet = () => {}
  const { port, result, taken } = await startReading((request) => readIncoming(request, limit, drain), notYet)
  expect(await send(port)).toBe('')
  expect(await result).toBe('too-large')
  expect(taken()).toBeGreaterThan(drain)
  expect(taken()).toBeLessThan(drain + beyond)
})
