import type { Config } from '../config.ts'
import type { Database } from './open.ts'
import type { Writer } from './writer.ts'

/** How many pages are given back at a time, so that nobody waits long for it. */
const step = 200
/** How many free pages are kept for what comes: such a share of all, and so many where they are no larger share of what may be kept. */
const [spareShare, spare] = [0.05, 512]

/** Gives pages that hold nothing any more back to the disk, in small steps, and empties the log, so that the file is smaller. */
export function createShrink(needs: {
  database: Database
  writer: Writer
  config: Pick<Config['retention'], 'bytes'>
}) {
  const { database, writer, config } = needs
  const pragma = (name: string) => Number(database.pragma(name, { simple: true }))
  /** What is kept in memory or in a file that cannot shrink stays as it is. */
  const canShrink = pragma('auto_vacuum') === 2 && database.name !== ':memory:'

  const least = Math.min(spare, (config.bytes * spareShare) / pragma('page_size'))

  return async function shrink(isStopped: () => boolean) {
    if (!canShrink) return
    const kept = Math.round(Math.max(least, pragma('page_count') * spareShare))
    if (pragma('freelist_count') <= kept * 2) return
    while (!isStopped() && pragma('freelist_count') > kept)
      await writer.write(() => void database.pragma(`incremental_vacuum(${step})`))
    // The file itself is cut only when the log goes into it.
    if (!isStopped()) database.pragma('wal_checkpoint(TRUNCATE)')
  }
}
