import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createCounters } from '../../server/database/counters.ts'
import { openDatabase } from '../../server/database/open.ts'
import { createWriter } from '../../server/database/writer.ts'
import { createBus } from '../../server/live/bus.ts'
import type { Frame } from '../../server/wire.ts'

/** A folder of the test's own, gone when it ends. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A writer on a database of its own, with the news it told. */
export function openWriter(file = ':memory:') {
  const database = openDatabase(file)
  onTestFinished(() => void database.close())
  const counters = createCounters(database)
  const bus = createBus(counters.current('seq'))
  const told: Frame[] = []
  bus.subscribe((frames) => told.push(...frames))
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
