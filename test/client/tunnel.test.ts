import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { describeOutcome } from '../../server/client/outcome.ts'
import { outgoing, startSender, startSocketServer } from './answers.ts'
import { forEver } from './listener.ts'

test('what comes in one packet with the word that the tunnel is open is said by the receiver', async () => {
  const { port } = await startSocketServer((socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nSSH-2.0-OpenSSH_9.2\r\n')),
  )
  const through = startSender({ proxy: `http://127.0.0.1:${port}` })
  const sent = await through.send(outgoing('https://localhost:81/'), forEver).done
  expect(sent.outcome).toEqual({
    kind: 'tls',
    detail: `through the proxy 127.0.0.1:${port}: the receiver does not speak TLS at this port. Use http in the address.`,
  })
})

test('a proxy that ends the connection in the middle of its answer to a tunnel, or resets it, is told so', async () => {
  const outcomeAt = async (answer: (socket: Socket) => void) => {
    const { port } = await startSocketServer((socket) => socket.once('data', () => answer(socket)))
    const through = startSender({ proxy: `http://127.0.0.1:${port}` })
    const { outcome } = await through.send(outgoing('https://localhost:81/'), forEver).done
    return describeOutcome(outcome).replace(String(port), '3128')
  }
  const proxy = 'connection refused: the proxy 127.0.0.1:3128'
  expect(await outcomeAt((socket) => socket.end('HTTP/1.1 200 Co'))).toBe(
    `${proxy} closed the connection after 15 bytes of its answer`,
  )
  expect(await outcomeAt((socket) => socket.resetAndDestroy())).toBe(
    `${proxy} reset the connection without an answer`,
  )
})
