import { execFile } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

/** Keeps what comes on each connection as it stands, and answers when nothing more has come for a moment. */
export async function startWire() {
  const taken: Buffer[] = []
  const server = createServer((socket) => {
    const mine = taken.push(Buffer.alloc(0)) - 1
    const answer = () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    let timer = setTimeout(answer, 1000)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      taken[mine] = Buffer.concat([taken[mine] ?? Buffer.alloc(0), chunk])
      clearTimeout(timer)
      timer = setTimeout(answer, 100)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, taken }
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
