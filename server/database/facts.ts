/** Facts that the database stores about itself. */
import type { Database } from './open.ts'

/** The names of these facts. */
export type SettingName = 'seed' | 'clock' | 'base_url' | 'traffic' | 'session'

export function createSettings(database: Database) {
  const get = database.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck()
  const set = database.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    get: (name: SettingName): string | undefined => get.get(name),
    set: (name: SettingName, value: string) => void set.run(name, value),
  }
}
export type Settings = ReturnType<typeof createSettings>
