import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import type { Health } from '../../server/wire.ts'
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
    // A connection that exists already is the only one that is answered while no descriptor is free.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const health = async (): Promise<Health> => {
      const [answer] = await once(get(`${url}/sandbox/health`, { agent }), 'response')
      return json(answer) as Promise<Health>
    }
    expect(await health()).toMatchObject({ status: 'ok', descriptor_shortages: { count: 0, last_at: null } })
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
    expect(await health()).toMatchObject({ status: 'failing', problem: { code: 'descriptors' } })
    for (const socket of sockets) socket.destroy()
    const ask = (): Promise<number> =>
      fetch(`${url}/in/demo`, { method: 'POST', body: 'x' }).then(({ status }) => status, ask)
    expect(await ask()).toBe(200)
    expect(running.process.exitCode).toBeNull()
    const { status, problem, descriptor_shortages } = await health()
    expect([status, problem]).toEqual(['ok', null])
    expect(descriptor_shortages.count).toBeGreaterThan(0)
    expect(Date.now() - Date.parse(descriptor_shortages.last_at ?? '')).toBeLessThan(600_000)
  },
)
