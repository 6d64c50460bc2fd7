import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { retryMs } from '../../server/cli/live.ts'
import type { CallRow } from '../../server/wire.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { startHere } from './here.ts'

/**
 * `calls --follow --json` in this process; what is between a loss and the next try lasts until the test says so.
 * `onBegun` runs before the list of what there is already is asked for.
 */
export function follow(url: string, filters: string[] = [], onBegun: () => void = () => {}) {
  const time = holdTimers(retryMs)
  const { out, log, ended, until, signal } = startHere(
    ['calls', '--follow', '--json', '--url', url, ...filters],
    { outside: time.outside, onBegun },
  )
  const told = () => out.map((line) => JSON.parse(line) as CallRow)
  return {
    close: async () => void (await Promise.all([signal(), ended])),
    paths: () => told().map(({ path }) => path.replace('/api/v0.1', '')),
    log,
    /** Fulfilled once so many calls were printed. */
    printed: (count: number) => until(() => out.length >= count),
    lost: (times = 1) => until(() => log.filter((line) => line.startsWith('Lost')).length === times),
    /** Lets it try again. */
    retry: time.release,
  }
}

/** Stands between a client and a sandbox, and can cut what is connected; its address stays where the sandbox gets another port. */
export async function startCable(first: number) {
  let port: number | null = first
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    if (port === null) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    /** Where it leads from now on; nowhere while the sandbox is gone, whose port may be given to somebody else. */
    leadTo(next: number | null) {
      port = next
    },
  }
}
