import { z } from 'zod'
import { rateLimit } from './endpoints.ts'
import { exchange } from './exchanges.ts'
import { type Outcome, outcome } from './outcomes.ts'
import { bodyLeftOut, bodyParts, headerPairs, json, named, time } from './parts.ts'
import { difference, verdict } from './verdicts.ts'

/** How the sender said where a body ends; `none` where there is no body. */
export const framings = ['length', 'chunked', 'none'] as const

/** What may be wrong with a request beside its signature, judged by what came before it and by the catalogue of events. */
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
  'unknown',
] as const

const chosenReply = z.object({
  kind: z.enum(replyKinds).meta({
    description:
      'What answered. default: no reply is set. fixed, template, step, rule: the reply of the endpoint. forced: the URL. hang, cut: a reply that never answers, or resets the connection; cut with `to`: the sandbox ended while it forwarded the request. unknown: a record of an older version',
  }),
  rule: z.union([z.string(), z.int()]).nullish().meta({
    description: 'The name of the rule that chose the answer, or its number; null where no rule did',
  }),
  no_rule: z.literal(true).optional().meta({ description: 'The endpoint has rules, and none matches' }),
  step: z.object({ number: z.int(), of: z.int() }).optional(),
  forced: z.string().optional().meta({ description: 'The answer that the URL asked for' }),
  template_problem: z.string().optional().meta({ description: 'Why the template could not be filled in' }),
})

/** How a request was answered, as fields. */
export const givenReply = named(
  'GivenReply',
  chosenReply.extend({
    status: z.int().meta({
      description: '0 when nothing was answered, and while it is passed on to the addresses of forward_to',
    }),
    rule: z.union([z.string(), z.int()]).nullable(),
    to: z.string().nullable().meta({ description: 'The address that the request was forwarded to' }),
    delay_ms: z.int().meta({ description: 'How long the rule held the answer back' }),
    detail: z.string().meta({ description: 'The same in words, for people' }),
    outcome: outcome.optional().meta({ description: 'Of forward_failed: how the attempt ended' }),
    instead: chosenReply.optional().meta({
      description: 'Of forward_failed: the reply of the endpoint that was given; absent where it was 502',
    }),
    way: z.array(z.string()).optional().meta({ description: 'Of forward_circle: the endpoints in order' }),
    limit: rateLimit.optional().meta({ description: 'Of rate_limited' }),
    bytes: z.int().optional().meta({
      description: 'Of too_large, and of forward_failed: the limit. Of sender_gone: how many bytes came',
    }),
    refused: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .meta({ description: 'Why the request could not be read' }),
    url_problem: z
      .object({ given: z.string(), problem: z.enum(['not_forcible', 'not_a_duration', 'nothing_forced']) })
      .optional()
      .meta({ description: 'What of the URL asks for an answer that cannot be forced' }),
    text: z.string().optional().meta({ description: 'What an older version wrote in place of fields' }),
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
      description:
        'As sent: with the host where the sender named it, with the question mark of an empty query',
    }),
    http_version: z.string(),
    framing: z.enum(framings).meta({ description: 'How the sender said where the body ends' }),
    expects_continue: z.boolean().meta({ description: 'Whether it asked for 100 Continue before its body' }),
    peer: z.string(),
    duration_ms: z.number(),
    body_size: z.int(),
    body_omitted: z.boolean().meta({ description: 'true when the body was over the limit and is not kept' }),
    event: z.string().nullable().meta({
      description:
        'The name of the event, where its sender puts it: the `event` member of a JSON body, a header such as X-GitHub-Event, or the member that the sender uses, such as `type`',
    }),
    headers: headerPairs,
    trailers: headerPairs,
    verdict,
    body_cut: z.boolean().meta({
      description:
        'true when the body ends before it was complete: the sender went away, or it was refused, as `reply` tells',
    }),
    reply: givenReply,
    webhook_id: z.string().nullable().meta({
      description:
        'The id that repeats carry again: that of a header, else the one in the body of Stripe, Slack, Paddle, Square and Increase',
    }),
    delivery_id: z.string().nullable(),
    mistakes: z
      .array(
        z.object({
          mistake: z.enum(mistakes),
          detail: z.string(),
          capture_id: z.string().nullable().meta({
            description: 'The earlier capture that it is held against; null where it is wrong by itself',
          }),
          times: z
            .int()
            .nullable()
            .meta({ description: 'Of a duplicate: how often the id has come to this endpoint by now' }),
          apart_us: z.int().optional().meta({
            description:
              'Microseconds. Of a duplicate: how long after the earlier capture it came. Of out_of_order: how long before the earlier event it happened',
          }),
          answered: z.int().optional().meta({
            description: 'Of a duplicate: the status that the earlier capture was answered with; 0 for none',
          }),
          same_body: z
            .boolean()
            .optional()
            .meta({ description: 'Of a duplicate; false where the body differs' }),
          age_s: z.int().optional().meta({ description: 'Of stale, where the signature does not fit' }),
          limit_s: z.number().optional().meta({ description: 'The limit beside age_s' }),
          paths: z
            .array(z.string())
            .optional()
            .meta({ description: 'Of schema_violation: the members that do not fit, the first three' }),
        }),
      )
      .meta({ description: 'What is wrong with it beside its signature' }),
    pinned: z.boolean().meta({ description: 'true keeps it whatever the retention lets go' }),
    note: z.string().nullable(),
    imported: z.boolean().meta({
      description:
        'true when it was brought here by an import, with the verdict that it had where it arrived',
    }),
  }),
)

export const capture = named(
  'Capture',
  captureRow.extend({
    ...bodyParts,
    body_left_out: bodyLeftOut,
    exchanges: z.array(exchange).meta({ description: 'Where it was passed on or sent again, oldest first' }),
  }),
)

/** Why a body could not be decoded, or not whole. */
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
  name: z
    .string()
    .optional()
    .meta({ description: 'The coding, the charset or the boundary that it is about, as it was named' }),
  looks_like: z
    .enum(['gzip', 'zstd', 'json', 'text'])
    .optional()
    .meta({ description: 'Of not_so_coded: what the bytes look like' }),
  read_as: z
    .string()
    .optional()
    .meta({ description: 'Of charset_unknown: the charset that was taken instead' }),
  at: z.int().optional().meta({ description: 'Of not_of_charset: the first byte that does not fit' }),
  count: z.int().optional().meta({
    description:
      'Of too_many_codings, how many are named; of what is left out or over the bound, how many are told',
  }),
  text: z.string().optional().meta({
    description: 'Foreign text: what the decoder or the parser said. Of body_cut, why the body is not whole',
  }),
})

export const decodedBody = named(
  'DecodedBody',
  z.object({
    content_type: z.string().nullable(),
    charset: z.string().nullable().meta({ description: 'By which it was read as text' }),
    codings: z
      .array(z.string())
      .meta({ description: 'The content codings undone, in the order they were undone' }),
    size: z.int().meta({ description: 'Bytes after decoding' }),
    truncated: z.boolean().meta({ description: 'true when only the beginning was decoded' }),
    kind: z.enum(['empty', 'json', 'form', 'multipart', 'text', 'binary']),
    text: z.string().nullable(),
    base64: z.string().nullable().meta({ description: 'Where it is no text' }),
    fields: z.array(z.tuple([z.string(), z.string()])).meta({ description: 'Of a form, in order' }),
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
      .meta({ description: 'Of a multipart body, in order' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why it could not be decoded, or not whole, in words' }),
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
    before: z.string().meta({ description: 'The id of the one compared' }),
    after: z.string().meta({ description: 'The id of the one compared with' }),
    line: z.array(changedValue).meta({ description: 'Method, path, query and version' }),
    headers: z
      .array(changedValue)
      .meta({ description: 'By name in lower case; `order` and `case` where only those differ' }),
    json: z.array(changedValue).nullable().meta({
      description:
        'By path; null where one of the bodies is no JSON. A number of more digits than a double keeps is told as text',
    }),
    body: difference.nullable().meta({ description: 'Byte by byte; null where the bodies are the same' }),
  }),
)

export type Framing = (typeof framings)[number]
export type Mistake = CaptureRow['mistakes'][number]
export type DecodeProblem = z.infer<typeof decodeProblem>
export type DecodedBody = z.infer<typeof decodedBody>
export type CaptureDiff = z.infer<typeof captureDiff>
export type GivenReply = z.infer<typeof givenReply>
/** The fields of a reply that a capture keeps beside its status and its delay. */
export type ReplyFacts = Partial<Omit<GivenReply, 'kind' | 'rule' | 'outcome'>> &
  z.infer<typeof chosenReply> & { outcome?: Outcome | undefined }
export type CaptureRow = z.infer<typeof captureRow>
export type Capture = z.infer<typeof capture>
