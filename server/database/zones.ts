/** Finds the range of record numbers for a range of times. */
import type { Database } from './open.ts'

interface Zone {
  first: number
  last: number
  earliest: number
  latest: number
  records: number
}

/** How many records a zone covers: the most that are examined beyond those within a time. */
const perZone = 256

/**
 * The times of each stretch of numbers. The clock may be set back, so times need not rise with numbers. An index of times
 * would cost something for every record.
 */
export function createZones(database: Database, { source, table }: { source: string; table: string }) {
  const newest = database.prepare<[string], Zone>(
    'SELECT first, last, earliest, latest, records FROM search_zones WHERE source = ? ORDER BY first DESC LIMIT 1',
  )
  const put = database.prepare(
    `INSERT INTO search_zones (source, first, last, earliest, latest, records) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (source, first) DO UPDATE SET last = excluded.last, earliest = excluded.earliest,
     latest = excluded.latest, records = excluded.records`,
  )
  const forget = database.prepare(
    `DELETE FROM search_zones WHERE source = ? AND last <= ?
     AND NOT EXISTS (SELECT 1 FROM ${table} WHERE seq BETWEEN search_zones.first AND search_zones.last)`,
  )
  const lowest = database
    .prepare<[string, number], number | null>(
      'SELECT min(first) FROM search_zones WHERE source = ? AND latest >= ?',
    )
    .pluck()
  const highest = database
    .prepare<[string, number], number | null>(
      'SELECT max(last) FROM search_zones WHERE source = ? AND earliest <= ?',
    )
    .pluck()

  const save = ({ first, last, earliest, latest, records }: Zone) =>
    void put.run(source, first, last, earliest, latest, records)

  return {
    /** Adds records, oldest first. Part of a transaction. */
    add(told: readonly { rowid: number; at?: number }[]) {
      let zone = newest.get(source)
      for (const { rowid, at } of told) {
        if (at === undefined) continue
        if (zone && zone.records < perZone) {
          zone = {
            ...zone,
            last: rowid,
            earliest: Math.min(zone.earliest, at),
            latest: Math.max(zone.latest, at),
            records: zone.records + 1,
          }
          continue
        }
        if (zone) save(zone)
        zone = { first: rowid, last: rowid, earliest: at, latest: at, records: 1 }
      }
      if (zone) save(zone)
    },
    /**
     * The numbers, both included, between which records of a time may lie. Records that are not added yet lie above `known`.
     */
    between({ since, until }: { since?: number | undefined; until?: number | undefined }) {
      const known = newest.get(source)?.last ?? 0
      return {
        known,
        from: since === undefined ? 0 : (lowest.get(source, since) ?? known + 1),
        to: until === undefined ? Number.MAX_SAFE_INTEGER : (highest.get(source, until) ?? 0),
      }
    },
    /** Forgets the zones up to the end of a stretch whose records are all deleted. */
    forget: ({ last }: { last: number }) => void forget.run(source, last),
  }
}
