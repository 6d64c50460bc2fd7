/**
 * The JSON that leaves the process under `/sandbox`: schemas for parsing and OpenAPI, types for everyone.
 * The page imports types only. Times are ISO 8601 UTC with microseconds and `Z`.
 */
import { z } from 'zod'
import { durationText } from './fields.ts'
import { readTemplate } from './reply-template.ts'
import { parseDuration } from './time.ts'

const named = <T extends z.ZodType>(id: string, schema: T): T => schema.meta({ id }) as T

const time = z
  .string()
  .meta({ description: 'ISO 8601 UTC with microseconds', example: '2026-01-01T09:00:00.000000Z' })
const headerPairs = z
  .array(z.tuple([z.string(), z.string()]))
  .meta({ description: 'Header pairs in the order and case they were sent' })
/** What an answer says in header lines. */
const answerHeads = {
  headers: headerPairs,
  trailers: headerPairs
    .optional()
    .meta({ description: 'What stood behind the last chunk of the body, where something did' }),
  interim: z
    .array(z.object({ status: z.int(), headers: headerPairs }))
    .optional()
    .meta({ description: 'The answers of 100 to 199 that came before this one, where some did' }),
}
const json = z.unknown()

export const runStates = ['running', 'succeeded', 'failed', 'stopped'] as const
const stepStates = ['pending', 'running', 'succeeded', 'failed', 'skipped', 'stopped'] as const
export const stepKinds = [
  'call',
  'event',
  'wait',
  'expect',
  'fault',
  'arm',
  'reply',
  'repeat',
  'parallel',
] as const
export const trafficShapes = ['steady', 'poisson'] as const
export const eventSources = ['trigger', 'scenario', 'call', 'traffic'] as const
export const deliveryStates = [
  'pending',
  'sending',
  'retrying',
  'succeeded',
  'failed',
  'cancelled',
  'refused',
  'wrongly_accepted',
] as const
export const verdictResults = ['verified', 'failed', 'unsigned', 'unknown_secret'] as const
/** How the sender said where a body ends; `none` where there is no body. */
export const framings = ['length', 'chunked', 'none'] as const
/** What may be wrong with a request beside its signature, judged by what came before it and by the catalogue of events. */
export const mistakes = ['duplicate', 'out_of_order', 'stale', 'unknown_event', 'schema_violation'] as const
const exchangeKinds = ['forward', 'replay'] as const
export const clockModes = ['real', 'manual'] as const
/** What can be due, in the order in which it is done at the same time. */
export const dueKinds = ['job', 'traffic', 'delivery'] as const
const armedSources = ['api', 'config'] as const
/** When a fault has to be refused: `beyond the tolerance` is that of the scheme. */
const refusals = ['always', 'beyond the tolerance', 'never'] as const
export const armedOutcomes = ['reset', 'hang'] as const
const timeoutPhases = ['connecting', 'sending', 'waiting', 'reading'] as const
const frameKinds = [
  'hello',
  'gap',
  'reset',
  'event',
  'delivery',
  'attempt',
  'capture',
  'call',
  'clock',
  'endpoint',
  'subscription',
  'armed_error',
  'fault_rule',
  'run',
  'traffic',
] as const

export const eventRow = named(
  'EventRow',
  z.object({
    id: z.string(),
    seq: z.int(),
    event: z.string(),
    occurred_at: time,
    source: z.enum(eventSources),
    run_id: z.string().nullable(),
    call_id: z
      .string()
      .nullable()
      .meta({ description: 'The call that caused it, at once or later; null where something else did' }),
  }),
)
export const event = named(
  'Event',
  eventRow.extend({ payload: json.meta({ description: 'The body that is delivered, parsed' }) }),
)

const outcome = named(
  'Outcome',
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('responded'), status: z.int() }),
    z.object({ kind: z.literal('timed_out'), after_ms: z.number(), phase: z.enum(timeoutPhases) }),
    z.object({
      kind: z.enum(['refused', 'reset', 'dns', 'tls', 'blocked', 'interrupted', 'aborted', 'dropped']),
      detail: z.string(),
    }),
  ]),
)

const spent = z.number().nullable()
const phases = named(
  'Phases',
  z
    .object({
      dns_ms: spent,
      connect_ms: spent,
      tls_ms: spent,
      send_ms: spent,
      wait_ms: spent,
      read_ms: spent,
    })
    .meta({ description: 'null where a phase did not happen, as on a connection used again' }),
)

const asFarAsItCame = {
  description:
    'As far as it came: where `outcome` is another than `responded`, it broke off there; null where its head did not come',
}
const bodyLeftOut = z
  .int()
  .optional()
  .meta({ description: 'How many bytes of the body are left out at its end, where `body_limit` cut it' })

const attempt = named(
  'Attempt',
  z.object({
    id: z.string(),
    delivery_id: z.string(),
    number: z.int(),
    started_at: time,
    signed_at: time,
    duration_ms: z.number().nullable().meta({
      description: 'null while the attempt is under way, and where a killed sandbox left it unknown',
    }),
    outcome: outcome.nullable(),
    released: z
      .boolean()
      .meta({ description: 'true where it is under way and the next of its lane may start meanwhile' }),
    phases: phases.nullable(),
    request: z.object({
      method: z.string(),
      url: z.string(),
      http_version: z.string(),
      headers: headerPairs,
      body: z.string(),
      body_base64: z
        .string()
        .nullable()
        .meta({ description: 'The exact bytes where they are no UTF-8 text' }),
      body_left_out: bodyLeftOut,
      sent_bytes: z.int().nullable().meta({
        description:
          'How many bytes of the message left; null while it is under way, and where a killed sandbox left it unknown',
      }),
    }),
    signed_content: z
      .string()
      .nullable()
      .meta({ description: 'What the scheme signs of this request, as text; null when it is no text' }),
    response: z
      .object({
        status: z.int(),
        http_version: z.string(),
        ...answerHeads,
        body: z.string(),
        body_base64: z
          .string()
          .nullable()
          .meta({ description: 'The exact bytes where they are no UTF-8 text' }),
        body_left_out: bodyLeftOut,
        size: z.int().meta({ description: 'How many bytes of the body were read' }),
        truncated: z.boolean().meta({ description: 'true when only the first 64 KiB of the body are kept' }),
      })
      .nullable()
      .meta(asFarAsItCame),
    fault: z.string().nullable().meta({ description: 'The fault that touched this attempt' }),
    changes: z
      .array(z.object({ fault: z.string(), detail: z.string() }))
      .meta({ description: 'What the fault changed, byte for byte' }),
  }),
)
const attemptRow = named(
  'AttemptRow',
  attempt.omit({ released: true, request: true, response: true, signed_content: true, changes: true }),
)

export const deliveryRow = named(
  'DeliveryRow',
  z.object({
    id: z.string(),
    seq: z.int(),
    event_id: z.string(),
    event: z.string(),
    subscription_id: z.string(),
    url: z.string(),
    scheme: z.string(),
    state: z.enum(deliveryStates),
    attempts_made: z.int(),
    attempts_max: z.int().meta({ description: 'After how many it is given up' }),
    last_outcome: outcome.nullable().meta({ description: 'Of the newest finished attempt' }),
    last_duration_ms: z.number().nullable(),
    next_attempt_at: time.nullable(),
    fault: z.string().nullable(),
    edited: z.boolean().meta({ description: 'Whether it was given a body or headers in place of its own' }),
    reason: z.string().nullable(),
    created_at: time,
    finished_at: time.nullable(),
  }),
)
export const delivery = named(
  'Delivery',
  deliveryRow.extend({
    body: z.string().meta({ description: 'What it carries, before faults touch it' }),
    body_base64: z.string().nullable().meta({ description: 'The exact bytes where they are no UTF-8 text' }),
    body_left_out: bodyLeftOut,
    attempts: z.array(attempt),
  }),
)

const difference = named(
  'Difference',
  z.object({
    of: z.string().meta({ description: 'What is compared, such as `signed string` or `body`' }),
    at: z.int().meta({ description: 'The offset of the first byte that differs' }),
    sender_bytes: z.int().meta({ description: 'How long it was at the sender' }),
    here_bytes: z.int().meta({ description: 'How long it is here' }),
    parts: z
      .array(
        z.object({
          side: z.enum(['both', 'sender', 'here']),
          text: z.string().meta({ description: 'As text; bytes that are none, and controls, as \\xNN' }),
          skipped: z.int().meta({ description: 'Bytes left out in the middle of this part' }),
        }),
      )
      .meta({ description: 'In order: what both have, what only the sender signed, what is only here' }),
  }),
)

const cause = named(
  'Cause',
  z.object({
    cause: z.string(),
    proved: z.boolean(),
    detail: z.string(),
    fix: z.string(),
    expected: z.string().nullable().meta({ description: 'What should have been there, or been signed' }),
    received: z.string().nullable().meta({ description: 'What was there, or was signed' }),
    diff: difference.nullable().meta({
      description: 'The bytes that the sender signed beside those that should be; null where they are alike',
    }),
  }),
)

export const verdict = named(
  'Verdict',
  z.object({
    result: z.enum(verdictResults),
    scheme: z.string().nullable(),
    reason: z.string(),
    hint: z.string().nullable(),
    signed_at: time.nullable(),
    secret_of: z.string().nullable().meta({ description: 'Whose secret fitted, in words; never the secret' }),
    signed_content: z.string().nullable().meta({
      description: 'What the scheme signs, as text; null in lists, and where it is no text or not known',
    }),
    expected: z.string().nullable(),
    received: z.string().nullable(),
    checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
    causes: z.array(cause),
    explained: z
      .boolean()
      .meta({ description: 'false while the causes are still looked for, behind the reply' }),
    tried: z
      .object({
        secrets: z.int().meta({ description: 'Known secrets, those of others included' }),
        recipes: z.int().meta({ description: 'Signatures computed in the search' }),
        families: z
          .array(z.string())
          .meta({ description: 'The kinds of accidents that were tried, in words' }),
        complete: z.boolean().meta({ description: 'false when the search ended at its bound' }),
      })
      .nullable()
      .meta({
        description: 'What was recomputed in search of a cause; null where there was nothing to search for',
      }),
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
    reply: z.object({
      status: z.int().meta({
        description: '0 when nothing was answered, and while it is passed on to the addresses of forward_to',
      }),
      rule: z.string(),
      delay_ms: z.int().meta({ description: 'How long the rule held the answer back' }),
    }),
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

export const exchange = named(
  'Exchange',
  z.object({
    id: z.string(),
    seq: z.int(),
    capture_id: z.string(),
    kind: z.enum(exchangeKinds).meta({ description: 'Passed on as it came, or sent again later' }),
    url: z.string(),
    at: time,
    duration_ms: z.number(),
    outcome,
    request: z.object({
      method: z.string(),
      http_version: z.string(),
      headers: headerPairs,
      trailers: headerPairs,
      body: z.string().nullable().meta({ description: "null where it is the capture's own" }),
      body_base64: z.string().nullable(),
    }),
    changes: z.array(z.string()).meta({
      description:
        'What of the captured request did not go on as it had come, in words; edited values are not told',
    }),
    response: z
      .object({
        status: z.int(),
        reason: z
          .string()
          .optional()
          .meta({ description: 'The words behind the status; not there in records of older versions' }),
        ...answerHeads,
        body: z.string().nullable().meta({ description: 'The body where it is UTF-8 text' }),
        body_base64: z.string().nullable().meta({ description: 'The body where it is not' }),
        truncated: z.boolean().meta({ description: 'true when only the first 64 KiB of the body are kept' }),
      })
      .nullable()
      .meta(asFarAsItCame),
  }),
)

export const capture = named(
  'Capture',
  captureRow.extend({
    body: z.string().nullable().meta({ description: 'The body where it is UTF-8 text' }),
    body_base64: z.string().nullable().meta({ description: 'The body where it is not' }),
    body_left_out: bodyLeftOut,
    exchanges: z.array(exchange).meta({ description: 'Where it was passed on or sent again, oldest first' }),
  }),
)

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
    problem: z.string().nullable().meta({ description: 'Why it could not be decoded, or not whole' }),
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

export const callRow = named(
  'CallRow',
  z.object({
    id: z.string(),
    seq: z.int(),
    at: time,
    method: z.string(),
    path: z.string(),
    identity: z.string().nullable(),
    run_id: z.string().nullable().meta({ description: 'The run that made it' }),
    status: z.int().meta({ description: '0 when an armed reset or silence answered it' }),
    error_code: z.string().nullable(),
    armed: z.string().nullable().meta({
      description: 'The armed error that answered: its id, or `header` for the header Sandbox-Error',
    }),
    outcome: z.enum(armedOutcomes).nullable().meta({
      description: 'What was armed where nothing was answered: reset cut the connection, hang held it',
    }),
    duration_ms: z.number(),
    request: z.object({ headers: headerPairs }),
    response: z.object({ headers: headerPairs }),
  }),
)
export const call = named(
  'Call',
  callRow.extend({
    request: z.object({
      headers: headerPairs,
      body: z.string().nullable().meta({ description: 'null when it was over the limit and is not kept' }),
      body_left_out: bodyLeftOut,
    }),
    response: z.object({ headers: headerPairs, body: z.string(), body_left_out: bodyLeftOut }),
  }),
)

export const errorEntry = named(
  'ErrorEntry',
  z.object({
    code: z.string(),
    status: z.int(),
    type: z.string(),
    area: z.string(),
    meaning: z.string(),
    message: z.string().meta({ description: 'What a client is told when it is armed' }),
    retry: z.boolean().meta({ description: 'Whether the same request may succeed later' }),
    advice: z.string().meta({ description: 'What a client should do' }),
    reached_by: z
      .string()
      .nullable()
      .meta({ description: 'The request or state that makes it; null when only arming does' }),
    operations: z
      .array(z.string())
      .meta({ description: 'Those that can answer it without being armed, such as `POST /cards`' }),
    met: z.int().meta({ description: 'How many calls in this database were answered with it' }),
  }),
)

export const armedError = named(
  'ArmedError',
  z.object({
    id: z.string(),
    seq: z.int(),
    code: z.string().nullable(),
    status: z.int().nullable().meta({ description: 'Of a raw answer' }),
    body: json.meta({ description: 'Of a raw answer: text as it is, anything else as JSON' }),
    outcome: z.enum(armedOutcomes).nullable(),
    method: z.string().nullable(),
    path: z.string().nullable().meta({ description: 'Without the prefix; * stands for any run' }),
    identity: z.string().nullable(),
    times: z.int().nullable().meta({ description: 'How often it fires; null for always' }),
    after: z.int().meta({ description: 'How many matching calls it lets through first' }),
    probability: z.number().nullable().meta({ description: 'Drawn from the seed; null for always' }),
    delay_ms: z.int(),
    source: z.enum(armedSources).meta({ description: 'Those of the config are armed anew at each start' }),
    matched: z.int().meta({ description: 'How many calls it matched' }),
    fired: z.int().meta({ description: 'How many of them it answered' }),
    created_at: time,
  }),
)

export const subscription = named(
  'Subscription',
  z.object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.string()),
    version: z.string(),
    secret: z.string(),
    status: z.enum(['enabled', 'disabled']),
    created_time: time,
    updated_time: time,
    identity: z.string(),
    scheme: z.string(),
    scheme_options: z.record(z.string(), z.unknown()).meta({ description: 'What the scheme may be told' }),
    public_key: z
      .string()
      .nullable()
      .meta({ description: 'What a receiver verifies with where the scheme signs by a key pair' }),
    old_secrets: z
      .array(z.object({ secret: z.string(), until: time }))
      .meta({ description: 'Those before a rotation, newest first; each also signs until its time' }),
    fault: z.string().nullable().meta({ description: 'Put on the first attempt of every delivery' }),
    failed_in_a_row: z.int().meta({
      description: 'Deliveries given up since the last that succeeded; `delivery.disable_after` counts these',
    }),
    disabled_reason: z.string().nullable().meta({
      description: 'Why the sandbox disabled it; null where it is enabled, and where a caller disabled it',
      example: 'its receiver answered 410 Gone',
    }),
    ordered: z
      .boolean()
      .meta({ description: 'Strictly one delivery at a time, in event order, retries included' }),
    concurrency: z
      .int()
      .nullable()
      .meta({ description: 'Attempts at a time; null takes `delivery.concurrency`' }),
    timeout_ms: z
      .int()
      .nullable()
      .meta({ description: 'For a whole attempt; 0 waits for ever; null takes `delivery.timeout`' }),
    retry_delays: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Waits between attempts, such as "1m"; null takes `delivery.retry_delays`' }),
  }),
)

// Faults
export const faultRule = named(
  'FaultRule',
  z.object({
    id: z.string(),
    seq: z.int(),
    fault: z.string().meta({ description: 'In canonical form' }),
    event: z.string().meta({ description: 'Events of this name; * stands for any run of characters' }),
    subscription_id: z.string().nullable(),
    every: z.int().nullable().meta({ description: 'Fires at each so-manieth match; null at all' }),
    probability: z.number().nullable().meta({ description: 'Drawn from the seed; null for always' }),
    first: z.int().nullable().meta({ description: 'Fires at the first so many matches alone' }),
    source: z.enum(armedSources).meta({ description: 'Those of the config are made anew at each start' }),
    matched: z.int().meta({ description: 'How many deliveries it was asked for and meant for' }),
    fired: z.int().meta({ description: 'How many of them it put its fault on' }),
    created_at: time,
  }),
)
export const catalogueFault = named(
  'CatalogueFault',
  z.object({
    fault: z.string(),
    usage: z.string(),
    example: z.string(),
    description: z.string().meta({ description: 'What the receiver sees, and what a right one does' }),
    expects_refusal: z.enum(refusals).meta({ description: 'Whether a right receiver answers 4xx' }),
  }),
)

/** Headers that say where a message ends; a wrong one would break the connection for what follows. */
const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'trailer']

/** What is said of a value that is no object at all. */
const formOf = (says: string) => ({
  error: ({ code }: { code: string }) => (code === 'invalid_type' ? says : undefined),
})

const statusForm = 'must be a status from 200 to 599'
const delayForm = 'must be a whole number of ms from 0 to 600000'
const delay = () => z.int(delayForm).min(0, delayForm).max(600_000, delayForm).optional()
const token = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is no header name')
const headerName = token.refine(
  (name) => !framing.includes(name.toLowerCase()),
  'is written by the server itself',
)
const headerValue = z.string('must be text').regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'is no header value')
const replyOutcomes = ['reset', 'hang'] as const
const fixedReply = named(
  'FixedReply',
  z
    .strictObject({
      status: z.int(statusForm).min(200, statusForm).max(599, statusForm).default(200),
      headers: z
        .union(
          [
            z.record(headerName, headerValue),
            z.array(z.tuple([headerName, headerValue], 'must be a pair of name and value')),
          ],
          'must be names and values, or a list of [name, value]',
        )
        .optional()
        .meta({ description: 'Name → value; a list of [name, value] where a name stands more than once' }),
      body: z.string('must be text').optional(),
      template: z
        .string('must be text')
        .superRefine((text, context) => {
          const read = readTemplate(text)
          if ('flaw' in read) context.addIssue(read.flaw)
        })
        .optional()
        .meta({ description: 'A body in which {{…}} stands for a part of the request; in place of body' }),
      delay_ms: delay().meta({ description: 'How long the answer is held back' }),
      body_ms: delay().meta({ description: 'Over how long the body is spread, in small pieces' }),
      outcome: z
        .enum(replyOutcomes, `must be ${replyOutcomes.join(' or ')}`)
        .optional()
        .meta({ description: 'reset cuts the connection, hang never answers; in place of an answer' }),
    })
    .superRefine(({ status: _, delay_ms: __, outcome, ...answer }, context) => {
      const given = Object.entries(answer).find(([, value]) => value !== undefined)?.[0]
      if (outcome !== undefined && given)
        context.addIssue({
          code: 'custom',
          path: [given],
          message: `goes with an answer, not with ${outcome}`,
        })
      else if (answer.body !== undefined && answer.template !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['template'],
          message: 'goes without body: keep one of them',
        })
    }),
)
const steps = z.array(fixedReply).min(1, 'must hold a step at least')
const answers = z.union(
  [fixedReply, steps],
  'must be {status, headers, body, template, delay_ms, body_ms, outcome}, each optional, or a list of such steps',
)
const nameForm = 'must be 1 to 100 characters'
const replyRule = named(
  'ReplyRule',
  z.strictObject({
    name: z
      .string(nameForm)
      .min(1, nameForm)
      .max(100, nameForm)
      .optional()
      .meta({ description: 'Told in the record of an answer; its number, without it' }),
    when: z
      .strictObject(
        {
          method: z
            .string('must be a method such as POST')
            .regex(/^[A-Za-z-]+$/, 'must be a method such as POST')
            .optional(),
          path: z
            .string('must be text')
            .regex(/^[/*]/, 'must begin with / or *, such as /orders/*')
            .optional()
            .meta({
              description: 'Behind /in/{name}, / where nothing is; * stands for any run of characters',
            }),
          headers: z
            .record(token, z.string('must be text, * allowed'), 'must be names and values')
            .optional()
            .meta({ description: 'Name → value, * allowed; one of that name must fit' }),
          event: z
            .string('must be the name of an event, or a pattern such as card.*')
            .min(1, 'must be the name of an event, or a pattern such as card.*')
            .optional()
            .meta({ description: 'The name of the event, as the capture has it; * allowed' }),
          json: z.record(z.string(), json, 'must be paths and values').optional().meta({
            description:
              'Path into a JSON body, such as data.amount, items.0.id or data["order.id"] → the value there; * in texts stands for any run of characters, "*" alone for whatever is there',
          }),
          verdict: z.enum(verdictResults, `must be one of ${verdictResults.join(', ')}`).optional(),
        },
        formOf('must be conditions: method, path, headers, event, json, verdict'),
      )
      .meta({ description: 'All of it must hold; an empty one holds always' }),
    reply: answers,
  }),
)
const replyRules = named(
  'ReplyRules',
  z.strictObject({
    rules: z
      .array(replyRule, 'must be a list of {name, when, reply}')
      .min(1, 'must hold a rule at least')
      .max(100, 'must be 100 rules at most')
      .meta({ description: 'The first that holds answers' }),
    otherwise: answers.optional().meta({ description: 'Where none holds; 200, without it' }),
  }),
)
/** Else what is wrong with rules would be told as if an answer had been meant. */
const notRules = z.preprocess((value, context) => {
  if (typeof value !== 'object' || value === null || !('rules' in value)) return value
  context.addIssue('is no answer')
  return z.NEVER
}, fixedReply)
export const reply = z
  .union(
    [notRules, steps, replyRules],
    'must be {status, headers, body, template, delay_ms, body_ms, outcome}, each optional, a list of such steps, or {rules, otherwise}',
  )
  .meta({
    description: 'One answer, steps of which the last repeats, or rules that choose by the request',
  })
const amountForm = 'must be a whole number from 1 to 1000000'
const amount = () => z.int(amountForm).min(1, amountForm).max(1_000_000, amountForm)
export const rateLimit = named(
  'RateLimit',
  z.strictObject(
    {
      limit: amount().meta({ description: 'How many requests a period lets through' }),
      per: durationText()
        .refine((text) => (parseDuration(text) ?? 1) >= 1, 'must be 1ms at least')
        .meta({ description: 'The period, such as 1s or 1m', example: '1s' }),
      burst: amount().optional().meta({ description: 'How many at once; as many as limit, without it' }),
    },
    formOf('must be {limit, per, burst}, such as {"limit": 5, "per": "1s"}'),
  ),
)
export const endpoint = named(
  'Endpoint',
  z.object({
    name: z.string(),
    url: z.string(),
    scheme: z.string().nullable(),
    scheme_options: z.record(z.string(), z.unknown()).meta({ description: 'What the scheme may be told' }),
    secret: z.string().nullable(),
    old_secrets: z.array(z.object({ secret: z.string(), until: time })).meta({
      description:
        'Those before it, newest first, each with when it ceased to count; they explain and verify nothing',
    }),
    reply: reply.nullable(),
    forward_to: z
      .array(z.string())
      .meta({ description: 'Where each request is passed on to, byte for byte; the first one answers' }),
    rate_limit: rateLimit.nullable().meta({ description: 'What is beyond it gets 429 with Retry-After' }),
    captures: z.int().meta({ description: 'How many requests it has received' }),
    created_at: time,
  }),
)

export const clock = named(
  'Clock',
  z.object({
    mode: z.enum(clockModes),
    now: time,
    speed: z.number(),
    next_due: time.nullable().meta({
      description: 'When the next thing is due that is known now; a frame tells what it was when it was sent',
    }),
    next_kind: z.enum(dueKinds).nullable().meta({
      description: 'What that is: a job of the platform, an event of the traffic or an attempt of a delivery',
    }),
  }),
)

const counts = z.object({ events: z.int(), deliveries: z.int(), captures: z.int(), calls: z.int() })
export const health = named(
  'Health',
  z.object({
    status: z
      .enum(['ok', 'failing'])
      .meta({ description: '`failing` while the database cannot be written: nothing is taken then' }),
    version: z.string(),
    seed: z.int(),
    now: time,
    uptime_ms: z.int(),
    database: z.string().meta({ description: 'The file, or `:memory:`' }),
    database_bytes: z.int(),
    counts,
    seq: z.int().meta({ description: 'The newest number given out' }),
    platform: z.object({ base_url: z.string(), identity: z.string(), authorization: z.string() }),
    delivery: z.object({
      success: z.array(z.int()).meta({ description: 'The statuses that count as delivered' }),
      timeout_ms: z.int().meta({
        description: 'For a whole attempt where a subscription has none of its own; 0 waits for ever',
      }),
    }),
    problem: z
      .object({ code: z.string(), message: z.string(), fix: z.string() })
      .nullable()
      .meta({ description: 'Why it is failing, as what it refuses says it; null while it is ok' }),
  }),
)

export const configEntry = named(
  'ConfigEntry',
  z.object({
    key: z.string().meta({ description: 'Dotted, as in docs/configuration.md', example: 'delivery.timeout' }),
    value: json.meta({ description: 'What is in force, options of the command line included' }),
    default: json,
    changed: z.boolean().meta({ description: 'Whether it is not at its default' }),
    meaning: z.string(),
  }),
)

export const catalogueEvent = named(
  'CatalogueEvent',
  z.object({
    event: z.string(),
    description: z.string(),
    caused_by: z.string(),
    schema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema 2020-12' }),
    example: json,
  }),
)

const stepIndex = z.string().meta({
  description: 'Its place: 3, or 3.2 for the second step inside the third; of parallel steps 3.1.2',
  example: '3.2',
})
const scenarioStep = named(
  'ScenarioStep',
  z.object({
    index: stepIndex,
    name: z.string(),
    kind: z.enum(stepKinds),
    summary: z.string().meta({ description: 'What it does, in a line' }),
  }),
)
export const scenario = named(
  'Scenario',
  z.object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    source: z.enum(['shipped', 'user']),
    file: z.string().meta({ description: 'The name of its file' }),
    text: z.string().meta({ description: 'The file itself' }),
    set: z
      .record(z.string(), json)
      .meta({ description: 'Its variables with their defaults; a run may set others' }),
    problems: z
      .array(z.string())
      .meta({ description: 'What is wrong with the file; one that has any cannot be run' }),
    steps: z.array(scenarioStep),
  }),
)
const runStep = named(
  'RunStep',
  scenarioStep.extend({
    state: z.enum(stepStates),
    detail: z.string().nullable().meta({ description: 'What came of it, or why it failed' }),
    round: z.int().nullable().meta({ description: 'The last round of a step that is repeated, from 1' }),
    started_at: time.nullable(),
    finished_at: time.nullable(),
    refs: z
      .array(z.object({ kind: z.enum(['event', 'delivery', 'capture', 'call']), id: z.string() }))
      .meta({ description: 'The records it made or met, the last 20 of them' }),
  }),
)
export const run = named(
  'Run',
  z.object({
    id: z.string(),
    seq: z.int(),
    scenario: z.string(),
    title: z.string(),
    state: z.enum(runStates),
    paused: z.boolean().meta({ description: 'Whether it waits for step or resume' }),
    seed: z.int(),
    speed: z.number().nullable().meta({
      description:
        "How many seconds of the sandbox's clock pass in one while a step waits; null moves the clock at once",
    }),
    identity: z.string(),
    subscription_id: z.string(),
    endpoint: z
      .string()
      .nullable()
      .meta({ description: 'Its own receiver; null where a subscription was named' }),
    set: z.record(z.string(), z.unknown()),
    detail: z.string().nullable().meta({ description: 'Why it failed or was stopped' }),
    steps: z.array(runStep),
    started_at: time,
    finished_at: time.nullable(),
  }),
)
export const traffic = named(
  'Traffic',
  z.object({
    id: z.string().nullable().meta({ description: 'null when there never was any' }),
    running: z.boolean(),
    rate: z.number().meta({ description: "Events a second of the sandbox's clock, on average" }),
    shape: z.enum(trafficShapes),
    events: z.record(z.string(), z.number()).meta({ description: 'Event, or pattern → weight' }),
    seed: z.int(),
    for_ms: z.number().nullable(),
    count: z.int().nullable(),
    subscription_id: z.string().nullable(),
    fault: z.string().nullable(),
    started_at: time.nullable(),
    ends_at: time.nullable(),
    ended_at: time.nullable(),
    sent: z.int().meta({ description: 'Events made' }),
    refused: z.int().meta({ description: 'Events that could not be made' }),
    deliveries: z.int(),
    succeeded: z.int(),
    failed: z.int().meta({
      description: 'Deliveries that ended otherwise: given up, cancelled, or accepted where they must not be',
    }),
    lag_ms: z
      .object({ last: z.number(), max: z.number() })
      .meta({ description: 'How late, on real time, events were made' }),
    per_second: z
      .array(z.object({ at: time, sent: z.int(), succeeded: z.int() }))
      .meta({ description: 'Of the last 60 seconds of real time, oldest first' }),
  }),
)

export const catalogueScheme = named(
  'CatalogueScheme',
  z.object({
    scheme: z.string(),
    description: z.string(),
    recipe: z.object({
      headers: z
        .record(z.string(), z.string())
        .meta({ description: 'Header → template over {id}, {ts}, {event} and the labels of signs' }),
      signs: z
        .record(z.string(), z.string())
        .meta({ description: 'Label in the header → the bytes it signs' }),
      digest: z.string().nullable().meta({ description: 'null where no HMAC is made' }),
      encoding: z.string(),
      key: z.string().meta({ description: 'How the secret becomes a key' }),
      tolerance_s: z
        .number()
        .nullable()
        .meta({ description: 'How old or how far ahead a timestamp may be; null sets no limit' }),
      past_only: z.boolean().meta({ description: 'Whether the limit is for old timestamps alone' }),
      carries_several: z
        .boolean()
        .meta({ description: 'Whether one request can carry the signatures of two secrets' }),
    }),
  }),
)

export const catalogueLanguage = named(
  'CatalogueLanguage',
  z.object({
    language: z.string().meta({ example: 'node-express' }),
    title: z.string(),
    runtime: z.string().meta({ description: 'What it needs to run' }),
    raw_body: z.string().meta({ description: 'How the bytes of the body are come by' }),
  }),
)
export const code = named(
  'Code',
  z.object({
    language: z.string(),
    title: z.string(),
    scheme: z.string(),
    file: z.string().meta({ description: 'The name that the file should have' }),
    text: z.string().meta({ description: 'The code; it reads its secret from WEBHOOK_SECRET' }),
    install: z
      .string()
      .nullable()
      .meta({ description: 'What brings its packages; null where it needs none' }),
    run: z.string().meta({ description: 'What runs it, with the secret at hand' }),
    note: z.string().meta({ description: 'What to know of the scheme' }),
  }),
)

export const controlError = named(
  'Error',
  z.object({ error: z.object({ code: z.string(), message: z.string(), fix: z.string() }) }),
)

export type CatalogueLanguage = z.infer<typeof catalogueLanguage>
export type Code = z.infer<typeof code>
export type EventSource = (typeof eventSources)[number]
export type DeliveryState = (typeof deliveryStates)[number]
export type Framing = (typeof framings)[number]
export type Mistake = CaptureRow['mistakes'][number]
export type ExchangeKind = (typeof exchangeKinds)[number]
export type VerdictResult = (typeof verdictResults)[number]
export type ArmedSource = (typeof armedSources)[number]
export type ArmedOutcome = (typeof armedOutcomes)[number]
export type FrameKind = (typeof frameKinds)[number]
export type HeaderPair = [name: string, value: string]
export type EventRow = z.infer<typeof eventRow>
export type Event = z.infer<typeof event>
export type Outcome = z.infer<typeof outcome>
export type Attempt = z.infer<typeof attempt>
export type AttemptRow = z.infer<typeof attemptRow>
export type DeliveryRow = z.infer<typeof deliveryRow>
export type Delivery = z.infer<typeof delivery>
export type Verdict = z.infer<typeof verdict>
export type Cause = z.infer<typeof cause>
export type Difference = z.infer<typeof difference>
export type Exchange = z.infer<typeof exchange>
export type DecodedBody = z.infer<typeof decodedBody>
export type CaptureDiff = z.infer<typeof captureDiff>
export type CaptureRow = z.infer<typeof captureRow>
export type Capture = z.infer<typeof capture>
export type CallRow = z.infer<typeof callRow>
export type Call = z.infer<typeof call>
export type ErrorEntry = z.infer<typeof errorEntry>
export type ArmedError = z.infer<typeof armedError>
export type FaultRule = z.infer<typeof faultRule>
export type CatalogueFault = z.infer<typeof catalogueFault>
export type Subscription = z.infer<typeof subscription>
export type FixedReply = z.infer<typeof fixedReply>
export type ReplyRule = z.infer<typeof replyRule>
export type RateLimit = z.infer<typeof rateLimit>
export type Reply = z.infer<typeof reply>
export type Endpoint = z.infer<typeof endpoint>
export type Scenario = z.infer<typeof scenario>
export type Run = z.infer<typeof run>
export type RunStep = z.infer<typeof runStep>
export type RunState = (typeof runStates)[number]
export type StepState = (typeof stepStates)[number]
export type StepKind = (typeof stepKinds)[number]
export type Traffic = z.infer<typeof traffic>
export type TrafficShape = (typeof trafficShapes)[number]
export type Clock = z.infer<typeof clock>
export type Health = z.infer<typeof health>
export type ConfigEntry = z.infer<typeof configEntry>
export type CatalogueScheme = z.infer<typeof catalogueScheme>
export type CatalogueEvent = z.infer<typeof catalogueEvent>
export type ControlError = z.infer<typeof controlError>

/** What each kind of live frame carries. */
export interface FrameData {
  hello: { seq: number; version: string }
  gap: { oldest: number }
  reset: { kept: string[] }
  event: EventRow
  delivery: DeliveryRow
  attempt: AttemptRow
  capture: CaptureRow | { id: string; deleted: true }
  call: CallRow
  clock: Clock
  endpoint: Endpoint | { name: string; deleted: true }
  subscription: Subscription | { id: string; deleted: true }
  armed_error: ArmedError | { id: string; deleted: true }
  fault_rule: FaultRule | { id: string; deleted: true }
  run: Run
  traffic: Traffic
}
/** One numbered piece of news; the live socket sends arrays of them. */
export type Frame = { [K in FrameKind]: { seq: number; kind: K; data: FrameData[K] } }[FrameKind]
/**
 * How news is put into words: at once, and for those who come back later, as the database tells it by then; undefined where
 * it is gone.
 */
export interface Telling<T> {
  now(): T
  later(): T | undefined
}
/** A frame that is put into words when somebody listens. `later` stands in for `tell` once all who listen have been told. */
export type News = {
  [K in FrameKind]: { seq: number; kind: K; tell(): FrameData[K]; later?(): FrameData[K] | undefined }
}[FrameKind]
/** The frame of a piece of news. */
export const frameOf = ({ seq, kind, tell }: News): Frame => ({ seq, kind, data: tell() }) as Frame
