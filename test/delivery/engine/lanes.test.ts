import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../../server/clock/clock.ts'
import { createLanes } from '../../../server/delivery/lanes.ts'
import { realOutside } from '../../../server/outside.ts'
import { frameOf } from '../../../server/wire.ts'
import { sample } from '../../helpers/long.ts'
import { quietHost, startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { settings, startHoldingReceiver, statesOf, until } from './holding.ts'

/** Takes connections and never reads from them, until it is closed. */
async function startDeafReceiver() {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    sockets.push(socket.pause())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(close)
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`, close }
}

test('a dead, a deaf and a slow receiver hold up nobody else, however much waits for them', async () => {
  const slow = await startHoldingReceiver()
  const quick = await startReceiver()
  const sandbox = await startSandbox()
  const deaf = await startDeafReceiver()
  await sandbox.subscribe('http://127.0.0.1:1/hook')
  const held = [await sandbox.subscribe(deaf.url), await sandbox.subscribe(slow.url)]
  const healthy = await sandbox.subscribe(quick.url)
  const count = sample(60, 200)
  await sandbox.trigger('card.created', { count })
  const mine = `subscription_id=${healthy.id}`
  await sandbox.waitFor(`kind=delivery&state=succeeded&${mine}&count=${count}`)
  expect(quick.requests).toHaveLength(count)
  expect((await sandbox.deliveries('?state=succeeded&limit=500')).length).toBe(count)
  for (const { id } of held)
    expect((await sandbox.deliveries(`?state=sending&subscription_id=${id}&limit=500`)).length).toBe(8)
  slow.open()
  deaf.close()
})

test('a subscription runs its number of concurrent attempts, and a change applies at once', async () => {
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox({ delivery: { concurrency: 3 } })
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { count: 40 })
  const fills = async (places: number) => {
    await until(sandbox, () => receiver.waiting() === places)
    expect((await sandbox.deliveries('?state=sending&limit=500')).length).toBe(places)
  }
  await fills(3)
  await settings(sandbox, id, { concurrency: 7 })
  await fills(7)
  expect(receiver.most()).toBe(7)
  await settings(sandbox, id, { concurrency: 2 })
  for (let answered = 1; answered <= 10; answered++) {
    receiver.answer()
    await sandbox.waitFor(`kind=delivery&state=succeeded&count=${answered}`)
    await fills(Math.max(2, 7 - answered))
  }
  receiver.most()
  receiver.answer()
  await fills(2)
  expect(receiver.most()).toBe(2)
  await settings(sandbox, id, { concurrency: null })
  await fills(3)
  receiver.open()
  await sandbox.settle()
  expect(new Set(await statesOf(sandbox))).toEqual(new Set(['succeeded']))
  expect(new Set(receiver.ids).size).toBe(40)
})

test('where nobody listens one attempt at a time finds it out, until a connection is made', async () => {
  const { port, url, close } = await startReceiver([], 0, quietHost)
  await close()
  // However busy the machine, a refusal takes no time there.
  const outside = { ...realOutside(), elapsed: () => 0 }
  const sandbox = await startSandbox({ delivery: { retry_delays: ['1h', '1h'], timeout: '0' } }, outside)
  const { id } = await sandbox.subscribe(url)
  await settings(sandbox, id, { concurrency: 8 })
  const under = new Set<string>()
  const most: number[] = []
  sandbox.listen((news) => {
    for (const { kind, data } of news.map(frameOf))
      if (kind === 'delivery' && data.state === 'sending') most.push(under.add(data.id).size)
      else if (kind === 'delivery') under.delete(data.id)
  })
  const retrying = (count: number) => sandbox.waitFor(`kind=delivery&state=retrying&count=${count}`)
  const tryAllNow = () => sandbox.request('POST', '/sandbox/deliveries/attempt-now', { state: 'retrying' })
  await sandbox.trigger('card.created', { count: 20 })
  await retrying(20)
  expect(most).toEqual([1, 2, 3, 4, 5, 6, 7, 8, ...Array(12).fill(1)])
  // What never left says nothing of the receiver.
  await sandbox.trigger('card.created', { fault: 'drop' })
  await retrying(21)
  await tryAllNow()
  const madeTwo = async () =>
    (await sandbox.deliveries('?state=retrying')).filter(({ attempts_made }) => attempts_made === 2)
  await until(sandbox, async () => (await madeTwo()).length === 21)
  expect(most.slice(20)).toEqual(Array(22).fill(1))
  const receiver = await startHoldingReceiver(port, quietHost)
  await tryAllNow()
  // None of them was answered.
  await until(sandbox, () => receiver.waiting() === 8)
  receiver.open()
  await sandbox.waitFor('kind=delivery&state=succeeded&count=21')
  expect(new Set(receiver.ids).size).toBe(21)
})

test('ordered: strictly one by one in the order of the events, retries and what was due earlier included', async () => {
  const answers = [503, 200, 200, 503, 503, 200, 200, 503, 200]
  let under = 0
  const most: number[] = []
  const receiver = await startReceiver([
    (response) => {
      most.push(++under)
      const status = answers[most.length - 1] ?? 200
      response.on('finish', () => under--)
      response.writeHead(status).end()
    },
  ])
  const sandbox = await startSandbox({ delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe(receiver.url)
  await settings(sandbox, id, { ordered: true, concurrency: 8, fault: 'reorder(1m)' })
  const { events } = await sandbox.trigger('card.created', { count: 6 })
  await sandbox.clock({ advance: '2h' })
  const came = receiver.requests.map(({ headers }) =>
    events.findIndex((one) => one.id === headers['webhook-id']),
  )
  expect(came).toEqual([0, 0, 1, 2, 2, 2, 3, 4, 4, 5])
  expect(new Set(most)).toEqual(new Set([1]))
})

test('ordered is switched on and off at run time', async () => {
  const receiver = await startHoldingReceiver()
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(receiver.url)
  await settings(sandbox, id, { ordered: true })
  const { events } = await sandbox.trigger('card.created', { count: 4 })
  await until(sandbox, () => receiver.waiting() === 1)
  await settings(sandbox, id, { ordered: false })
  await until(sandbox, () => receiver.waiting() === 4)
  expect(receiver.ids).toEqual(events.map((event) => event.id))
  receiver.open()
})

test.each([
  ['disabled', 'PATCH', { status: 'STATUS_DISABLED' }],
  ['deleted', 'DELETE', undefined],
])(
  'when the time comes at which something was due for a subscription that was %s meanwhile, nothing goes on',
  async (_, method, body) => {
    const sandbox = await startSandbox()
    await sandbox.clock({ mode: 'manual' })
    const { id } = await sandbox.subscribe('http://127.0.0.1:9/')
    await sandbox.trigger('card.created', { fault: 'delay(10m)' })
    await sandbox.settle()
    await sandbox.call(method, `/webhooks/${id}`, body)
    await sandbox.clock({ advance: '1h' })
    // What would go on has begun by then.
    for (let i = 0; i < 10; i++) await sandbox.get('/sandbox/health')
    expect(await sandbox.settle()).toMatchObject({ settled: true })
  },
  5000,
)

test('fair: thousands that wait in a wide lane do not keep the single delivery of another waiting', async () => {
  const quick = await startReceiver()
  let before = -1
  const single = await startReceiver([
    (response) => {
      before = quick.requests.length
      response.end()
    },
  ])
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  const wide = await sandbox.subscribe(quick.url, { events: ['card.created'] })
  await sandbox.subscribe(single.url, { events: ['customer.updated'] })
  await settings(sandbox, wide.id, { concurrency: 64 })
  // All become due at the same moment, the single one behind all others.
  const count = sample(800, 5000)
  const { counts } = await sandbox.trigger('card.created', { count, fault: 'delay(1h)' })
  await sandbox.trigger('customer.updated', { fault: 'delay(1h)' })
  expect(counts.deliveries).toBe(count)
  await sandbox.clock({ advance: '1h' })
  expect(quick.requests).toHaveLength(count)
  expect(before).toBeGreaterThanOrEqual(0)
  expect(before).toBeLessThan(300)
})

test('many subscriptions have their attempts begin some at a time, and all of them do', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  const makeOne = () => sandbox.subscribe(receiver.url)
  for (let made = 0; made < 300; made += 50) await Promise.all(Array.from({ length: 50 }, makeOne))
  const begun: number[] = []
  sandbox.listen((news) => {
    const frames = news.filter(({ kind }) => kind === 'attempt').map(frameOf)
    const count = frames.filter(({ kind, data }) => kind === 'attempt' && data.outcome === null).length
    if (count > 0) begun.push(count)
  })
  await sandbox.trigger('card.created')
  await sandbox.waitFor('kind=delivery&state=succeeded&count=300')
  expect(receiver.requests).toHaveLength(300)
  expect([Math.max(...begun) <= 256, begun.reduce((sum, count) => sum + count)]).toEqual([true, 300])
})

test('fair: of more wide lanes than a turn has room for, none is left out while the others go on', async () => {
  const sandbox = await startSandbox()
  for (let made = 0; made < 12; made++) {
    const { id } = await sandbox.subscribe(`http://127.0.0.1:9/${made}`)
    await settings(sandbox, id, { concurrency: 64 })
  }
  const begun: string[] = []
  sandbox.listen((news) => {
    for (const { kind, data } of news.map(frameOf))
      if (kind === 'delivery' && data.state === 'sending') begun.push(data.subscription_id)
  })
  const count = sample(60, 120)
  // What is dropped ends at once, so that each lane has its places free again in the next turn.
  await sandbox.trigger('card.created', { count, fault: 'drop' })
  await sandbox.settle()
  expect(begun.length).toBe(12 * count)
  expect(new Set(begun.slice(0, 600)).size).toBe(12)
})

test('lanes rest until the last of several works that ask for it has ended', async () => {
  const lanes = createLanes(createClock(realOutside()))
  let endFirst = () => {}
  const first = lanes.whileResting('all', () => new Promise<void>((resolve) => (endFirst = resolve)))
  let endSecond = () => {}
  const second = lanes.whileResting('all', () => new Promise<void>((resolve) => (endSecond = resolve)))
  endFirst()
  await first
  expect(lanes.isResting('sub_1')).toBe(true)
  endSecond()
  await second
  expect(lanes.isResting('sub_1')).toBe(false)
})
