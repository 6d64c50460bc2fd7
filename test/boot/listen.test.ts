import { Server } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPort } from '../../server/listener.ts'

/** Has every server be refused its address. */
function refuseAddresses(code: string) {
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    const error = Object.assign(new Error(`listen ${code}`), { code })
    process.nextTick(() => this.emit('error', error))
    return this
  })
  onTestFinished(() => listen.mockRestore())
}

test.each([
  ['127.0.0.1', '::1'],
  ['192.0.2.7', '127.0.0.1'],
])('where this machine has no %s, another address is named', async (host, instead) => {
  refuseAddresses('EADDRNOTAVAIL')
  await expect(openPort({ host, port: 0, receive_timeout_ms: 1000 })).rejects.toMatchObject({
    message: expect.stringContaining(`Cannot listen on ${host}: `),
    fix: `Choose an address of this machine: --host ${instead}.`,
  })
})

test('beside a port that is taken one is named that there is', async () => {
  refuseAddresses('EADDRINUSE')
  for (const [port, instead] of [
    [4400, 4401],
    [65_535, 4400],
  ] as const)
    await expect(openPort({ host: '127.0.0.1', port, receive_timeout_ms: 1000 })).rejects.toMatchObject({
      fix: expect.stringContaining(`choose another port: --port ${instead}, or `),
    })
})
