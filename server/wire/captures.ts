/** The JSON of captured requests. */
import { z } from 'zod'
import { rateLimit } from './endpoints.ts'
import { summary } from './events.ts'
import { exchange } from './exchanges.ts'
import { type Outcome, outcome } from './outcomes.ts'
import { bodyLeftOut, bodyParts, headerPairs, json, named, time } from './parts.ts'
import { difference, verdict } from './verdicts.ts'

/** How the sender marked the end of a body; `none` without a body. */
export const framings = ['length', 'chunked', 'none'] as const

/** The mistakes of a request besides its signature, judged by earlier captures and by the event catalogue. */
export const mistakes = ['duplicate', 'out_of_order', 'stale', 'unknown_event', 'schema_violation'] as const

const replyKinds = [
  'default',
  'fixed',
  'template',
  'rule',
  'step',
  'forced',
  'cut',
  'hang',
  'forwarding',
  'forwarded',
  'forward_failed',
  'forward_circle',
  'refused',
  'too_large',
  'rate_limited',
  'sender_gone',
  'recorded',
  'unknown',
] as const

const chosenReply = z.object({
  kind: z.enum(replyKinds).meta({
    description:
      'How the endpoint chose its reply. default: no reply is set. fixed, template, step, rule: the reply of the endpoint. forced: the URL. hang: never answered. cut: the connection was reset; with `to`, the sandbox ended while it forwarded the request. recorded: the request came from a HAR, and another server replied. unknown: a record of an older version',
  }),
  rule: z.union([z.string(), z.int()]).nullish().meta({
    description: 'The name or number of the rule that chose the reply; null if no rule did',
  }),
  no_rule: z
    .literal(true)
    .optional()
    .meta({ description: 'true if the endpoint has rules and no rule matches' }),
  step: z.object({ number: z.int(), of: z.int() }).optional(),
  forced: z.string().optional().meta({ description: 'The reply that the URL requested' }),
  template_problem: z.string().optional().meta({ description: 'Why the template could not be rendered' }),
})

/** The reply to a request, as fields. */
export const givenReply = named(
  'GivenReply',
  chosenReply.extend({
    status: z.int().meta({
      description: '0 if no response was sent, and while the request is being forwarded',
    }),
    rule: z.union([z.string(), z.int()]).nullable(),
    to: z.string().nullable().meta({ description: 'The address to which the request was forwarded' }),
    delay_ms: z.int().meta({ description: 'The delay of the reply in milliseconds' }),
    detail: z.string().meta({ description: 'The same facts in words' }),
    outcome: outcome.optional().meta({ description: 'For forward_failed: how the attempt ended' }),
    instead: chosenReply.optional().meta({
      description: 'For forward_failed: the reply of the endpoint that was sent; absent if the reply was 502',
    }),
    way: z.array(z.string()).optional().meta({ description: 'For forward_circle: the endpoints in order' }),
    limit: rateLimit.optional().meta({ description: 'Of rate_limited' }),
    bytes: z.int().optional().meta({
      description: 'For too_large and forward_failed: the limit. For sender_gone: how many bytes arrived',
    }),
    refused: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .meta({ description: 'Why the request could not be read' }),
    url_problem: z
      .object({ given: z.string(), problem: z.enum(['not_forcible', 'not_a_duration', 'nothing_forced']) })
      .optional()
      .meta({ description: 'The part of the URL that requests an invalid reply' }),
    text: z
      .string()
      .optional()
      .meta({ description: 'The words that an older version stored instead of fields' }),
  }),
)

export const captureRow = named(
  'CaptureRow',
  z.object({
    id: z.string(),
    seq: z.int(),
    endpoint: z.string(),
    received_at: time,
    method: z.string(),
    path: z.string(),
    query: z.string(),
    target: z.string().meta({
      description: 'The request target as sent, including a host and an empty query',
    }),
    http_version: z.string(),
    framing: z.enum(framings).meta({ description: 'How the sender marked the end of the body' }),
    expects_continue: z
      .boolean()
      .meta({ description: 'Whether the sender asked for 100 Continue before the body' }),
    peer: z.string(),
    duration_ms: z.number(),
    body_size: z.int(),
    body_omitted: z.boolean().meta({ description: 'true if the body exceeded the limit and was not stored' }),
    event: z.string().nullable().meta({
      description:
        'The event name, from the `event` or `type` member of a JSON body or from a header such as X-GitHub-Event, depending on the sender',
    }),
    summary,
    headers: headerPairs,
    trailers: headerPairs,
    verdict,
    body_cut: z.boolean().meta({
      description:
        'true if the body is incomplete, because the sender disconnected or the request was refused; see `reply`',
    }),
    reply: givenReply,
    webhook_id: z.string().nullable().meta({
      description:
        'The id that retries share, from a header, or from the body for Stripe, Slack, Paddle, Square and Increase',
    }),
    delivery_id: z.string().nullable(),
    mistakes: z
      .array(
        z.object({
          mistake: z.enum(mistakes),
          detail: z.string(),
          capture_id: z.string().nullable().meta({
            description: 'The earlier capture in the comparison; null if the mistake needs no comparison',
          }),
          times: z
            .int()
            .nullable()
            .meta({ description: 'For a duplicate: how often the id has arrived at this endpoint so far' }),
          apart_us: z.int().optional().meta({
            description:
              'Microseconds. For a duplicate: the time since the earlier capture. For out_of_order: how long this event happened before a newer event about the same object, which arrived first',
          }),
          answered: z.int().optional().meta({
            description:
              'For a duplicate: the status of the reply to the earlier capture; 0 if there was no reply',
          }),
          same_body: z
            .boolean()
            .optional()
            .meta({ description: 'For a duplicate: false if the body differs' }),
          age_s: z
            .int()
            .optional()
            .meta({ description: 'For stale: the age of the timestamp, if the signature does not match' }),
          limit_s: z.number().optional().meta({ description: 'The limit for age_s' }),
          paths: z
            .array(z.string())
            .optional()
            .meta({ description: 'For schema_violation: the first three invalid members' }),
        }),
      )
      .meta({ description: 'The mistakes of the request besides its signature' }),
    pinned: z.boolean().meta({ description: 'true protects the capture from the retention' }),
    note: z.string().nullable(),
    imported: z.boolean().meta({
      description: 'true if the capture was imported; its verdict is that of the sandbox that received it',
    }),
  }),
)

export const capture = named(
  'Capture',
  captureRow.extend({
    ...bodyParts,
    body_left_out: bodyLeftOut,
    exchanges: z
      .array(exchange)
      .meta({ description: 'The forwards and replays of the capture, oldest first' }),
  }),
)

/** Why a body could not be decoded completely. */
const decodeProblems = [
  'too_many_codings',
  'coding_unknown',
  'not_so_coded',
  'coded_data_damaged',
  'unsaid_gzip',
  'over_the_bound',
  'body_cut',
  'not_json',
  'byte_order_mark',
  'charset_unknown',
  'not_of_charset',
  'control_characters',
  'boundary_not_named',
  'boundary_not_found',
  'boundary_not_closed',
  'parts_left_out',
  'fields_left_out',
  'percent_alone',
] as const

const decodeProblem = z.object({
  code: z.enum(decodeProblems),
  name: z.string().optional().meta({ description: 'The name of the coding, charset or boundary, as sent' }),
  looks_like: z
    .enum(['gzip', 'zstd', 'json', 'text'])
    .optional()
    .meta({ description: 'For not_so_coded: what the bytes look like' }),
  read_as: z
    .string()
    .optional()
    .meta({ description: 'For charset_unknown: the charset that was used instead' }),
  at: z.int().optional().meta({ description: 'For not_of_charset: the offset of the first invalid byte' }),
  count: z.int().optional().meta({
    description:
      'For too_many_codings: how many codings are named. For a cut result: how many bytes, parts or fields are included',
  }),
  text: z.string().optional().meta({
    description: 'The message of the decoder or parser. For body_cut: why the body is incomplete',
  }),
})

export const decodedBody = named(
  'DecodedBody',
  z.object({
    content_type: z.string().nullable(),
    charset: z.string().nullable().meta({ description: 'The charset used to read the text' }),
    codings: z.array(z.string()).meta({ description: 'The removed content codings, in order of removal' }),
    size: z.int().meta({ description: 'Bytes after decoding' }),
    truncated: z.boolean().meta({ description: 'true if only the beginning was decoded' }),
    kind: z.enum(['empty', 'json', 'form', 'multipart', 'text', 'binary']),
    text: z.string().nullable(),
    base64: z.string().nullable().meta({ description: 'The exact bytes, if they are not text' }),
    fields: z
      .array(z.tuple([z.string(), z.string()]))
      .meta({ description: 'The fields of a form, in order' }),
    parts: z
      .array(
        z.object({
          name: z.string().nullable(),
          filename: z.string().nullable(),
          headers: headerPairs,
          size: z.int(),
          text: z.string().nullable(),
          base64: z.string().nullable(),
        }),
      )
      .meta({ description: 'The parts of a multipart body, in order' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the body could not be decoded completely, in words' }),
    problems: z.array(decodeProblem).meta({ description: 'The facts in `problem`' }),
  }),
)

const changedValue = z.object({
  path: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  before: json.optional(),
  after: json.optional(),
})

export const captureDiff = named(
  'CaptureDiff',
  z.object({
    before: z.string().meta({ description: 'The id of the compared capture' }),
    after: z.string().meta({ description: 'The id of the capture that it is compared with' }),
    line: z.array(changedValue).meta({ description: 'Method, path, query and version' }),
    headers: z
      .array(changedValue)
      .meta({ description: 'By name in lower case; `order` or `case` if nothing else differs' }),
    json: z.array(changedValue).nullable().meta({
      description:
        'By path; null if either body is not JSON. A number with more digits than a double holds is a string',
    }),
    body: difference.nullable().meta({ description: 'Byte by byte; null if the bodies are equal' }),
  }),
)

export type Framing = (typeof framings)[number]
export type Mistake = CaptureRow['mistakes'][number]
export type DecodeProblem = z.infer<typeof decodeProblem>
export type DecodedBody = z.infer<typeof decodedBody>
export type CaptureDiff = z.infer<typeof captureDiff>
export type GivenReply = z.infer<typeof givenReply>
/** The fields of a reply that a capture stores besides its status and delay. */
export type ReplyFacts = Partial<Omit<GivenReply, 'kind' | 'rule' | 'outcome'>> &
  z.infer<typeof chosenReply> & { outcome?: Outcome | undefined }
export type CaptureRow = z.infer<typeof captureRow>
export type Capture = z.infer<typeof capture>
