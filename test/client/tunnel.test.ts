import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { outgoing, startSender, startSocketServer } from './answers.ts'
import { forEver } from './listener.ts'

test('bytes in the same packet as the opening of the tunnel belong to the receiver', async () => {
  const { port } = await startSocketServer((socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nSSH-2.0-OpenSSH_9.2\r\n')),
  )
  const through = startSender({ proxy: `http://127.0.0.1:${port}` })
  const sent = await through.send(outgoing('https://localhost:81/'), forEver).done
  expect(sent.outcome).toEqual({
    kind: 'tls',
    code: 'no_tls',
    address: 'localhost:81',
    proxy: `127.0.0.1:${port}`,
  })
})

test('a proxy that ends or resets the connection within its response is reported', async () => {
  const outcomeAt = async (answer: (socket: Socket) => void) => {
    const { port } = await startSocketServer((socket) => socket.once('data', () => answer(socket)))
    const through = startSender({ proxy: `http://127.0.0.1:${port}` })
    const { outcome } = await through.send(outgoing('https://localhost:81/'), forEver).done
    return outcome
  }
  expect(await outcomeAt((socket) => socket.end('HTTP/1.1 200 Co'))).toMatchObject({
    kind: 'refused',
    code: 'closed',
    progress: { part: 'answer_head', bytes: 15 },
  })
  expect(await outcomeAt((socket) => socket.resetAndDestroy())).toMatchObject({
    kind: 'refused',
    code: 'reset',
  })
})
