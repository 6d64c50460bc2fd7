import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { test } from '../helpers/long.ts'
import { builtProgram, startProcess } from '../helpers/program.ts'

test.skipIf(process.platform === 'win32')(
  'a sandbox without a free file descriptor says so, lives on, and answers once connections have ended',
  async () => {
    const args = ['--json', '--port', '0', '--data', ':memory:', '--bare']
    const running = startProcess('sh', [
      '-c',
      'ulimit -n 80; exec "$@"',
      'sh',
      process.execPath,
      builtProgram,
      ...args,
    ])
    const [line] = await once(running.process.stdout, 'data')
    const { url }: { url: string } = JSON.parse(String(line))
    const sockets: Socket[] = []
    const port = Number(new URL(url).port)
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    while (!/no free file descriptor/.test(running.stderr())) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      sockets.push(socket)
      await once(socket, 'connect')
      await new Promise(setImmediate)
      expect(sockets.length).toBeLessThan(2000)
    }
    for (const socket of sockets) socket.destroy()
    const ask = (): Promise<number> =>
      fetch(`${url}/in/demo`, { method: 'POST', body: 'x' }).then(({ status }) => status, ask)
    expect(await ask()).toBe(200)
    expect(running.process.exitCode).toBeNull()
  },
)
