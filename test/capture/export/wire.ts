import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

/** Keeps what comes on each connection as it stands, and answers once the request is whole. */
export async function startWire() {
  const taken: Buffer[] = []
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(200, { connection: 'close', 'content-length': 0 }).end())
  })
  server.on('connection', (socket) => {
    const mine = taken.push(Buffer.alloc(0)) - 1
    socket.on('data', (chunk) => {
      taken[mine] = Buffer.concat([taken[mine] ?? Buffer.alloc(0), chunk])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, taken }
}

/** Writes bytes and hangs up once anything was answered. */
export function sendBytes(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => void socket.write(bytes))
    socket.on('error', reject)
    socket.once('data', () => {
      socket.destroy()
      resolve()
    })
  })
}

/** Runs a command as a shell does that reads it, against another port of this machine. */
export async function runAgainst(command: string, { from, to }: { from: number; to: number }) {
  const running = promisify(execFile)('sh', [])
  running.child.stdin?.end(command.replaceAll(`127.0.0.1:${from}`, `127.0.0.1:${to}`))
  await running
}
