import { Server } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPort } from '../../server/listener.ts'

/** Has every server be refused its address, as where the machine has none of its kind. */
function haveNoAddress() {
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    const error = Object.assign(new Error('listen EADDRNOTAVAIL: address not available'), {
      code: 'EADDRNOTAVAIL',
    })
    process.nextTick(() => this.emit('error', error))
    return this
  })
  onTestFinished(() => listen.mockRestore())
}

test.each([
  ['127.0.0.1', '::1'],
  ['192.0.2.7', '127.0.0.1'],
])('where this machine has no %s, another address is named', async (host, instead) => {
  haveNoAddress()
  await expect(openPort({ host, port: 0, receive_timeout_ms: 1000 })).rejects.toMatchObject({
    message: expect.stringContaining(`Cannot listen on ${host}: `),
    fix: `Choose an address of this machine: --host ${instead}.`,
  })
})
