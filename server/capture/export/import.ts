/** Checks the lines of an import, and converts them to records. */
import { z } from 'zod'
import { meantBytes } from '../../body/decode/meant.ts'
import {
  earlierOrigin,
  earlierOutcome,
  earlierReasonCode,
  earlierReply,
  earlierSecretOf,
  earlierTried,
} from '../../database/earlier.ts'
import { timeField } from '../../schema/fields.ts'
import { headerValueForm } from '../../schema/header-names.ts'
import * as wire from '../../wire.ts'
import { headerNameForm } from '../../words/header-names.ts'
import { untold } from '../../words/outcome.ts'
import { isEndpointName } from '../endpoints.ts'
import type { ExchangeRecord } from '../exchanges/store.ts'
import { methodForm, targetForm, unreadForm } from '../kept-body.ts'
import { payloadIn } from '../payload.ts'
import type { CaptureRecord } from '../record.ts'
import { summaryIn } from '../senders.ts'

/** Text that the database stores unchanged. */
const keepable = z
  .string('must be text')
  .refine((value) => !/\p{Surrogate}/u.test(value), 'must not contain half of a surrogate pair')
const text = (most = 100_000) => keepable.max(most, `must be at most ${most} characters`)
/** Text in the head of a request. If the head could be read, stricter checks follow. */
const inHead = (most?: number) => text(most).refine((value) => unreadForm.test(value), 'must be one line')
const pairs = z.array(
  z.tuple([inHead(), inHead()], 'must be a pair of name and value'),
  'must be pairs of name and value',
)
const count = z.int('must be a whole number').min(0, 'must not be negative')

/** Older exports only have the text of a response. */
const answered = wire.exchange.shape.response
  .unwrap()
  .extend({ body_base64: z.base64('must be base64').nullable().default(null) })

/** Older exports lack the version and trailers of a request. */
const sent = wire.exchange.shape.request.extend({
  http_version: inHead(20).optional(),
  trailers: pairs.default([]),
})

/** Earlier exports have a sentence instead of the fields of an outcome or reply. */
const ended = z.union([
  wire.outcome.transform(untold),
  wire.timedOut.omit({ detail: true }),
  z
    .object({ kind: z.string(), detail: text() })
    .transform(({ kind, detail }) => earlierOutcome(kind, detail)),
])
const reply = z.union([
  wire.givenReply
    .omit({ detail: true })
    .extend({ status: count.max(999), delay_ms: count, outcome: ended.optional() }),
  z
    .object({ status: count.max(999), rule: text(), delay_ms: count })
    .transform(({ rule, ...told }) => ({ ...earlierReply(rule), ...told })),
])

const verdict = z.union([
  wire.verdict,
  wire.verdict
    .extend({
      secret_of: text().nullable(),
      tried: wire.verdict.shape.tried
        .unwrap()
        .extend({ families: z.array(text()) })
        .nullable(),
    })
    .omit({ reason_code: true })
    .transform((told) => ({
      ...told,
      reason_code: earlierReasonCode(told),
      secret_of: earlierSecretOf(told.secret_of),
      tried: earlierTried(told.tried),
    })),
])

/** One line of an export. Unknown fields of older or newer versions are ignored. */
export const exportedLine = z
  .object({
    id: z.string('must be an id').regex(/^cap_[0-9a-hjkmnp-tv-z]{26}$/, 'must be cap_ and 26 characters'),
    endpoint: z.string('must be a name').refine(isEndpointName, 'must be the name of an endpoint'),
    received_at: timeField(),
    method: inHead(100),
    path: inHead(),
    query: inHead(),
    target: inHead().optional(),
    http_version: inHead(20),
    framing: z.enum(wire.framings),
    expects_continue: z.boolean(),
    peer: text(200),
    duration_ms: z.number().min(0),
    body_size: count,
    body_omitted: z.boolean(),
    body_cut: z.boolean(),
    body_base64: z.base64('must be base64').nullable(),
    // The event name in a body may be as long as the body.
    event: keepable.nullable(),
    headers: pairs,
    trailers: pairs,
    verdict,
    reply,
    webhook_id: text().nullable(),
    delivery_id: text().nullable(),
    mistakes: wire.captureRow.shape.mistakes,
    pinned: z.boolean(),
    note: text().nullable(),
    exchanges: z
      .array(
        wire.exchange.omit({ changes: true }).extend({
          at: timeField(),
          request: sent,
          outcome: ended,
          response: answered.nullable(),
          answered: z.boolean().optional(),
        }),
      )
      .max(1000)
      .default([]),
  })
  .superRefine((line, context) => {
    const { endpoint, path, body_base64, body_omitted, body_size } = line
    const add = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: path.split('.'), message })
    // An unreadable request is stored as received. A replay checks it.
    const isRead = !line.body_cut && line.reply.kind !== 'refused'
    const flaw = isRead ? flawInHead(line) : undefined
    if (flaw) add(...flaw)
    // A replay appends this to a URL.
    if (path !== `/in/${endpoint}` && !path.startsWith(`/in/${endpoint}/`))
      add('path', `must be /in/${endpoint}, or begin with it`)
    if ((body_base64 === null) !== body_omitted)
      return add('body_base64', 'must be null if body_omitted is true, and only then')
    const size = body_base64 === null ? body_size : Buffer.byteLength(body_base64, 'base64')
    if (size !== body_size) add('body_size', `must be ${size}, the number of bytes in body_base64`)
  })

interface Head {
  method: string
  path: string
  query: string
  target?: string | undefined
  http_version: string
  headers: readonly (readonly [string, string])[]
  trailers: readonly (readonly [string, string])[]
}

/** A part of a readable request's head that is impossible, and what it must be. */
function flawInHead(head: Head): [path: string, says: string] | undefined {
  if (!methodForm.test(head.method)) return ['method', 'must be a method']
  if (!/^\d\.\d$/.test(head.http_version)) return ['http_version', 'must be 1.1 or 1.0']
  for (const part of ['path', 'query', 'target'] as const)
    if (!targetForm.test(head[part] ?? '')) return [part, 'must be part of a request target']
  for (const part of ['headers', 'trailers'] as const)
    for (const [i, [name, value]] of head[part].entries()) {
      if (!headerNameForm.test(name)) return [`${part}.${i}.0`, 'must be a valid header name']
      if (!headerValueForm.test(value)) return [`${part}.${i}.1`, 'must be one line of Latin-1']
    }
  return undefined
}

export type ImportedLine = z.output<typeof exportedLine>

/** A line as stored, without its numbers. */
export function importedRecord(line: ImportedLine): Omit<CaptureRecord, 'seq'> {
  const { body_base64, body_omitted: _, exchanges: __, ...told } = line
  const target = line.query === '' ? line.path : `${line.path}?${line.query}`
  const body = body_base64 === null ? null : Buffer.from(body_base64, 'base64')
  const meant = body && meantBytes({ body, headers: line.headers })
  return {
    ...told,
    summary: summaryIn(line.event, meant ? payloadIn(meant) : undefined),
    target: line.target === undefined || line.target === target ? null : line.target,
    body,
    // Causes are not searched again for what a sandbox received. Requests of other programs are explained here.
    verdict: {
      ...line.verdict,
      explained: line.verdict.explained || line.reply.kind !== 'recorded',
    },
    ...importedReply(line),
    imported: true,
    occurrence: null,
    input: null,
  }
}

/** The reply of a line as stored. */
export function importedReply({ reply: { status, delay_ms, ...facts } }: ImportedLine) {
  return { reply_status: status, reply: facts, reply_delay_ms: delay_ms }
}

/**
 * Whether the sender got the response of an exchange. Earlier exports only show this if a single address of the host was
 * asked.
 */
function isAnswered(one: ImportedLine['exchanges'][number], { reply, exchanges }: ImportedLine): boolean {
  if (one.answered !== undefined || reply.kind !== 'forwarded') return one.answered ?? false
  const isAsked = ({ kind, url }: typeof one) =>
    kind === 'forward' && earlierOrigin(url) === earlierOrigin(reply.to ?? null)
  return isAsked(one) && exchanges.filter(isAsked).length === 1
}

/** A forward or replay as stored, without its numbers. */
export const importedExchange = (
  line: ImportedLine['exchanges'][number],
  capture: ImportedLine,
): Omit<ExchangeRecord, 'seq' | 'captureSeq'> => ({
  id: line.id,
  kind: line.kind,
  url: line.url,
  at: line.at,
  durationMs: line.duration_ms,
  method: line.request.method,
  httpVersion: line.request.http_version ?? (line.kind === 'replay' ? capture.http_version : '1.1'),
  headers: line.request.headers,
  trailers: line.request.trailers,
  body: bytesOf(line.request),
  outcome: line.outcome,
  answered: isAnswered(line, capture),
  response: line.response && { ...line.response, body: bytesOf(line.response) ?? Buffer.alloc(0) },
})

/** A body of an export as bytes, or null. */
function bytesOf({ body, body_base64 }: { body: string | null; body_base64: string | null }): Buffer | null {
  if (body_base64 !== null) return Buffer.from(body_base64, 'base64')
  return body === null ? null : Buffer.from(body)
}
