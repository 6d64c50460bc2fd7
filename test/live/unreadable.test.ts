import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { askedOf } from '../../server/control/live-routes.ts'
import { createBus } from '../../server/live/bus.ts'
import { createLiveSocket } from '../../server/live/socket.ts'
import { realOutside } from '../../server/outside.ts'
import type { News } from '../../server/wire.ts'
import { watch } from './world.ts'

/** A live socket on a server of its own. */
async function serve(bus: ReturnType<typeof createBus>, outside = realOutside()) {
  const trouble: unknown[] = []
  const onTrouble = (error: unknown) => void trouble.push(error)
  const live = createLiveSocket({ bus, outside, version: '0', onTrouble })
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

test('missed frames are read in slices: the event loop gets a turn between them, however many pages reconnect', async () => {
  const bus = createBus(0)
  let [elapsed, turn] = [0, 0]
  const turns: number[] = []
  const news = Array.from({ length: 300 }, (_, i) => ({
    seq: i + 1,
    kind: 'capture' as const,
    tell: () => ({ id: 'cap_1', deleted: true }) as const,
    later() {
      elapsed++
      turns.push(turn)
      return { id: `cap_${i}`, deleted: true } as const
    },
  }))
  bus.publish(news)
  const { url } = await serve(bus, { ...realOutside(), elapsed: () => elapsed })
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  count()
  const pages = await Promise.all([1, 2, 3].map(() => watch(url, { since: 0 })))
  await Promise.all(pages.map((page) => page.untilSeq(300)))
  isOver = true
  for (const page of pages) expect(page.news().map(({ seq }) => seq)).toEqual(news.map(({ seq }) => seq))
  const perTurn = [...new Set(turns)].map((one) => turns.filter((other) => other === one).length)
  // A frame takes 1 ms on this clock, and a slice 5 ms.
  expect(Math.max(...perTurn)).toBe(5)
})

test('news that come while a page catches up reach it once and in order', async () => {
  const bus = createBus(0)
  const one = (seq: number): News => ({ seq, kind: 'reset', tell: () => ({ kept: [] }) })
  bus.publish(Array.from({ length: 200 }, (_, i) => one(i + 1)))
  const { url } = await serve(bus)
  const page = await watch(url, { since: 0 })
  for (let seq = 201; seq <= 400; seq++) {
    bus.publish([one(seq)])
    if (seq % 20 === 0) await new Promise(setImmediate)
  }
  await page.untilSeq(400)
  expect(page.news().map(({ seq }) => seq)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1))
})
