import { outgoing, startSender, startSocketServer } from './answers.ts'

export const empty = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
export const forEver = { timeoutMs: 0 }

/** All that arrives at a server until the client ends, answered when `answerAt` bytes are there. */
export async function startListener(answerAt = Number.POSITIVE_INFINITY) {
  const seen = { text: '', end: '' }
  let tellEnd: (how: string) => void
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve
  })
  const server = await startSocketServer((socket) => {
    socket.on('data', (chunk) => {
      const before = seen.text.length
      seen.text += chunk.toString('latin1')
      if (before < answerAt && seen.text.length >= answerAt) socket.write(empty)
    })
    socket.on('end', () => tellEnd('end'))
    socket.on('error', (error) => tellEnd(String('code' in error && error.code)))
  })
  return { ...server, seen, ended }
}

/** When an exchange that begins now has ended, all that was written before has been read. */
export async function lookAround() {
  const { url } = await startListener(1)
  await startSender().send(outgoing(url), forEver).done
}
