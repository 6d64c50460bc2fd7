import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type CallsFlags, calls } from '../../server/cli/calls.ts'
import { retryMs } from '../../server/cli/live.ts'
import type { CallRow } from '../../server/wire.ts'
import { holdTimers } from '../helpers/held-time.ts'

/**
 * `calls --follow --json` in this process; what is between a loss and the next try lasts until the test says so.
 * `onBegun` runs before the list of what there is already is asked for.
 */
export function follow(url: string, over: Partial<CallsFlags> = {}, onBegun: () => void = () => {}) {
  const time = holdTimers(retryMs)
  const [out, log]: [string[], string[]] = [[], []]
  let waiters: { met(): boolean; resolve(): void }[] = []
  const look = () => {
    for (const { met, resolve } of waiters) if (met()) resolve()
    waiters = waiters.filter(({ met }) => !met())
  }
  const until = (met: () => boolean) =>
    new Promise<void>((resolve) => {
      waiters.push({ met, resolve })
      look()
    })
  const onto = (lines: string[]) => (line: string) => {
    lines.push(line)
    look()
  }
  let running = { close: async () => {} }
  const ended = calls(
    { url, data: '', limit: 20, follow: true, json: true, ...over },
    {
      terminal: { out: onto(out), log: onto(log) },
      environment: {},
      outside: time.outside,
      onRunning: (one) => {
        running = one
        onBegun()
      },
    },
  )
  const close = () => running.close().then(() => ended)
  onTestFinished(close)
  const told = () => out.map((line) => JSON.parse(line) as CallRow)
  return {
    close,
    ended,
    told,
    paths: () => told().map(({ path }) => path.replace('/api/v0.1', '')),
    log,
    /** Fulfilled once so many calls were printed. */
    printed: (count: number) => until(() => out.length >= count),
    lost: (times = 1) => until(() => log.filter((line) => line.startsWith('lost')).length === times),
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
