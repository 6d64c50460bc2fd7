import { expect, test } from 'vitest'
import { plainWire } from '../../server/client/send.ts'
import { realOutside } from '../../server/outside.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { onRequest, outgoing, startSender, startSocketServer } from './answers.ts'

const empty = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
const forEver = { timeoutMs: 0 }

/** A clock that the test moves. */
function startClock() {
  const held = holdTimers(1500)
  let ahead = 0
  return {
    outside: { ...held.outside, elapsed: () => realOutside().elapsed() + ahead },
    /** Time passes and the timers of the pool run. */
    pass(ms: number) {
      ahead += ms
      held.release()
    },
    waiting: held.waiting,
  }
}

/** A server that answers each request of a socket by its script, the last for ever. */
async function startScripted(...answers: string[]) {
  const served: number[] = []
  const closed: number[] = []
  const server = await startSocketServer((socket, id) => {
    onRequest(socket, (number) => {
      served.push(id)
      socket.write(answers[Math.min(number, answers.length) - 1] ?? empty)
    })
    socket.on('end', () => closed.push(id))
  })
  return { ...server, served, closed }
}

test('a connection that is free is used again, the one used last first', async () => {
  const { url, served } = await startScripted(empty)
  const sender = startSender()
  await Promise.all([1, 2, 3].map(() => sender.send(outgoing(url), forEver).done))
  expect(served).toHaveLength(3)
  const last = served.at(-1)
  for (let i = 0; i < 3; i++) await sender.send(outgoing(url), forEver).done
  expect(served.slice(3)).toEqual([last, last, last])
})

test.each([
  ['', 3900, true],
  ['', 4100, false],
  ['Keep-Alive: timeout=3\r\n', 1900, true],
  ['Keep-Alive: timeout=3\r\n', 2100, false],
  ['Keep-Alive: timeout=60\r\n', 4100, false],
  ['Keep-Alive: timeout=1\r\n', 0, false],
  ['Connection: close\r\n', 0, false],
])('after an answer with %j and %i ms the connection is used again: %s', async (header, ms, again) => {
  const clock = startClock()
  const { url, served } = await startScripted(`HTTP/1.1 200 OK\r\n${header}Content-Length: 0\r\n\r\n`)
  const sender = startSender({ outside: clock.outside })
  await sender.send(outgoing(url), forEver).done
  clock.pass(ms)
  await sender.send(outgoing(url), forEver).done
  expect(served).toEqual([1, again ? 1 : 2])
})

test('connections that nobody uses are ended, and then nothing waits any more', async () => {
  const clock = startClock()
  const { url, closed } = await startScripted(empty)
  const sender = startSender({ outside: clock.outside })
  await Promise.all([1, 2, 3].map(() => sender.send(outgoing(url), forEver).done))
  clock.pass(1000)
  expect([closed, clock.waiting()]).toEqual([[], 1])
  clock.pass(3100)
  await expect.poll(() => closed.length).toBe(3)
  expect(clock.waiting()).toBe(0)
})

test('no more than 64 free connections are kept to one place', async () => {
  const { url, closed } = await startScripted(empty)
  const sender = startSender()
  await Promise.all(Array.from({ length: 80 }, () => sender.send(outgoing(url), forEver).done))
  await expect.poll(() => closed.length).toBe(16)
})

test.each([
  ['bytes behind the answer', `${empty}more`],
  ['a body up to the end', ''],
])('%s end the connection', async (_, answer) => {
  const { url, served, sockets } = await startSocketServer((socket) =>
    onRequest(socket, () => (answer ? socket.write(answer) : socket.end('HTTP/1.1 200 OK\r\n\r\nx'))),
  ).then((server) => ({ ...server, served: server.sockets }))
  const sender = startSender()
  for (let i = 0; i < 2; i++)
    expect((await sender.send(outgoing(url), forEver).done).outcome.kind).toBe('responded')
  expect([served.length, sockets.length]).toEqual([2, 2])
})

test('a connection on which the other side speaks unasked is not used again', async () => {
  const { url, served, sockets } = await startScripted(empty)
  const sender = startSender()
  await sender.send(outgoing(url), forEver).done
  sockets[0]?.write('HTTP/1.1 408 Request Timeout\r\n\r\n')
  await expect.poll(() => sockets[0]?.readableEnded).toBe(true)
  await sender.send(outgoing(url), forEver).done
  expect(served).toEqual([1, 2])
})

test('a connection that was closed or reset while it rested is not used again', async () => {
  for (const end of ['end', 'resetAndDestroy'] as const) {
    const { url, served, sockets } = await startScripted(empty)
    const clock = startClock()
    const sender = startSender({ outside: clock.outside })
    await sender.send(outgoing(url), forEver).done
    // In the same turn: nobody has been told of the end yet when the connection is taken.
    sockets[0]?.[end]()
    clock.pass(10)
    await new Promise((resolve) => sockets[0]?.once('close', resolve) && setImmediate(resolve))
    const sent = await sender.send(outgoing(url), forEver).done
    expect(sent.outcome).toEqual({ kind: 'responded', status: 200 })
    expect(served).toEqual([1, 2])
  }
})

test('requests to a receiver that ends each connection without a word of it all get their answers', async () => {
  const { url, sockets } = await startSocketServer((socket) => onRequest(socket, () => socket.end(empty)))
  const sender = startSender()
  const kinds: string[] = []
  const oneAfterTheOther = async () => {
    for (let i = 0; i < 25; i++) kinds.push((await sender.send(outgoing(url), forEver).done).outcome.kind)
  }
  await Promise.all(Array.from({ length: 8 }, oneAfterTheOther))
  expect(kinds.filter((kind) => kind !== 'responded')).toEqual([])
  expect(sockets).toHaveLength(200)
})

test('to a receiver that ended a connection right after its answer none is kept, for a minute', async () => {
  const { url, served, sockets } = await startScripted(empty)
  const clock = startClock()
  const sender = startSender({ outside: clock.outside })
  const send = () => sender.send(outgoing(url), forEver).done
  await send()
  clock.pass(900)
  sockets[0]?.end()
  await new Promise((resolve) => sockets[0]?.once('close', resolve))
  await send()
  await send()
  clock.pass(59_000)
  await send()
  clock.pass(1100)
  await send()
  await send()
  expect(served).toEqual([1, 2, 3, 4, 5, 5])
})

test('a receiver that ends a connection which has long been free may be kept connected to', async () => {
  const { url, served, sockets } = await startScripted(empty)
  const clock = startClock()
  const sender = startSender({ outside: clock.outside })
  const send = () => sender.send(outgoing(url), forEver).done
  await send()
  clock.pass(1100)
  sockets[0]?.end()
  await new Promise((resolve) => sockets[0]?.once('close', resolve))
  await send()
  await send()
  expect(served).toEqual([1, 2, 2])
})

test('an unsent request is sent again on a new connection', async () => {
  const { url, served, sockets } = await startScripted(empty)
  const sender = startSender()
  await sender.send(outgoing(url), forEver).done
  // Right before the request leaves, so that nobody is told of it in time.
  setImmediate(() => sockets[0]?.resetAndDestroy())
  const sent = await sender.send(outgoing(url), forEver).done
  expect(sent.outcome).toEqual({ kind: 'responded', status: 200 })
  expect(served).toEqual([1, 2])
})

test('a request that has left as a whole is not sent again, also not on a connection that was kept', async () => {
  const requests: string[] = []
  const { url } = await startSocketServer((socket) =>
    onRequest(socket, (number, text) => {
      requests.push(text)
      if (number === 1) socket.write(empty)
      else socket.end()
    }),
  )
  const sender = startSender()
  await sender.send(outgoing(url), forEver).done
  const { outcome } = await sender.send(outgoing(url), forEver).done
  expect(outcome).toMatchObject({ kind: 'reset', code: 'closed', perhaps: 'kept_open' })
  expect(requests).toHaveLength(2)
})

test('a partly sent request is not sent again', async () => {
  const { url, sockets } = await startSocketServer((socket) =>
    socket.on('data', (chunk) => {
      if (chunk.length < 1000) socket.write(empty)
      else socket.resetAndDestroy()
    }),
  )
  const sender = startSender()
  for (const expected of [1, 2]) {
    const large = sender.send(outgoing(url, { body: Buffer.alloc(20_000_000) }), forEver)
    const { outcome, sentBytes } = await large.done
    expect(outcome.kind).toBe('reset')
    expect(sentBytes).toBeGreaterThan(0)
    expect(sentBytes).toBeLessThan(20_000_000)
    expect(sockets).toHaveLength(expected)
    // The second time on a connection that has served.
    if (expected === 1) await sender.send(outgoing(url), forEver).done
  }
})

test('a cut by reset leaves other connections alone', async () => {
  const { url, served } = await startScripted(empty)
  const sender = startSender()
  const cut = { at: 'body', bytes: 0, how: 'reset' } as const
  await Promise.all([1, 2].map(() => sender.send(outgoing(url), forEver).done))
  await sender.send(outgoing(url, { wire: { ...plainWire, cut } }), forEver).done
  await sender.send(outgoing(url), forEver).done
  expect(served).toHaveLength(3)
  expect(new Set(served).size).toBe(2)
})

test('a thousand at once go out at once, without a warning', async () => {
  const warnings: Error[] = []
  const hear = (warning: Error) => warnings.push(warning)
  process.on('warning', hear)
  const { url, sockets } = await startScripted(empty)
  const sender = startSender()
  const all = await Promise.all(Array.from({ length: 1000 }, () => sender.send(outgoing(url), forEver).done))
  process.off('warning', hear)
  expect(all.filter(({ outcome }) => outcome.kind === 'responded')).toHaveLength(1000)
  expect(sockets.length).toBe(1000)
  expect(warnings).toEqual([])
})
