/** Finds earlier requests whose signature may have been used again. */
import type { Database } from '../database/open.ts'
import type { EarlierRequest } from '../verification/input.ts'
import type { HeaderPair } from '../wire.ts'
import type { WebhookIds } from './webhook-ids.ts'

/** How many captures with the same id, and how many captures of the endpoint, are looked at. */
const [mostWithId, mostAtEndpoint] = [50, 300]
/** How many are returned. Each costs a few signatures. */
const most = 4
/** A larger body is not read, because all of them are held at once. */
const largestBody = 1_000_000

/** The headers that hold signatures, and the shortest value that is one. */
const [ofSignature, shortest] = [/signature(?!-input)|hmac|verification/i, 16]

interface Stored {
  id: string
  headers: string
  body: Buffer
}

/** Earlier requests at an endpoint with the same id or the same signature. Only explanations ask for them. */
export function createEarlierRequests(database: Database, webhookIds: WebhookIds) {
  const at = database.prepare<[number, string], Stored>(
    `SELECT id, headers, body FROM captures
     WHERE seq = ? AND endpoint = ? AND imported = 0 AND body_cut = 0 AND body IS NOT NULL
       AND body_size <= ${largestBody}`,
  )
  const withText = database
    .prepare<[string, number, string], number>(
      `SELECT seq FROM (SELECT seq, headers FROM captures WHERE endpoint = ? AND seq < ?
         ORDER BY seq DESC LIMIT ${mostAtEndpoint})
       WHERE instr(headers, ?) > 0 LIMIT ${most}`,
    )
    .pluck()

  /**
   * @param before the number of the request's own capture, or a higher one
   */
  return function earlierRequests(asked: {
    endpoint: string
    webhookId: string | null
    headers: readonly HeaderPair[]
    before: number
  }): EarlierRequest[] {
    const { endpoint, webhookId, headers, before } = asked
    const [signature] = headers.filter(([name, value]) => ofSignature.test(name) && value.length >= shortest)
    const seqs = new Set([
      ...(signature ? withText.all(endpoint, before, JSON.stringify(signature)) : []),
      ...(webhookId === null ? [] : webhookIds.carrying(webhookId, mostWithId)),
    ])
    const found: EarlierRequest[] = []
    for (const seq of seqs) {
      const row = seq < before ? at.get(seq, endpoint) : undefined
      if (!row) continue
      found.push({ captureId: row.id, headers: JSON.parse(row.headers), body: row.body })
      if (found.length === most) break
    }
    return found
  }
}
export type EarlierRequests = ReturnType<typeof createEarlierRequests>
