import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { onTestFinished } from 'vitest'
import { createAnswerReader } from '../../server/client/parser.ts'
import { createSender, type Outgoing, plainWire, type SenderOptions } from '../../server/client/send.ts'
import { realOutside } from '../../server/outside.ts'

/** Feeds the pieces to a reader, then ends the connection; answers what became of it. */
export function readAnswer(pieces: readonly Buffer[]) {
  const reader = createAnswerReader()
  let progress = 'more'
  for (const piece of pieces) {
    // The reader may keep nothing of what it is given.
    const lent = Buffer.from(piece)
    progress = reader.take(lent)
    lent.fill(0xaa)
    if (progress !== 'more') break
  }
  if (progress === 'more' && reader.endsHere()) progress = 'done'
  if (progress === 'bad') return { bad: reader.trouble() }
  if (progress === 'more') return { bad: 'ends in the middle' }
  const { httpVersion, ...answer } = reader.answer()
  return { ...answer, httpVersion, keepsAlive: reader.keepsAlive(), idleS: reader.idleS() }
}

/** A sender with nothing special, closed when the test ends. */
export function startSender(over: Partial<SenderOptions> = {}) {
  const sender = createSender({
    outside: realOutside(),
    onShortage() {},
    allowPublic: false,
    proxy: null,
    noProxy: [],
    verifyTls: true,
    ca: undefined,
    ...over,
  })
  onTestFinished(() => sender.close())
  return sender
}

/** A plain request with a body, or with what is given instead. */
export function outgoing(url: string, over: Partial<Outgoing> = {}): Outgoing {
  const body = over.body ?? Buffer.from('{"a":1}')
  return {
    url,
    headers: [
      ['host', new URL(url).host],
      ['Content-Length', String(body.length)],
    ],
    body,
    wire: plainWire,
    ...over,
  }
}

/** Listens on a port of its own and hands over each socket; all are ended when the test ends. */
export async function startSocketServer(act: (socket: Socket, number: number) => void, host = '127.0.0.1') {
  const sockets: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    act(socket, sockets.length)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}/hook`, port, sockets }
}

/** Calls `act` with each whole request that a socket brings, its number counted on this socket. */
export function onRequest(socket: Socket, act: (number: number, text: string) => void) {
  let text = ''
  let number = 0
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    for (;;) {
      const head = text.indexOf('\r\n\r\n')
      const end = head + 4 + Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
      if (head < 0 || text.length < end) return
      const whole = text.slice(0, end)
      text = text.slice(end)
      act(++number, whole)
    }
  })
}

/** A receiver over TLS that answers 200 to each request; answers its port. Closed when the test ends. */
export async function startTlsReceiver(options: TlsOptions): Promise<number> {
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => {})
    onRequest(socket, () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    onTestFinished(() => void socket.destroy())
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
