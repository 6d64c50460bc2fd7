/** The route that reports whether the sandbox runs, and how many records it holds. */
import { z } from 'zod'
import type { Key } from '../api/given.ts'
import { type ControlRoute, route } from '../api/route.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { Counted, Counts } from '../database/counts.ts'
import type { Database } from '../database/open.ts'
import type { Search } from '../database/search.ts'
import type { Writer } from '../database/writer.ts'
import type { DeliveryStore } from '../delivery/store.ts'
import type { Shortage } from '../failures.ts'
import type { Shortages } from '../http/descriptors.ts'
import type { Bus } from '../live/bus.ts'
import type { Outside, watchEventLoop } from '../outside.ts'
import * as wire from '../wire.ts'
import { parseDuration, toIso } from '../words/time.ts'

export function healthRoutes(needs: {
  config: Config
  database: Database
  writer: Writer
  counts: Counts
  file: string
  clock: Clock
  outside: Outside
  bus: Bus
  version: string
  pid: number
  search: Pick<Search, 'lag'>
  eventLoop: Pick<ReturnType<typeof watchEventLoop>, 'read'>
  shortages: Pick<Shortages, 'read' | 'now'>
  deliveries: Pick<DeliveryStore, 'failing'>
  seed(): number
  platformUrl(): string
  /** Credentials that the emulated API accepts. */
  key: Key
  /** Ends the sandbox. */
  stop(): void
}): ControlRoute[] {
  const { database, writer, counts, file, clock, outside, bus } = needs
  const [startedAt, since] = [outside.elapsed(), toIso(outside.wallTime())]
  const pragma = (name: string) => Number(database.pragma(name, { simple: true }))
  const ofEach = (number: (table: Counted) => number) => ({
    events: number('events'),
    deliveries: number('deliveries'),
    captures: number('captures'),
    calls: number('calls'),
  })

  return [
    route({
      method: 'GET',
      path: '/health',
      operationId: 'getHealth',
      summary: 'Whether the sandbox runs, and what it holds',
      success: { status: 200, description: 'It runs', schema: wire.health },
      run: async (): Promise<wire.Health> => {
        const problem = (await writer.unwritten())?.body().error ?? shortageProblem(needs.shortages.now())
        return {
          status: problem === null ? 'ok' : 'failing',
          version: needs.version,
          seed: needs.seed(),
          now: toIso(clock.now()),
          uptime_ms: Math.round(outside.elapsed() - startedAt),
          pid: needs.pid,
          database: file,
          database_bytes: pragma('page_count') * pragma('page_size'),
          counts: ofEach(counts.of),
          gone: ofEach(counts.lost),
          failing: needs.deliveries.failing(),
          seq: bus.newest(),
          platform: { base_url: needs.platformUrl(), ...needs.key },
          event_loop: { ...needs.eventLoop.read(), since },
          index_lag: needs.search.lag(),
          descriptor_shortages: needs.shortages.read(),
          delivery: {
            success: needs.config.delivery.success,
            timeout_ms: parseDuration(needs.config.delivery.timeout) ?? 0,
          },
          problem,
        }
      },
    }),
    route({
      method: 'POST',
      path: '/stop',
      operationId: 'stop',
      summary: 'End the sandbox',
      description: 'The answer comes first; then deliveries under way get up to 5 s to end.',
      body: z.strictObject({}),
      // Of a recorded session that is played again this would be the end.
      isHarmless: true,
      success: {
        status: 200,
        description: 'The sandbox ends',
        schema: z.object({ stopping: z.literal(true), pid: z.int() }),
      },
      run() {
        outside.after(0, needs.stop)
        return { stopping: true, pid: needs.pid }
      },
    }),
  ]
}

const shortageProblem = (shortage: Shortage | null): wire.Health['problem'] =>
  shortage && { code: 'descriptors', message: shortage.message, fix: shortage.fix }
