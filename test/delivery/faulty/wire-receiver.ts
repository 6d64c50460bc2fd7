import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** What came on a connection, from the end of the message before: a whole message, or one that broke off. */
export interface Seen {
  /** Connections are counted from 1. */
  connection: number
  bytes: Buffer
  end: 'whole' | 'closed' | 'reset'
}

/** A message taken apart by what stands in it. */
export interface Message {
  line: string
  headers: [string, string][]
  /** Without its chunks. */
  body: Buffer
  isChunked: boolean
  /** How many bytes it takes on the wire. */
  length: number
}

/** The first message in some bytes; undefined while its head is not whole. A body that is not whole is as long as it is. */
export function messageIn(bytes: Buffer): (Message & { isWhole: boolean }) | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...rest] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = rest.map((text): [string, string] => {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/s.exec(text) ?? []
    return [name, value]
  })
  const valueIn = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1]
  const framed = bytes.subarray(end + 4)
  const isChunked = valueIn('transfer-encoding') === 'chunked'
  const head = { line, headers, isChunked }
  if (isChunked) {
    const { body, length } = unchunked(framed)
    return { ...head, body, length: end + 4 + (length ?? framed.length), isWhole: length !== undefined }
  }
  const said = Number(valueIn('content-length') ?? 0)
  const body = framed.subarray(0, said)
  return { ...head, body, length: end + 4 + body.length, isWhole: body.length === said }
}

/** A body out of its chunks, and how many bytes these took; undefined while the last is not there. */
function unchunked(framed: Buffer): { body: Buffer; length: number | undefined } {
  const pieces: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = framed.indexOf('\r\n', at)
    const size = lineEnd < 0 ? Number.NaN : Number.parseInt(framed.subarray(at, lineEnd).toString(), 16)
    const next = lineEnd + 2 + size + 2
    if (Number.isNaN(size) || framed.length < next) return { body: Buffer.concat(pieces), length: undefined }
    if (size === 0) return { body: Buffer.concat(pieces), length: next }
    pieces.push(framed.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
  }
}

/**
 * A receiver that keeps every byte of each connection and answers whole messages with the status that `answer` gives;
 * one that broke off gets none. Closed when the test ends.
 */
export async function startWireReceiver(
  answer: (seen: Seen, count: number) => number | Promise<number> = () => 200,
  port = 0,
) {
  const seen: Seen[] = []
  const sockets: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = sockets.push(socket)
    let bytes = Buffer.alloc(0)
    const keep = (length: number, end: Seen['end']): Seen => {
      const one = { connection, bytes: bytes.subarray(0, length), end }
      bytes = bytes.subarray(length)
      seen.push(one)
      return one
    }
    async function take(chunk: Buffer) {
      bytes = Buffer.concat([bytes, chunk])
      const message = messageIn(bytes)
      if (!message?.isWhole) return
      const status = await answer(keep(message.length, 'whole'), seen.length)
      socket.write(`HTTP/1.1 ${status} Answer\r\nContent-Length: 0\r\n\r\n`)
    }
    socket.on('data', (chunk: Buffer) => void take(chunk))
    socket.on('end', () => {
      // Bytes and a reset that are here at once are told as an end; but nobody is on the other side then.
      if (bytes.length > 0) keep(bytes.length, socket.remoteAddress === undefined ? 'reset' : 'closed')
      socket.end()
    })
    socket.on('error', () => bytes.length > 0 && keep(bytes.length, 'reset'))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${bound}/hook`, port: bound, seen, connections: () => sockets.length }
}
