import type { LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { BlockedAddress, isLocalAddress, objectionToHost } from '../../server/delivery/network-policy.ts'
import { outgoing, startSender, startSocketServer } from './client/answers.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  '::ffff:127.0.0.1',
  '::ffff:192.168.1.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::1',
  '2002:c0a8:101:5::9',
  'FE80::1%3',
])('%s is of this machine or a private network', (address) => expect(isLocalAddress(address)).toBe(true))

test.each([
  '8.8.8.8',
  '1.1.1.1',
  // Where clouds tell their secrets.
  '169.254.169.254',
  '128.0.0.1',
  '11.0.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '192.169.0.1',
  '169.253.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '64:ff9b::808:808',
  '2002:808:808::1',
  'fec0::1',
  '::2',
  'ff02::1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::7f00:1',
  '2002:808:808:0:7f00:1::',
  '::ffff:0:7f00:1',
  '::7f00:1',
  '1::ffff:7f00:1',
])('%s is public', (address) => expect(isLocalAddress(address)).toBe(false))

/** The host of a URL as a sender reads it: URLs write every form of an address in one way. */
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

test.each([
  'http://8.8.8.8/',
  'http://8.8.8.8.:80/',
  'http://134744072/',
  'http://0x08080808/',
  'http://0x8.0x8.0x8.0x8/',
  'http://010.010.010.010/',
  'http://8.526344/',
  'http://[2001:4860:4860::8888]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::ffff:0808:0808]/',
  'http://user:secret@8.8.8.8/',
  'https://\uff18.8.8.8/',
])('%s is refused before a packet leaves', (url) => {
  expect(objectionToHost(hostOf(url), false)).toBeInstanceOf(BlockedAddress)
  expect(objectionToHost(hostOf(url), true)).toBe(null)
})

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://10.1.2.3/',
  'http://[::ffff:7f00:1]/',
  'http://example.com/',
])('%s is judged later or let go', (url) => expect(objectionToHost(hostOf(url), false)).toBe(null))

test.each(['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1', '::ffff:e000:1'])(
  '%s is the address of a group: not sent to, also where public ones are allowed',
  (address) => {
    for (const allowPublic of [true, false])
      expect(objectionToHost(address, allowPublic)?.message).toContain('the address of a group')
  },
)

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
    detail: '8.8.8.8 is a public address. Allow it with delivery.allow_public.',
  })
})

test('of a name that means public and local addresses only the local ones are connected to', async () => {
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
  expect(await send()).toEqual({ kind: 'dns', detail: expect.stringContaining('name.test') })
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

test.runIf(hasIpv6).each(['localhost', 'api.localhost'])(
  '%s is tried by both families, and nobody is asked for it',
  async (name) => {
    const receiver = await startSocketServer(
      (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
      '::1',
    )
    const names = answering([])
    const sender = startSender({ lookup: names.lookup })
    const { done } = sender.send(outgoing(`http://${name}:${receiver.port}/`), { timeoutMs: 5000 })
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
    expect((await done).outcome).toEqual({ kind: 'dns', detail: expect.stringContaining('hooks.invalid.') })
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
