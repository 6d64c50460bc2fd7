import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { plainWire } from '../../server/client/send.ts'
import { realOutside } from '../../server/outside.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { onRequest, outgoing, startSender, startSocketServer } from './answers.ts'
import { empty, forEver, lookAround, startListener } from './listener.ts'

test('timeouts tell the phase that they cut', async () => {
  const time = holdTimers(777)
  const sender = startSender({ outside: time.outside, lookup: () => {} })
  const cut = async (url: string, over = {}, ready: () => Promise<unknown> = async () => {}) => {
    const { done } = sender.send(outgoing(url, over), { timeoutMs: 777 })
    await ready()
    time.release()
    const { outcome, phases, response } = await done
    expect(outcome).toMatchObject({ kind: 'timed_out', after_ms: 777 })
    return [
      outcome.kind === 'timed_out' && (outcome.during ?? outcome.phase),
      phases,
      response?.body.toString() ?? null,
    ]
  }
  expect(await cut('http://name.test/')).toMatchObject(['dns', { dns_ms: expect.any(Number) }, null])

  const unready = await startListener()
  const greeted = () => expect.poll(() => unready.seen.text).not.toBe('')
  const secure = unready.url.replace('http:', 'https:')
  expect(await cut(secure, {}, greeted)).toMatchObject(['tls', { tls_ms: expect.any(Number) }, null])

  const deaf = await startSocketServer((socket) => socket.pause())
  const [first] = [Buffer.alloc(20_000_000)]
  const filled = () => expect.poll(() => deaf.sockets.length).toBe(1)
  expect(await cut(deaf.url, { body: first }, filled)).toMatchObject(['sending', {}, null])

  const mute = await startListener()
  const asked = () => expect.poll(() => mute.seen.text).toContain('{"a":1}')
  expect(await cut(mute.url, {}, asked)).toMatchObject(['waiting', {}, null])

  const half = await startSocketServer((socket) =>
    onRequest(socket, () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')),
  )
  const heard = async () => {
    await expect.poll(() => half.sockets.length).toBe(1)
    await lookAround()
    await lookAround()
  }
  expect(await cut(half.url, {}, heard)).toMatchObject(['reading', {}, 'half'])

  const hinting = await startSocketServer((socket) =>
    onRequest(socket, () =>
      socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'),
    ),
  )
  const hinted = async () => {
    await expect.poll(() => hinting.sockets.length).toBe(1)
    await lookAround()
    await lookAround()
  }
  expect(await cut(hinting.url, {}, hinted)).toEqual([
    'waiting',
    expect.objectContaining({ read_ms: null }),
    null,
  ])
})

test("the check of a kept connection does not count as the receiver's time", async () => {
  const time = holdTimers(777)
  const sender = startSender({ outside: time.outside })
  const { url } = await startSocketServer((socket) => onRequest(socket, () => socket.write(empty)))
  expect((await sender.send(outgoing(url), { timeoutMs: 777 }).done).outcome.kind).toBe('responded')
  const { done } = sender.send(outgoing(url), { timeoutMs: 777 })
  time.release()
  const { outcome, phases } = await done
  expect([outcome.kind, phases.connect_ms]).toEqual(['responded', null])
})

test('an answer that came in time while this process was busy counts, though its timer comes first', async () => {
  const time = holdTimers(777)
  const { url } = await startSocketServer((socket) =>
    onRequest(socket, () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      setTimeout(time.release, 1)
      // Timers that are due by then go before what is to be read.
      for (const began = performance.now(); performance.now() < began + 5; );
    }),
  )
  const { outcome } = await startSender({ outside: time.outside }).send(outgoing(url), { timeoutMs: 777 })
    .done
  expect(outcome).toEqual({ kind: 'responded', status: 200 })
})

test('an attempt that has ended waits for no time any more', async () => {
  const time = holdTimers(777)
  const { url } = await startListener(1)
  await startSender({ outside: time.outside }).send(outgoing(url), { timeoutMs: 777 }).done
  expect(time.waiting()).toBe(0)
})

test('an attempt that is cut ends so, once, and its connection with it', async () => {
  const { url, ended, seen } = await startListener()
  const { done, cut } = startSender().send(outgoing(url), forEver)
  await expect.poll(() => seen.text).toContain('{"a":1}')
  cut({ kind: 'aborted', code: 'by_hand', after_ms: 1 })
  cut({ kind: 'interrupted', code: 'unknown' })
  expect((await done).outcome).toEqual({ kind: 'aborted', code: 'by_hand', after_ms: 1 })
  await ended
})

test('an attempt can be cut before it has a connection', async () => {
  const { done, cut } = startSender({ lookup: () => {} }).send(outgoing('http://name.test/'), forEver)
  cut({ kind: 'aborted', code: 'by_hand', after_ms: 1 })
  expect(await done).toMatchObject({ outcome: { kind: 'aborted' }, sentBytes: 0 })
})

test('a sender that is closed interrupts what is under way, ends its connections and sends nothing more', async () => {
  const { url, ended, seen } = await startListener()
  const sender = startSender()
  const { done } = sender.send(outgoing(url), forEver)
  const looking = startSender({ lookup: () => {} })
  const second = looking.send(outgoing('http://name.test/'), forEver)
  await expect.poll(() => seen.text).toContain('{"a":1}')
  await Promise.all([sender.close(), looking.close()])
  const interrupted = { outcome: { kind: 'interrupted', code: 'stopped' } }
  expect(await done).toMatchObject(interrupted)
  expect(await second.done).toMatchObject(interrupted)
  expect(await sender.send(outgoing(url), forEver).done).toMatchObject(interrupted)
  await ended
})

test.each([
  ['closes without an answer', (socket) => socket.end(), { code: 'closed', perhaps: 'speaks_tls' }],
  ['resets without an answer', (socket) => socket.resetAndDestroy(), { code: 'ECONNRESET' }],
  [
    'closes in the middle',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
    { code: 'closed', progress: { part: 'answer_body', bytes: 4, total: 9 } },
    'half',
  ],
  [
    'closes before the only byte',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n'),
    { code: 'closed', progress: { part: 'answer_body', bytes: 0, total: 1 } },
    '',
  ],
  [
    'closes behind the first byte',
    (socket) => socket.end('H'),
    { code: 'closed', progress: { part: 'answer_head', bytes: 1 } },
  ],
  [
    'closes in the head of its answer',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
    { code: 'closed', progress: { part: 'answer_head', bytes: 27 } },
  ],
  [
    'closes before the last chunk',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
    { code: 'closed', progress: { part: 'answer_chunks', bytes: 4 } },
    'half',
  ],
  [
    'resets in a body of no told length',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\nhalf')
      void lookAround().then(() => socket.resetAndDestroy())
    },
    { code: 'ECONNRESET', progress: { part: 'answer_body', bytes: 4 } },
    'half',
  ],
  [
    'speaks something else',
    (socket) => socket.end('+OK POP3\r\n'),
    { code: 'unreadable', flaw: 'not_http', text: '+OK POP3\r\n' },
  ],
] as [string, (socket: Socket) => void, object, string?][])(
  'a receiver that %s: reset, with how far it came',
  async (_, act, facts, came) => {
    const { url } = await startSocketServer((socket) => onRequest(socket, () => act(socket)))
    const sent = await startSender().send(outgoing(url), forEver).done
    const address = new URL(url).host
    expect(sent.outcome).toEqual({ kind: 'reset', address, ...facts })
    expect(sent.response?.body.toString()).toBe(came)
  },
)

test('a receiver that closes only after a while, as one that is restarted, is not taken for one that speaks TLS', async () => {
  let ahead = 0
  const { url } = await startSocketServer((socket) =>
    onRequest(socket, () => {
      ahead = 1500
      socket.end()
    }),
  )
  const outside = { ...realOutside(), elapsed: () => performance.now() + ahead }
  const { outcome } = await startSender({ outside }).send(outgoing(url), forEver).done
  expect(outcome).toEqual({ kind: 'reset', code: 'closed', address: new URL(url).host })
})

test('a request that a fault cuts is reported as cut, also on a kept connection', async () => {
  const { url } = await startSocketServer((socket) => {
    onRequest(socket, () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    socket.on('end', () => socket.end())
  })
  const sender = startSender()
  const wire = { ...plainWire, cut: { at: 'body', bytes: 3, how: 'close' } } as const
  for (let times = 0; times < 2; times++) {
    const { outcome, sentBytes } = await sender.send(outgoing(url, { wire }), forEver).done
    expect(outcome).toMatchObject({ kind: 'reset', code: 'closed', fault_bytes: sentBytes })
    await sender.send(outgoing(url), forEver).done
  }
})

test('an invalid address is refused without an exception', async () => {
  const sent = await startSender().send({ ...outgoing('http://a/'), url: 'nonsense' }, forEver).done
  expect(sent.outcome.kind).toBe('refused')
})
