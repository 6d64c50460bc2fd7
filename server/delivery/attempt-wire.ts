/** Converts the stored request and response of an attempt to JSON. */

import { toldBody } from '../body/body-limit.ts'
import { wholeCharacters } from '../body/body-text.ts'
import type { Coded } from '../body/decode/decode.ts'
import { wordsOf } from '../body/decode/words.ts'
import { headsIn } from '../client/kept-heads.ts'
import { storedJson } from '../database/columns.ts'
import { headerText } from '../wire/header-pairs.ts'
import type { Attempt } from '../wire.ts'

/** The stored parts of a sent request, without its body. */
export interface KeptRequest {
  url: string
  http_version: string
  headers: string
  sent_bytes: number | null
}

/** The stored parts of a response. All are null without a response. */
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
  headers: storedJson(row.headers),
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
    ...headsIn(row.answer_headers),
    ...toldBody(wholeCharacters(body, truncated), bodyLimit),
    size: row.size ?? body.length,
    truncated,
  }
}

/** The stored bytes of a response and how to decode them. Null without a response. */
export function answerIn(row: KeptAnswer): Coded | null {
  if (row.status === null) return null
  const body = row.answer_body ?? Buffer.alloc(0)
  const cut =
    row.truncated === 1 ? `Only the first ${body.length} of the response’s ${row.size} bytes are kept.` : null
  return { headers: headsIn(row.answer_headers).headers, body, cut }
}

/** The words of a response for the full-text index: all header values, and the decoded body. */
export function wordsOfAnswer(row: Pick<KeptAnswer, 'answer_headers' | 'answer_body'>): string[] {
  const { headers, trailers = [], interim = [] } = headsIn(row.answer_headers)
  const values = [headers, trailers, ...interim.map((one) => one.headers)].flat()
  const body = row.answer_body ? wordsOf(row.answer_body, headers) : ''
  return [...values.map(([, value]) => headerText(value)), body]
}
