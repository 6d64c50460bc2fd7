import { z } from 'zod'
import { timeField } from '../../fields.ts'
import * as wire from '../../wire.ts'
import { isEndpointName } from '../endpoints.ts'
import type { ExchangeRecord } from '../exchanges/store.ts'
import type { CaptureRecord } from '../record.ts'

/** Text that the database keeps as it is. */
const text = (most = 100_000) =>
  z
    .string('must be text')
    .max(most, `must be at most ${most} characters`)
    .refine((value) => !/\p{Surrogate}/u.test(value), 'must hold no half of a character')
/** What stands in the head of a request, where a line that ends early would begin another. */
const inHead = (pattern: RegExp, says: string) => text().refine((value) => pattern.test(value), says)
const token = inHead(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be the name of a header')
const value = inHead(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be one line of Latin-1')
const target = inHead(/^[\x21-\x7e\x80-\xff]*$/, 'must be a part of a request target')
const pairs = z
  .array(z.tuple([token, value], 'must be a pair of name and value'), 'must be pairs of name and value')
  .max(5000, 'must be at most 5000 pairs')
const count = z.int('must be a whole number').min(0, 'must not be negative')

/** One line of an export. What an older or newer version writes besides is let pass. */
const exported = z
  .object({
    id: z.string('must be an id').regex(/^cap_[0-9a-hjkmnp-tv-z]{26}$/, 'must be cap_ and 26 characters'),
    endpoint: z.string('must be a name').refine(isEndpointName, 'must be the name of an endpoint'),
    received_at: timeField(),
    method: z.string('must be a method').regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/, 'must be a method'),
    path: target,
    query: target,
    target: target.optional(),
    http_version: z.string('must be 1.1 or 1.0').regex(/^\d\.\d$/, 'must be 1.1 or 1.0'),
    framing: z.enum(wire.framings),
    expects_continue: z.boolean(),
    peer: text(200),
    duration_ms: z.number().min(0),
    body_size: count,
    body_omitted: z.boolean(),
    body_cut: z.boolean(),
    body_base64: z.base64('must be base64').nullable(),
    event: text().nullable(),
    headers: pairs,
    trailers: pairs,
    verdict: wire.verdict,
    reply: z.object({ status: count.max(999), rule: text(), delay_ms: count }),
    webhook_id: text().nullable(),
    delivery_id: text().nullable(),
    mistakes: wire.captureRow.shape.mistakes,
    pinned: z.boolean(),
    note: text().nullable(),
    exchanges: z
      .array(wire.exchange.extend({ at: timeField() }))
      .max(1000)
      .default([]),
  })
  .superRefine(({ body_base64, body_omitted, body_size }, context) => {
    const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if ((body_base64 === null) !== body_omitted)
      return add('body_base64', 'must be null where body_omitted is true, and only there')
    const size = body_base64 === null ? body_size : Buffer.byteLength(body_base64, 'base64')
    if (size !== body_size) add('body_size', `must be ${size}, as many bytes as body_base64 holds`)
  })

/** What an import takes. */
export const importBody = z.strictObject({
  captures: z
    .array(exported, 'must be a list of captures as an export writes them, one a line')
    .max(5000, 'must be at most 5000; send the rest in further requests'),
})

export type ImportedLine = z.output<typeof exported>

/** A line as it is kept, but for its numbers. */
export function importedRecord(line: ImportedLine): Omit<CaptureRecord, 'seq'> {
  const target = line.query === '' ? line.path : `${line.path}?${line.query}`
  return {
    id: line.id,
    endpoint: line.endpoint,
    receivedAt: line.received_at,
    method: line.method,
    path: line.path,
    query: line.query,
    target: line.target === undefined || line.target === target ? null : line.target,
    httpVersion: line.http_version,
    framing: line.framing,
    expectsContinue: line.expects_continue,
    peer: line.peer,
    durationMs: line.duration_ms,
    headers: line.headers,
    trailers: line.trailers,
    body: line.body_base64 === null ? null : Buffer.from(line.body_base64, 'base64'),
    bodySize: line.body_size,
    bodyCut: line.body_cut,
    event: line.event,
    // It was judged where it arrived; here nobody looks for causes again.
    verdict: { ...line.verdict, explained: true },
    replyStatus: line.reply.status,
    replyRule: line.reply.rule,
    replyDelayMs: line.reply.delay_ms,
    webhookId: line.webhook_id,
    deliveryId: line.delivery_id,
    mistakes: line.mistakes,
    pinned: line.pinned,
    note: line.note,
    imported: true,
    input: null,
  }
}

/** What became of a capture that was passed on or sent again, as it is kept, but for its numbers. */
export const importedExchange = (
  line: ImportedLine['exchanges'][number],
): Omit<ExchangeRecord, 'seq' | 'captureSeq'> => ({
  id: line.id,
  kind: line.kind,
  url: line.url,
  at: line.at,
  durationMs: line.duration_ms,
  method: line.request.method,
  headers: line.request.headers,
  body:
    line.request.body_base64 === null
      ? line.request.body === null
        ? null
        : Buffer.from(line.request.body)
      : Buffer.from(line.request.body_base64, 'base64'),
  outcome: line.outcome,
  response: line.response && { ...line.response, body: Buffer.from(line.response.body) },
})
