import { limited } from '../database/list.ts'
import type { Database } from '../database/open.ts'

/** The table of (webhook_id, seq) by which captures are found, which is filled behind the commits. */
export const webhookIdTable = 'webhook_ids'

/**
 * Which captures carry a webhook id. Ids come in no order, so that an index over them has as many pages rewritten as there are
 * captures in a commit; it is filled in larger pieces, along with the full-text index, and what it does not know yet is
 * remembered.
 */
export function createWebhookIds(database: Database) {
  // It may have been let go of by then.
  const put = database.prepare(
    `INSERT OR IGNORE INTO ${webhookIdTable} (webhook_id, seq) SELECT webhook_id, seq FROM captures WHERE seq = ?`,
  )
  const known = database
    .prepare<[string, number], number>(
      `SELECT seq FROM ${webhookIdTable} AS told WHERE webhook_id = ?
       AND EXISTS (SELECT 1 FROM captures WHERE seq = told.seq) ORDER BY seq DESC ${limited}`,
    )
    .pluck()
  const untold = database.prepare<[], { seq: number; webhook_id: string }>(
    `SELECT seq, webhook_id FROM captures WHERE webhook_id IS NOT NULL
     AND seq > coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'searched:captures'), 0) ORDER BY seq`,
  )
  const remove = database.prepare(
    `DELETE FROM ${webhookIdTable} WHERE (webhook_id, seq) IN (SELECT webhook_id, seq FROM captures WHERE seq = ?)`,
  )
  /** What the table does not know yet: by number, oldest first, and by id. Undefined until it is read. */
  let recent: { ids: Map<number, string>; seqs: Map<string, number[]> } | undefined

  function read() {
    if (recent) return recent
    recent = { ids: new Map(), seqs: new Map() }
    for (const { seq, webhook_id } of untold.all()) remember(recent, seq, webhook_id)
    return recent
  }

  function forgetRecent(seq: number, webhookId: string) {
    const { ids, seqs } = read()
    ids.delete(seq)
    const left = seqs.get(webhookId)?.filter((one) => one !== seq) ?? []
    if (left.length > 0) seqs.set(webhookId, left)
    else seqs.delete(webhookId)
  }

  return {
    /** The numbers of those that carry it, newest first; some may be gone. */
    carrying(webhookId: string, limit: number): number[] {
      const recent = read().seqs.get(webhookId)
      if (recent === undefined) return known.all(webhookId, limit)
      const found = recent.slice(-limit).reverse()
      return found.length < limit ? found.concat(known.all(webhookId, limit - found.length)) : found
    },
    /** One was captured; part of a transaction, as is all below. */
    add: (seq: number, webhookId: string) => remember(read(), seq, webhookId),
    /** The full-text index was told of captures up to this one. */
    told(upTo: number) {
      for (const [seq, webhookId] of read().ids) {
        if (seq > upTo) return
        put.run(seq)
        forgetRecent(seq, webhookId)
      }
    },
    /** One is about to be deleted. */
    remove(seq: number) {
      remove.run(seq)
      const webhookId = read().ids.get(seq)
      if (webhookId !== undefined) forgetRecent(seq, webhookId)
    },
    /** Forgets what is remembered, since something was undone or done by another way. */
    forget() {
      recent = undefined
    },
  }
}

export type WebhookIds = ReturnType<typeof createWebhookIds>

function remember(
  { ids, seqs }: { ids: Map<number, string>; seqs: Map<string, number[]> },
  seq: number,
  webhookId: string,
) {
  if (ids.has(seq)) return
  ids.set(seq, webhookId)
  const others = seqs.get(webhookId)
  if (others) others.push(seq)
  else seqs.set(webhookId, [seq])
}
