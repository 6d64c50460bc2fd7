import { onTestFinished } from 'vitest'
import { createCounters } from '../../server/database/counters.ts'
import { openDatabase } from '../../server/database/open.ts'
import { createWriter } from '../../server/database/writer.ts'
import { createBus } from '../../server/live/bus.ts'
import { type Frame, frameOf } from '../../server/wire.ts'

/** A writer on a database of its own, with the news it told. */
export function openWriter(file = ':memory:') {
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
    writer: createWriter({ database, counters, bus }),
    put: (name: string) => void put.run(name, ''),
    names: () => all.all(),
    stored: (name: string) =>
      database.prepare<[string], number>('SELECT value FROM counters WHERE name = ?').pluck().get(name),
  }
}
