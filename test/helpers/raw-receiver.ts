import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A receiver that keeps the very bytes of each request and answers by status, the last for ever; closed when the test ends. */
export async function startRawReceiver(statuses: number[] = [200], host = '127.0.0.1', port = 0) {
  const requests: { head: string; body: Buffer }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let bytes = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = bytes.subarray(0, end).toString('latin1')
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
      if (bytes.length < end + 4 + length) return
      requests.push({ head, body: bytes.subarray(end + 4, end + 4 + length) })
      bytes = bytes.subarray(end + 4 + length)
      const status = statuses[Math.min(requests.length, statuses.length) - 1]
      socket.write(`HTTP/1.1 ${status} Answer\r\nContent-Length: 0\r\n\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, requests }
}

/** The request line and the header pairs of a head. */
export function partsOf(head: string): { line: string; headers: [string, string][] } {
  const [line = '', ...rest] = head.split('\r\n')
  return {
    line,
    headers: rest.map((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 2)]),
  }
}
