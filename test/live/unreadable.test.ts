import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { askedOf } from '../../server/control/live-routes.ts'
import { createBus } from '../../server/live/bus.ts'
import { createLiveSocket } from '../../server/live/socket.ts'
import { realOutside } from '../../server/outside.ts'
import { watch } from './world.ts'

/** A live socket on a server of its own. */
async function serve(bus: ReturnType<typeof createBus>) {
  const trouble: unknown[] = []
  const onTrouble = (error: unknown) => void trouble.push(error)
  const live = createLiveSocket({ bus, outside: realOutside(), version: '0', onTrouble })
  const server = createServer().on('upgrade', (request, socket, head) => {
    const asked = askedOf(request)
    if ('since' in asked) live.accept({ request, socket, head, since: asked.since })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    live.close()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, trouble }
}

test('who comes back while what was missed cannot be read is sent away, may try again, and harms nobody', async () => {
  const bus = createBus(0)
  const data = { id: 'cap_1', deleted: true } as const
  let isReadable = false
  const later = () => {
    if (!isReadable) throw new Error('disk I/O error')
    return data
  }
  bus.publish([{ seq: 1, kind: 'capture', tell: () => data, later }])
  const { url, trouble } = await serve(bus)
  const refused = await watch(url, { since: 0 })
  expect(await refused.closed).toBe(1011)
  expect(refused.news()).toEqual([])
  expect(trouble).toEqual([new Error('disk I/O error')])
  isReadable = true
  const back = await watch(url, { since: 0 })
  await back.untilSeq(1)
  expect(back.news()).toEqual([{ seq: 1, kind: 'capture', data }])
})
