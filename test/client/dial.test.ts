import { connect, type LookupFunction, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { dial } from '../../server/client/dial.ts'
import { startSocketServer } from './answers.ts'

/** Dials a name that means these addresses. Nothing is connected before the test says so, and no time passes by itself. */
function startDial(addresses: readonly string[]) {
  const tried: string[] = []
  const sockets = new Map<string, Socket>()
  const timers = new Set<() => void>()
  let tell: (how: { address: string } | { error: Error }) => void
  const ended = new Promise<{ address: string } | { error: Error }>((resolve) => {
    tell = resolve
  })
  const lookup: LookupFunction = (_, __, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  const open = (address: string) => {
    const socket = new Socket()
    onTestFinished(() => void socket.destroy())
    tried.push(address)
    sockets.set(address, socket)
    return { socket, address }
  }
  const after = (_: number, run: () => void) => {
    timers.add(run)
    return () => void timers.delete(run)
  }
  const stop = dial(
    'name.test',
    { lookup, open, after },
    {
      found() {},
      connected: ({ address }) => tell({ address }),
      failed: (error) => tell({ error }),
    },
  )
  return {
    tried,
    ended,
    stop,
    socket: (address: string) => sockets.get(address) ?? expect.unreachable(`${address} was not tried`),
    waits: () => timers.size,
    pass() {
      for (const run of [...timers]) run()
    },
  }
}

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
/** An error that a socket has told of when this is fulfilled. */
const fail = (socket: Socket, error: Error) =>
  new Promise((resolve) => {
    socket.once('close', resolve)
    socket.destroy(error)
  })

test('an address that is slow goes on beside the next, and is connected to although that one refuses', async () => {
  const receiver = await startSocketServer(() => {})
  const dialled = startDial(['127.0.0.1', '::1'])
  expect(dialled.tried).toEqual(['127.0.0.1'])
  dialled.pass()
  expect(dialled.tried).toEqual(['127.0.0.1', '::1'])
  await fail(dialled.socket('::1'), refused)
  dialled.socket('127.0.0.1').connect(receiver.port, '127.0.0.1')
  expect(await dialled.ended).toEqual({ address: '127.0.0.1' })
  expect(dialled.waits()).toBe(0)
})

test('after a failed address the next is tried at once, alternating families; the first failure is reported if all fail', async () => {
  const dialled = startDial(['10.0.0.1', '10.0.0.2', 'fd00::1', 'fd00::2', 'fd00::3'])
  await fail(dialled.socket('10.0.0.1'), refused)
  for (const address of ['fd00::1', '10.0.0.2', 'fd00::2', 'fd00::3'])
    await fail(dialled.socket(address), new Error(address))
  expect(dialled.tried).toEqual(['10.0.0.1', 'fd00::1', '10.0.0.2', 'fd00::2', 'fd00::3'])
  expect(await dialled.ended).toEqual({ error: refused })
  expect(dialled.waits()).toBe(0)
})

test('a missing file descriptor is reported as such, and no address counts as failed', async () => {
  const lacking = Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' })
  const dialled = startDial(['127.0.0.1', '::1'])
  await fail(dialled.socket('127.0.0.1'), refused)
  await fail(dialled.socket('::1'), lacking)
  expect(await dialled.ended).toEqual({ error: lacking })
})

test('the first to be connected ends the others, and what is stopped ends all', async () => {
  const receiver = await startSocketServer(() => {})
  const dialled = startDial(['127.0.0.1', '::1'])
  dialled.pass()
  dialled.socket('::1').connect(receiver.port, '127.0.0.1')
  expect(await dialled.ended).toEqual({ address: '::1' })
  expect([dialled.socket('127.0.0.1').destroyed, dialled.socket('::1').destroyed]).toEqual([true, false])

  const stopped = startDial(['127.0.0.1', '::1', '127.0.0.2'])
  stopped.pass()
  stopped.stop()
  expect([stopped.socket('127.0.0.1').destroyed, stopped.socket('::1').destroyed]).toEqual([true, true])
  expect(stopped.waits()).toBe(0)
})

test('a name is looked up with the hints that Node gives for a connection of its own', async () => {
  const asked: unknown[] = []
  const lookup: LookupFunction = (_name, options, done) => {
    asked.push(options.hints)
    done(new Error('no'), [])
  }
  const failing = new Promise((resolve) => {
    const on = { found() {}, connected() {}, failed: resolve }
    dial('name.test', { lookup, open: () => expect.unreachable(), after: () => () => {} }, on)
  })
  const own = connect({ host: 'name.test', port: 1, lookup, autoSelectFamily: true })
  await Promise.all([failing, new Promise((resolve) => own.on('error', resolve))])
  expect(asked).toHaveLength(2)
  expect(asked[0]).toBe(asked[1])
})
