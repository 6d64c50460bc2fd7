/** Finds earlier captures with the same webhook id, or about the same object. */
import { storedJson } from '../../database/columns.ts'
import type { Database } from '../../database/open.ts'
import type { Mistake } from '../../wire.ts'
import type { EndpointRecord } from '../endpoints.ts'
import type { Occurrence } from '../record.ts'
import type { WebhookIds } from '../webhook-ids.ts'

/** The facts of an earlier capture that later ones are compared with. */
export interface Seen {
  id: string
  /** In microseconds. */
  receivedAt: number
  /** 0 without a response. */
  replyStatus: number
  bodySize: number
  mistakes: Mistake[]
}

interface Stored {
  seq: number
  id: string
  endpoint: string
  received_at: number
  reply_status: number
  body_size: number
  mistakes: string
}

/** One id may have gone to many endpoints, and a request must not wait for a long search. */
const mostLookedAt = 200

/** Earlier captures by webhook id. */
export function createSeenStore(database: Database, webhookIds: WebhookIds) {
  const at = database.prepare<[number, string], Stored>(
    `SELECT seq, id, endpoint, received_at, reply_status, body_size, mistakes FROM captures
     WHERE seq = ? AND endpoint = ? AND imported = 0`,
  )
  const sameBody = database
    .prepare<[Buffer, string], number>('SELECT body IS ? FROM captures WHERE id = ?')
    .pluck()
  const later = database.prepare<[string, string, number, number], { id: string; happened_at: number }>(
    `SELECT id, happened_at FROM captures
     WHERE endpoint = ? AND about = ? AND happened_at > ? AND seq > ? ORDER BY happened_at DESC LIMIT 1`,
  )
  return {
    /** The capture at an endpoint with the newest event about the same object, if that event happened later. An endpoint made again starts over. */
    later: ({ about, happened_at }: Occurrence, { name, seq }: Pick<EndpointRecord, 'name' | 'seq'>) =>
      later.get(name, about, happened_at, seq),
    /** The newest capture at an endpoint with this id. */
    newest(webhookId: string, endpoint: string): Seen | undefined {
      for (const seq of webhookIds.carrying(webhookId, mostLookedAt)) {
        const row = at.get(seq, endpoint)
        if (!row) continue
        return {
          id: row.id,
          receivedAt: row.received_at,
          replyStatus: row.reply_status,
          bodySize: row.body_size,
          mistakes: storedJson(row.mistakes),
        }
      }
      return undefined
    },
    /** Whether a capture has exactly this body. */
    hasBody: ({ id, bodySize }: Seen, body: Buffer): boolean =>
      bodySize === body.length && sameBody.get(body, id) === 1,
  }
}
export type SeenStore = ReturnType<typeof createSeenStore>
