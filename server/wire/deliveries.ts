import { z } from 'zod'
import { faultParts } from './faults.ts'
import { outcome } from './outcomes.ts'
import { answerHeads, asFarAsItCame, bodyLeftOut, exactBytes, headerPairs, named, time } from './parts.ts'
import { disabledReason } from './subscriptions.ts'

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
    .meta({ description: 'Of the answer that decided, where another copy than the last one brought it' }),
  counted: z.array(z.int()).optional().meta({
    description: 'The statuses that count as delivered, where the answer looks like a success and is none',
  }),
  asked_ms: z.number().optional().meta({ description: 'What Retry-After asked to wait' }),
  waits_ms: z.number().optional().meta({ description: 'What is waited, where that is less' }),
  retry_after: z
    .string()
    .optional()
    .meta({ description: 'The text of a Retry-After that is neither whole seconds nor an HTTP date' }),
}
const deliveryReason = named(
  'DeliveryReason',
  z.discriminatedUnion('code', [
    z.object({ code: z.literal('attempt_failed'), ...afterAttempt }),
    z.object({ code: z.literal('gave_up'), attempts: z.int(), ...afterAttempt }),
    z.object({ code: z.enum(['not_sent', 'cut_short', 'gone', 'recipe_missing']) }),
    z.object({ code: z.literal('copy_sent'), copy: z.int(), copies: z.int() }),
    z.object({ code: z.enum(['refused', 'wrongly_accepted']), status: z.int() }),
    z.object({ code: z.enum(['cancelled_by_hand', 'subscription_deleted']) }),
    z.object({ code: z.literal('subscription_disabled'), by: disabledReason.nullable() }),
    z.object({
      code: z.enum(['unsendable', 'earlier']).meta({ description: 'earlier where an older version said it' }),
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
    .meta({ description: 'null where a phase did not happen, as on a connection used again' }),
)

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
      body_base64: exactBytes,
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
        body_base64: exactBytes,
        body_left_out: bodyLeftOut,
        size: z.int().meta({ description: 'How many bytes of the body were read' }),
        truncated: z.boolean().meta({ description: 'true when only the first 64 KiB of the body are kept' }),
      })
      .nullable()
      .meta(asFarAsItCame),
    fault: z.string().nullable().meta({ description: 'The fault that touched this attempt' }),
    fault_parts: faultParts,
    changes: z
      .array(
        z.object({
          fault: z.string(),
          detail: z.string(),
          replayed: z.string().nullish().meta({
            description: 'Of replay: the id of the event that comes again; null where none was sent before',
          }),
        }),
      )
      .meta({ description: 'What the fault changed, byte for byte' }),
  }),
)

export const attemptRow = named(
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
    fault_parts: faultParts,
    edited: z.boolean().meta({ description: 'Whether it was given a body or headers in place of its own' }),
    reason: z.string().nullable().meta({
      description: 'Why it is as it is, for people; the words may change at any time',
    }),
    reason_code: z.string().nullable().meta({
      description: 'The code of reason_facts: attempt_failed, gave_up, gone, refused, cancelled_by_hand, …',
    }),
    reason_facts: deliveryReason.nullable(),
    created_at: time,
    finished_at: time.nullable(),
  }),
)

/** What refuses a request for another reason than its signature. */
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
] as const

const toldFinding = {
  says: z.enum(['wrong', 'probably_wrong', 'probably_right', 'nothing']).meta({
    description:
      'How sure it is that the receiver does right or wrong; nothing where the answers do not show it',
  }),
  summary: z.string().meta({ description: 'What it concludes, for people' }),
  detail: z.string().meta({ description: 'What was answered, from which this follows, for people' }),
  fix: z.string().meta({ description: 'What to do, for people; empty where there is nothing to do' }),
  attempts: z.array(z.int()).meta({ description: 'The numbers of the attempts that show it' }),
  endpoint: z
    .string()
    .nullable()
    .meta({ description: 'Which endpoint of the sandbox passed the event on to the receiver, if any' }),
}

/** A finding by its code; its evidence says as fields what shows it, besides the outcomes of its attempts. */
const findingOf = <Code extends string, Evidence extends z.ZodRawShape>(code: Code, evidence: Evidence) =>
  z.object({ code: z.literal(code), evidence: z.object(evidence), ...toldFinding })

const line = z.string().meta({ description: 'The line of the answer that shows it' })
const field = z
  .string()
  .nullable()
  .meta({ description: 'A path in the JSON, or a header; null for the body' })
const asked = { method: z.string(), url: z.string() }

const finding = named(
  'Finding',
  z.discriminatedUnion('code', [
    findingOf('acted_twice', { field, values: z.tuple([z.string(), z.string()]) }),
    findingOf('knew_copy', { field, value: z.string() }),
    findingOf('copies_untold', { are_same: z.boolean() }),
    findingOf('copy_failed', {}),
    findingOf('fault_failed', {
      right: z.array(z.string()).meta({ description: 'What a right receiver does with each of the faults' }),
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
    findingOf('misreads_signature', {
      line,
      cause: z.enum(['lengths', 'time', 'nothing', 'header', 'more']),
      header: z.string().nullable().meta({ description: 'The header that it misses or compares as a whole' }),
      before: z.string().nullable().meta({ description: 'What stands before the signature in that header' }),
    }),
    findingOf('refused_by_status', {
      ...asked,
      line: line.nullable(),
      cause: z.enum(refusalCauses),
      size: z.int().meta({ description: 'Bytes of the body that was sent' }),
      content_type: z.string().nullable().meta({ description: 'Of what was sent' }),
      to: z.string().nullable().meta({ description: 'The address that the answer leads to' }),
      asks_for: z.string().nullable().meta({ description: 'The login that it asks for, such as Basic' }),
    }),
    findingOf('failed_inside', { status: z.int() }),
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
    body: z.string().meta({ description: 'What it carries, before faults touch it' }),
    body_base64: z.string().nullable().meta({ description: 'The exact bytes where they are no UTF-8 text' }),
    body_left_out: bodyLeftOut,
    findings: z.array(finding).meta({
      description:
        'What the answers to its fault tell of the receiver, those to one that must be refused telling it by the state; and what the newest answer says of the receiver by itself',
    }),
    attempts: z.array(attempt),
  }),
)

export type DeliveryState = (typeof deliveryStates)[number]
export type DeliveryReason = z.infer<typeof deliveryReason>
export type Attempt = z.infer<typeof attempt>
export type AttemptRow = z.infer<typeof attemptRow>
export type DeliveryRow = z.infer<typeof deliveryRow>
export type Delivery = z.infer<typeof delivery>
export type Finding = z.infer<typeof finding>
export type FindingCode = Finding['code']
export type RefusalCause = (typeof refusalCauses)[number]
type FactsOf<One> = One extends Finding ? Pick<One, 'code' | 'evidence'> : never
/** What a finding is, before the attempts that show it are named. */
export type Fact = FactsOf<Finding>
/** What a finding of a code has to show. */
export type EvidenceOf<Code> = Extract<Finding, { code: Code }>['evidence']
/** A finding before it is put in words. */
export type Found = Fact & { attempts: number[] }
