import { toldBody } from '../body/body-limit.ts'
import { wholeCharacters } from '../body/body-text.ts'
import type { Coded } from '../body/decode/decode.ts'
import { wordsOf } from '../body/decode/words.ts'
import { headsIn } from '../client/kept-heads.ts'
import { headerText } from '../wire/header-pairs.ts'
import type { Attempt } from '../wire.ts'

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
    ...headsIn(row.answer_headers),
    ...toldBody(wholeCharacters(body, truncated), bodyLimit),
    size: row.size ?? body.length,
    truncated,
  }
}

/** The bytes of an answer, as far as they are kept, and by what they are read; null where none came. */
export function answerIn(row: KeptAnswer): Coded | null {
  if (row.status === null) return null
  const body = row.answer_body ?? Buffer.alloc(0)
  const cut =
    row.truncated === 1 ? `Only the first ${body.length} of the answer’s ${row.size} bytes are kept.` : null
  return { headers: headsIn(row.answer_headers).headers, body, cut }
}

/** What the full-text index is told of an answer: the values of all its header lines, and the body as it is meant. */
export function wordsOfAnswer(row: Pick<KeptAnswer, 'answer_headers' | 'answer_body'>): string[] {
  const { headers, trailers = [], interim = [] } = headsIn(row.answer_headers)
  const values = [headers, trailers, ...interim.map((one) => one.headers)].flat()
  const body = row.answer_body ? wordsOf(row.answer_body, headers) : ''
  return [...values.map(([, value]) => headerText(value)), body]
}
