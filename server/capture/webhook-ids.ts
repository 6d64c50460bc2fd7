/** Finds captures by webhook id. */
import { limited } from '../database/list.ts'
import type { Database } from '../database/open.ts'

/** The table of (webhook_id, seq), which is filled after the commits. */
export const webhookIdTable = 'webhook_ids'

/**
 * How many ids the table lacks are read into memory at most, the newest: it takes 30 ms. Only after a start far behind the
 * index are there more. Older ones are found once they are indexed.
 */
const mostRead = 10_000

/**
 * Finds captures by webhook id. Ids come in random order, so an index would rewrite one page for each capture. The table is
 * filled in larger batches, along with the full-text index, and newer ids are kept in memory.
 */
export function createWebhookIds(database: Database) {
  // The capture may have been deleted meanwhile.
  const put = database.prepare(
    `INSERT OR IGNORE INTO ${webhookIdTable} (webhook_id, seq) SELECT webhook_id, seq FROM captures
     WHERE seq = ? AND webhook_id IS NOT NULL`,
  )
  const known = database
    .prepare<[string, number], number>(
      `SELECT seq FROM ${webhookIdTable} AS told WHERE webhook_id = ?
       AND EXISTS (SELECT 1 FROM captures WHERE seq = told.seq) ORDER BY seq DESC ${limited}`,
    )
    .pluck()
  const untold = database.prepare<[], { seq: number; webhook_id: string }>(
    `SELECT seq, webhook_id FROM captures WHERE webhook_id IS NOT NULL
     AND seq > coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'searched:captures'), 0)
     ORDER BY seq DESC LIMIT ${mostRead}`,
  )
  const remove = database.prepare(
    `DELETE FROM ${webhookIdTable} WHERE (webhook_id, seq) IN (SELECT webhook_id, seq FROM captures WHERE seq = ?)`,
  )
  /** The ids that the table does not have yet: by number, oldest first, and by id. Undefined until read. */
  let recent: Recent | undefined

  function read(): Recent {
    if (recent) return recent
    const found = untold.all().reverse()
    recent = { ids: new Map(), seqs: new Map(), isWhole: found.length < mostRead }
    for (const { seq, webhook_id } of found) remember(recent, seq, webhook_id)
    return recent
  }

  function forgetRecent({ ids, seqs }: Recent, seq: number) {
    const webhookId = ids.get(seq)
    if (webhookId === undefined) return
    ids.delete(seq)
    const left = seqs.get(webhookId)?.filter((one) => one !== seq) ?? []
    if (left.length > 0) seqs.set(webhookId, left)
    else seqs.delete(webhookId)
  }

  return {
    /** The numbers of captures with this id, newest first. Some may be deleted. */
    carrying(webhookId: string, limit: number): number[] {
      const recent = read().seqs.get(webhookId)
      if (recent === undefined) return known.all(webhookId, limit)
      const found = recent.slice(-limit).reverse()
      return found.length < limit ? found.concat(known.all(webhookId, limit - found.length)) : found
    },
    /** Adds a capture. Like everything below, part of a transaction. */
    add: (seq: number, webhookId: string) => remember(read(), seq, webhookId),
    /** The full-text index now has a capture. */
    told(seq: number) {
      if (!recent?.isWhole || recent.ids.has(seq)) put.run(seq)
      if (recent) forgetRecent(recent, seq)
    },
    /** A capture is about to be deleted. */
    remove(seq: number) {
      remove.run(seq)
      if (recent) forgetRecent(recent, seq)
    },
    /** Clears the memory after a rollback or a change by another part. */
    forget() {
      recent = undefined
    },
  }
}

export type WebhookIds = ReturnType<typeof createWebhookIds>

interface Recent {
  ids: Map<number, string>
  seqs: Map<string, number[]>
  /** Whether it has all ids that the table does not have. */
  isWhole: boolean
}

function remember({ ids, seqs }: Recent, seq: number, webhookId: string) {
  if (ids.has(seq)) return
  ids.set(seq, webhookId)
  const others = seqs.get(webhookId)
  if (others) others.push(seq)
  else seqs.set(webhookId, [seq])
}
