import { toldBody } from '../body-limit.ts'
import { wholeCharacters } from '../capture/body-text.ts'
import type { Attempt, HeaderPair } from '../wire.ts'
import type { Incoming } from './client/message.ts'

/** What is kept of a request that left, but for its body. */
export interface KeptRequest {
  url: string
  http_version: string
  headers: string
  sent_bytes: number | null
}

/** What is kept of an answer; all is null where none came. */
export interface KeptAnswer {
  status: number | null
  answer_version: string | null
  answer_headers: string | null
  answer_body: Buffer | null
  size: number | null
  truncated: number | null
}

export const requestWire = (row: KeptRequest, body: Buffer, bodyLimit: number): Attempt['request'] => ({
  method: 'POST',
  url: row.url,
  http_version: row.http_version,
  headers: JSON.parse(row.headers),
  ...toldBody(body, bodyLimit),
  sent_bytes: row.sent_bytes,
})

export function responseWire(row: KeptAnswer, bodyLimit: number): Attempt['response'] {
  if (row.status === null) return null
  const truncated = row.truncated === 1
  const body = row.answer_body ?? Buffer.alloc(0)
  return {
    status: row.status,
    http_version: row.answer_version ?? '1.1',
    ...headsOf(row.answer_headers),
    ...toldBody(wholeCharacters(body, truncated), bodyLimit),
    size: row.size ?? body.length,
    truncated,
  }
}

/** The headers of an answer, and what else came in header lines: behind its body, and in interim answers before it. */
type Heads = Pick<Incoming, 'headers' | 'trailers' | 'interim'>

/** As JSON; nearly every answer has the headers of the one before it, which are then the same object. */
let lastHeaders: { of: readonly HeaderPair[] | undefined; json: string } = { of: undefined, json: '' }

/** The heads of an answer as they are kept: its header pairs, or an object where there is more than these. */
export function keptHeads({ headers, trailers, interim }: Heads): string {
  if (trailers || interim) return JSON.stringify({ headers, trailers, interim })
  if (headers !== lastHeaders.of) lastHeaders = { of: headers, json: JSON.stringify(headers) }
  return lastHeaders.json
}

function headsOf(kept: string | null) {
  const read = JSON.parse(kept ?? '[]')
  return Array.isArray(read) ? { headers: read } : read
}

/** All values that an answer's header lines hold. */
export function valuesInHeads(kept: string | null): string[] {
  const { headers, trailers = [], interim = [] }: Heads = headsOf(kept)
  return [headers, trailers, ...interim.map((one) => one.headers)].flat().map(([, value]) => value)
}
