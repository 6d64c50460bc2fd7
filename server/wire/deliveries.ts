/** The JSON of deliveries, their attempts and findings. Over 300 lines: each finding has its evidence here. */
import { z } from 'zod'
import { summary } from './events.ts'
import { faultParts } from './faults.ts'
import { outcome } from './outcomes.ts'
import { answerHeads, asFarAsItCame, bodyLeftOut, exactBytes, headerPairs, named, time } from './parts.ts'
import { disabledReason } from './subscriptions.ts'

/** The states of deliveries that have not succeeded, or whose receiver accepted what it should refuse. */
export const failingStates = ['failed', 'retrying', 'wrongly_accepted'] as const
/** The most failing deliveries of a state that are counted. */
export const mostFailing = 1000
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

const afterAttempt = {
  status: z
    .int()
    .optional()
    .meta({ description: 'The deciding status, if a copy other than the last received it' }),
  counted: z.array(z.int()).optional().meta({
    description:
      'The statuses that count as delivered, if the response looks like a success but does not count',
  }),
  asked_ms: z.number().optional().meta({ description: 'The wait that Retry-After requested' }),
  waits_ms: z.number().optional().meta({ description: 'The actual wait, if shorter' }),
  retry_after: z
    .string()
    .optional()
    .meta({ description: 'An invalid Retry-After: neither whole seconds nor an HTTP date' }),
}
const deliveryReason = named(
  'DeliveryReason',
  z.discriminatedUnion('code', [
    z.object({ code: z.literal('attempt_failed'), ...afterAttempt }),
    z.object({ code: z.literal('gave_up'), attempts: z.int(), ...afterAttempt }),
    z.object({ code: z.enum(['not_sent', 'cut_short', 'gone', 'recipe_missing']) }),
    z.object({
      code: z.enum(['lost', 'not_judged']).meta({ description: 'The fault lost one or all attempts' }),
    }),
    z.object({ code: z.literal('copy_sent'), copy: z.int(), copies: z.int() }),
    z.object({ code: z.enum(['refused', 'wrongly_accepted', 'may_refuse']), status: z.int() }),
    z.object({ code: z.enum(['cancelled_by_hand', 'subscription_deleted']) }),
    z.object({ code: z.literal('subscription_disabled'), by: disabledReason.nullable() }),
    z.object({
      code: z
        .enum(['unsendable', 'earlier'])
        .meta({ description: 'earlier if an older version recorded the reason' }),
      text: z.string(),
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
    .meta({ description: 'null if a phase did not happen, such as connecting on a reused connection' }),
)

export const attempt = named(
  'Attempt',
  z.object({
    id: z.string(),
    delivery_id: z.string(),
    number: z.int(),
    started_at: time,
    signed_at: time,
    duration_ms: z.number().nullable().meta({
      description: 'null while the attempt is under way, and if the sandbox was killed during the attempt',
    }),
    outcome: outcome.nullable(),
    released: z.boolean().meta({
      description: 'true while the attempt is under way and the next attempt of its lane may start',
    }),
    phases: phases.nullable(),
    trace_id: z.string().nullable().meta({
      description:
        'The trace in the `traceparent` that was sent, which all attempts of an event share; null without a valid one',
      example: '4bf92f3577b34da6a3ce929d0e0e4736',
    }),
    span_id: z
      .string()
      .nullable()
      .meta({ description: 'The span in it, one for each attempt', example: '00f067aa0ba902b7' }),
    request: z.object({
      method: z.string(),
      url: z.string(),
      http_version: z.string(),
      headers: headerPairs,
      body: z.string(),
      body_base64: exactBytes,
      body_left_out: bodyLeftOut,
      sent_bytes: z.int().nullable().meta({
        description:
          'How many bytes of the message were sent; null while the attempt is under way, and if the sandbox was killed during the attempt',
      }),
    }),
    signed_content: z
      .string()
      .nullable()
      .meta({ description: 'The content that the scheme signs, as text; null if it is not text' }),
    response: z
      .object({
        status: z.int(),
        http_version: z.string(),
        ...answerHeads,
        body: z.string(),
        body_base64: exactBytes,
        body_left_out: bodyLeftOut,
        size: z.int().meta({ description: 'How many bytes of the response body were read' }),
        truncated: z.boolean().meta({ description: 'true if only the first 64 KiB of the body are stored' }),
      })
      .nullable()
      .meta(asFarAsItCame),
    fault: z.string().nullable().meta({ description: 'The fault of this attempt' }),
    fault_parts: faultParts,
    changes: z
      .array(
        z.object({
          fault: z.string(),
          detail: z.string(),
          replayed: z.string().nullish().meta({
            description:
              'For replay: the id of the event that is sent again; null if no event was sent before',
          }),
        }),
      )
      .meta({ description: 'The changes made by the fault, byte for byte' }),
  }),
)

export const attemptRow = named(
  'AttemptRow',
  attempt.omit({
    released: true,
    trace_id: true,
    span_id: true,
    request: true,
    response: true,
    signed_content: true,
    changes: true,
  }),
)

export const deliveryRow = named(
  'DeliveryRow',
  z.object({
    id: z.string(),
    seq: z.int(),
    event_id: z.string(),
    event: z.string(),
    summary,
    subscription_id: z.string(),
    url: z.string(),
    scheme: z.string(),
    state: z.enum(deliveryStates),
    attempts_made: z.int(),
    attempts_max: z.int().meta({ description: 'The number of attempts after which the sandbox gives up' }),
    last_outcome: outcome.nullable().meta({ description: 'The outcome of the newest finished attempt' }),
    last_duration_ms: z.number().nullable(),
    next_attempt_at: time.nullable(),
    fault: z.string().nullable(),
    fault_parts: faultParts,
    edited: z.boolean().meta({ description: 'Whether a caller replaced the body or headers' }),
    check_id: z.string().nullable().meta({
      description: 'The check of a receiver that sent it; the `changes` of its attempt name the probe',
    }),
    reason: z.string().nullable().meta({
      description: 'Why the delivery is in this state, in words that may change at any time',
    }),
    reason_code: z.string().nullable().meta({
      description: 'The code of reason_facts: attempt_failed, gave_up, gone, refused, cancelled_by_hand, …',
    }),
    reason_facts: deliveryReason.nullable(),
    created_at: time,
    finished_at: time.nullable(),
  }),
)

/** The causes of a refusal other than the signature. */
const refusalCauses = [
  'speaks_tls',
  'forgery_guard',
  'unknown_host',
  'slash_missing',
  'fields',
  'fields_or_guard',
  'moved',
  'redirect',
  'login',
  'path',
  'method',
  'size',
  'content_type',
  'busy',
  'proxy_unanswered',
  'unavailable',
  'proxy_late',
  'access_protection',
  'firewall',
  'tunnel_page',
  'tunnel_offline',
  'app_unknown',
  'app_failed',
  'unreadable_body',
  'conflict',
  'event_unknown',
  'origin',
] as const

/** The causes of a failure inside a receiver. */
const failureCauses = ['unknown', 'duplicate_key', 'database', 'unreachable', 'decoding', 'code'] as const

const toldFinding = {
  says: z.enum(['wrong', 'probably_wrong', 'probably_right', 'nothing']).meta({
    description: 'How sure the conclusion about the receiver is; nothing if the responses do not show it',
  }),
  summary: z.string().meta({ description: 'The conclusion, in words' }),
  detail: z.string().meta({ description: 'The responses that lead to the conclusion, in words' }),
  fix: z.string().meta({ description: 'What to do, in words; empty if there is nothing to do' }),
  attempts: z.array(z.int()).meta({ description: 'The numbers of the attempts that show the finding' }),
  endpoint: z
    .string()
    .nullable()
    .meta({ description: 'The endpoint of the sandbox that forwarded the event to the receiver, if any' }),
}

/** A finding by its code. Its evidence fields show the finding, together with the outcomes of its attempts. */
const findingOf = <Code extends string, Evidence extends z.ZodRawShape>(code: Code, evidence: Evidence) =>
  z.object({ code: z.literal(code), evidence: z.object(evidence), ...toldFinding })

const line = z.string().meta({ description: 'The line of the response that shows the finding' })
const field = z
  .string()
  .nullable()
  .meta({ description: 'A path in the JSON, or a header; null for the whole body' })
const asked = { method: z.string(), url: z.string() }

const finding = named(
  'Finding',
  z.discriminatedUnion('code', [
    findingOf('acted_twice', { field, values: z.tuple([z.string(), z.string()]) }),
    findingOf('knew_copy', { field, value: z.string() }),
    findingOf('copies_untold', { are_same: z.boolean() }),
    findingOf('copy_failed', {}),
    findingOf('fault_failed', {
      right: z.array(z.string()).meta({ description: 'What a correct receiver does with each fault' }),
    }),
    findingOf('refused_by_failure', {
      without_fault: z
        .enum(['accepted', 'failed', 'untold'])
        .meta({ description: 'How the newest attempt without the fault ended' }),
    }),
    findingOf('wants_other_scheme', {
      line,
      wanted: z.string().meta({ description: 'The scheme that the receiver verifies' }),
      signed_by: z.string(),
    }),
    findingOf('verifies_parsed_body', { line }),
    findingOf('lacks_secret', { line }),
    findingOf('secret_has_white_space', { line }),
    findingOf('misreads_signature', {
      line,
      cause: z.enum(['lengths', 'time', 'nothing', 'header', 'more']),
      header: z
        .string()
        .nullable()
        .meta({ description: 'The header that the receiver misses, or compares as a whole' }),
      before: z.string().nullable().meta({ description: 'The text before the signature in that header' }),
    }),
    findingOf('refused_by_status', {
      ...asked,
      line: line.nullable(),
      cause: z.enum(refusalCauses),
      size: z.int().meta({ description: 'The size of the sent body in bytes' }),
      content_type: z.string().nullable().meta({ description: 'The Content-Type of the sent request' }),
      to: z.string().nullable().meta({ description: 'The target of the redirect' }),
      asks_for: z.string().nullable().meta({ description: 'The requested authentication, such as Basic' }),
      by: z.string().nullable().meta({
        description: 'The product in front of the receiver that answered, such as Vercel, if it is known',
      }),
    }),
    findingOf('failed_inside', {
      status: z.int(),
      cause: z.enum(failureCauses),
      line: line.nullable(),
    }),
    findingOf('stopped_listening', {}),
    findingOf('counts_as_failure', {
      status: z.int(),
      success: z.array(z.int()).meta({ description: 'The statuses that count as delivered' }),
    }),
    findingOf('success_with_error', { line }),
    findingOf('answered_by_page', asked),
    findingOf('answered_late', {}),
  ]),
)

export const delivery = named(
  'Delivery',
  deliveryRow.extend({
    body: z.string().meta({ description: 'The body before faults change it' }),
    body_base64: z.string().nullable().meta({ description: 'The exact bytes, if they are not UTF-8 text' }),
    body_left_out: bodyLeftOut,
    findings: z.array(finding).meta({
      description:
        'What the responses show about the receiver: to the fault of the delivery, and the newest response by itself. Whether a must-refuse fault was refused is in `state`',
    }),
    attempts: z.array(attempt),
  }),
)

export type FailingState = (typeof failingStates)[number]
export type DeliveryState = (typeof deliveryStates)[number]
export type DeliveryReason = z.infer<typeof deliveryReason>
export type Attempt = z.infer<typeof attempt>
export type AttemptRow = z.infer<typeof attemptRow>
export type DeliveryRow = z.infer<typeof deliveryRow>
export type Delivery = z.infer<typeof delivery>
export type Finding = z.infer<typeof finding>
export type FindingCode = Finding['code']
export type FailureCause = (typeof failureCauses)[number]
export type RefusalCause = (typeof refusalCauses)[number]
type FactsOf<One> = One extends Finding ? Pick<One, 'code' | 'evidence'> : never
/** The facts of a finding, without its attempts. */
export type Fact = FactsOf<Finding>
/** The evidence of a finding with this code. */
export type EvidenceOf<Code> = Extract<Finding, { code: Code }>['evidence']
/** A finding before it is put into words. */
export type Found = Fact & { attempts: number[] }
