import { createServer, type LookupFunction, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import { outgoing, startSender, startSocketServer } from './answers.ts'

/** A lookup that answers each question with the next of these lists, the last for ever, and counts the questions. */
function answering(...lists: string[][]) {
  const asked: string[] = []
  const lookup: LookupFunction = (hostname, options, done) => {
    asked.push(hostname)
    const list = lists[Math.min(asked.length, lists.length) - 1] ?? []
    expect(options.all).toBe(true)
    done(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { lookup, asked }
}

/** Sends to a name that a lookup resolves; the port is one where somebody listens on 127.0.0.1. */
async function sendTo(lookup: LookupFunction, allowPublic = false) {
  const receiver = await startSocketServer((socket) =>
    socket.on('data', () =>
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
    ),
  )
  const sender = startSender({ lookup, allowPublic })
  const send = async () =>
    (await sender.send(outgoing(`http://name.test:${receiver.port}/`), { timeoutMs: 5000 }).done).outcome
  return { send, sockets: receiver.sockets }
}

test('a name that means a public address alone is blocked, and the address named', async () => {
  const { send } = await sendTo(answering(['8.8.8.8']).lookup)
  expect(await send()).toEqual({
    kind: 'blocked',
    code: 'public_address',
    address: '8.8.8.8',
  })
})

test('a name with public and local addresses connects only to the local ones', async () => {
  const { send, sockets } = await sendTo(answering(['8.8.8.8', '::ffff:808:808', '127.0.0.1']).lookup)
  expect(await send()).toEqual({ kind: 'responded', status: 200 })
  expect(sockets[0]?.remoteAddress).toBe('127.0.0.1')
})

test('a name is asked for once a connection and judged each time, so that it cannot be bound to another address', async () => {
  const names = answering(['127.0.0.1'], ['8.8.8.8'], ['127.0.0.1', '1.1.1.1'])
  const { send, sockets } = await sendTo(names.lookup)
  expect((await send()).kind).toBe('responded')
  expect(names.asked).toEqual(['name.test'])
  expect((await send()).kind).toBe('blocked')
  expect((await send()).kind).toBe('responded')
  expect([names.asked.length, sockets.length]).toEqual([3, 2])
})

test('also where public addresses are allowed a name is asked for once', async () => {
  const names = answering(['127.0.0.1'])
  const { send } = await sendTo(names.lookup, true)
  expect((await send()).kind).toBe('responded')
  expect(names.asked).toEqual(['name.test'])
})

test('a name without any address: dns', async () => {
  const { send } = await sendTo(answering([]).lookup)
  expect(await send()).toEqual({ kind: 'dns', code: 'ENOTFOUND', address: 'name.test' })
})

/** A server on ::1 at a port where nobody listens on 127.0.0.1, as another test's server may. */
async function startOnIpv6Alone(act: (socket: Socket) => void): Promise<number> {
  const { port } = await startSocketServer(act, '::1')
  const probe = createServer()
  const isFree = await new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  await new Promise((resolve) => probe.close(resolve))
  return isFree ? port : startOnIpv6Alone(act)
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

test.runIf(hasIpv6).each(['localhost', 'api.localhost'])(
  '%s is tried by both families, and nobody is asked for it',
  async (name) => {
    const port = await startOnIpv6Alone((socket) =>
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')),
    )
    const names = answering([])
    const sender = startSender({ lookup: names.lookup })
    const { done } = sender.send(outgoing(`http://${name}:${port}/`), { timeoutMs: 5000 })
    expect((await done).outcome).toEqual({ kind: 'responded', status: 200 })
    expect(names.asked).toEqual([])
  },
)

test.each([null, 'http://127.0.0.1:9'])(
  'nobody is asked for a name below invalid, which has no address (proxy: %s)',
  async (proxy) => {
    const names = answering(['127.0.0.1'])
    const sender = startSender({ lookup: names.lookup, proxy })
    const { done } = sender.send(outgoing('http://hooks.INVALID./'), { timeoutMs: 5000 })
    expect((await done).outcome).toMatchObject({ kind: 'dns', address: 'hooks.invalid.' })
    expect(names.asked).toEqual([])
  },
)

test('a name whose answer does not come is asked for once, however many attempts wait for it', async () => {
  const asked: (() => void)[] = []
  const { send } = await sendTo((_hostname, _options, done) => {
    asked.push(() => done(null, [{ address: '127.0.0.1', family: 4 }]))
  })
  const attempts = [send(), send(), send()]
  expect(asked).toHaveLength(1)
  asked[0]?.()
  expect(await Promise.all(attempts)).toEqual(attempts.map(() => ({ kind: 'responded', status: 200 })))
  const again = send()
  expect(asked).toHaveLength(2)
  asked[1]?.()
  expect((await again).kind).toBe('responded')
})

/** A lookup whose answers come when they are let; `asked` are those that wait, in order. */
function holding() {
  const asked: { name: string; answer(): void }[] = []
  const lookup: LookupFunction = (name, _options, done) => {
    const answer = () => {
      asked.splice(asked.indexOf(one), 1)
      done(null, [{ address: '127.0.0.1', family: 4 }])
    }
    const one = { name, answer }
    asked.push(one)
  }
  return { lookup, names: () => asked.map(({ name }) => name), answer: () => asked[0]?.answer() }
}

test('slow names are looked up one at a time, and other names are not delayed', async () => {
  const { port } = await startSocketServer((socket) =>
    socket.on('data', () =>
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
    ),
  )
  const held = holding()
  let now = 0
  const sender = startSender({ lookup: held.lookup, outside: { ...realOutside(), elapsed: () => now } })
  const send = (name: string) => sender.send(outgoing(`http://${name}.test:${port}/`), { timeoutMs: 0 }).done
  const first = [send('a'), send('b'), send('c')]
  expect(held.names(), 'nobody knows yet').toEqual(['a.test', 'b.test', 'c.test'])
  now += 1001
  for (let times = 0; times < 3; times++) held.answer()
  await Promise.all(first)

  const again = [send('a'), send('b'), send('c'), send('quick')]
  expect(held.names()).toEqual(['a.test', 'quick.test'])
  held.answer()
  expect(held.names(), 'the next of the slow ones').toEqual(['quick.test', 'b.test'])
  for (let times = 0; times < 3; times++) held.answer()
  for (const { outcome } of await Promise.all(again)) expect(outcome.kind).toBe('responded')

  const quickAgain = [send('a'), send('b')]
  expect(held.names(), 'they were quick this time').toEqual(['a.test', 'b.test'])
  for (let times = 0; times < 2; times++) held.answer()
  await Promise.all(quickAgain)
})
