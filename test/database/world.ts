import { onTestFinished } from 'vitest'
import type { Checkpoints } from '../../server/database/checkpoints.ts'
import { createCounters } from '../../server/database/counters.ts'
import { openDatabase } from '../../server/database/open.ts'
import { createSearch } from '../../server/database/search.ts'
import { createWriter } from '../../server/database/writer.ts'
import { createEventStore } from '../../server/delivery/event-store.ts'
import { createBus } from '../../server/live/bus.ts'
import { runAtOnce } from '../../server/memory/in-slices.ts'
import type { Outside } from '../../server/outside.ts'
import { type Frame, frameOf } from '../../server/wire.ts'

/** A writer on a database of its own, with the news it told. */
export function openWriter(file = ':memory:', elapsed?: () => number, checkpoints?: Checkpoints) {
  const database = openDatabase(file)
  onTestFinished(() => void database.close())
  const counters = createCounters(database)
  const bus = createBus(counters.current('seq'))
  const told: Frame[] = []
  bus.subscribe((news) => told.push(...news.map(frameOf)))
  const put = database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)')
  const all = database.prepare<[], string>('SELECT name FROM settings ORDER BY name').pluck()
  return {
    database,
    counters,
    bus,
    told,
    writer: createWriter({
      database,
      counters,
      bus,
      ...(elapsed && { elapsed }),
      ...(checkpoints && { checkpoints }),
    }),
    put: (name: string) => void put.run(name, ''),
    names: () => all.all(),
    stored: (name: string) =>
      database.prepare<[string], number>('SELECT value FROM counters WHERE name = ?').pluck().get(name),
  }
}

interface IndexOptions {
  /** Done in the same turn as each of its writes. */
  during?: () => void
  outside?: Pick<Outside, 'after' | 'elapsed' | 'worked'>
}
const timeless = { after: () => () => {}, elapsed: () => 0, worked: () => 0 }

/** An index over events alone, and what makes one more event. */
export function openIndex({ during = () => {}, outside = timeless }: IndexOptions = {}) {
  const { database, writer, counters, bus } = openWriter()
  const events = createEventStore(database, () => 0)
  const search = createSearch({
    database,
    counters,
    bus,
    sources: { events: events.searchable },
    writer: {
      ...writer,
      write(work) {
        during()
        return writer.write(work)
      },
    },
    outside,
    config: { retention: { bytes: 1_000_000_000 } },
    onTrouble: () => {},
  })
  onTestFinished(search.stop)
  return {
    database,
    writer,
    search,
    found: (word: string) =>
      runAtOnce(events.searchable.index.refs({ all: [word], none: [], beginnings: [] })).size,
    make: (animal = 'zebra') =>
      writer.write((tx) => {
        const seq = tx.seq()
        events.insert({
          seq,
          id: `evt${seq}`,
          event: 'card.created',
          summary: null,
          occurred_at: 0,
          source: 'trigger',
          run_id: null,
          call_id: null,
          traceparent: null,
          payload: JSON.stringify({ animal }),
        })
      }),
  }
}
