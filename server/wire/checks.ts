/** The JSON of a receiver check: its probes, what they showed, and the report. */
import { z } from 'zod'
import { outcome } from './outcomes.ts'
import { named, time } from './parts.ts'

export const probeGroups = ['signature', 'bytes', 'tolerance', 'delivery', 'effects'] as const
const severities = ['must', 'should', 'info'] as const
const probeResults = ['pass', 'fail', 'warn', 'note', 'skip', 'unknown'] as const
export const checkStates = ['running', 'done', 'failed'] as const

/** Why a probe was not run, or cannot be judged. */
const notJudged = [
  'valid_refused',
  'new_field_refused',
  'rate_limited',
  'no_signature',
  'no_id',
  'no_timestamp',
  'no_tolerance',
  'future_accepted_by_vendor',
  'no_version',
  'one_signature',
  'one_letter_case',
  'body_not_signed',
  'time_not_signed',
  'id_not_signed',
  'no_second_secret',
  'no_effects',
  'no_effect_seen',
  'effects_unreadable',
  'thorough_only',
  'not_selected',
  'receiver_down',
  'receiver_hung',
  'no_answer',
  'stopped',
] as const

/** What a probe showed, as facts: the words of `observed` are made of them. */
const probeFact = z.discriminatedUnion('code', [
  z.object({ code: z.literal('as_expected') }),
  z.object({ code: z.literal('not_judged'), reason: z.enum(notJudged) }),
  z.object({ code: z.literal('accepted'), status: z.int(), answer: z.string() }),
  z.object({ code: z.literal('refused'), status: z.int(), answer: z.string() }),
  z.object({ code: z.literal('server_error'), status: z.int(), answer: z.string() }),
  z.object({ code: z.literal('redirected'), status: z.int(), to: z.string().nullable() }),
  z.object({ code: z.literal('no_answer'), outcome }),
  z.object({ code: z.literal('slow'), ms: z.number() }),
  z.object({ code: z.literal('sent_again'), status: z.int() }),
  z.object({ code: z.literal('some_failed'), failed: z.int(), of: z.int(), first: z.string() }),
  z.object({ code: z.literal('effects'), counted: z.int(), expected: z.int() }),
  z.object({ code: z.literal('effect_later'), ms: z.number() }),
  z.object({ code: z.literal('leaked'), what: z.enum(['secret', 'stack', 'path']), line: z.string() }),
  z.object({
    code: z.literal('went_down'),
    how: z.enum(['crashed', 'hung']),
    after: z
      .array(z.string())
      .meta({ description: 'The probes after which it was down; one where it is certain' }),
    back: z.boolean(),
  }),
])

/** The mistake of a receiver, proved or likely, as a word that stays. */
const mistake = z.object({
  code: z.string().meta({
    description: 'reserialised, other_secret, secret_as_text, no_verification, …',
    example: 'reserialised',
  }),
  certainty: z.enum(['proved', 'likely']),
  detail: z.string().nullable().meta({ description: 'What differs, such as the other scheme or header' }),
  also: z
    .object({ code: z.string(), detail: z.string() })
    .optional()
    .meta({ description: 'A second mistake, if the receiver makes both' }),
  summary: z.string().meta({ description: 'The mistake in words, for people' }),
})

/** What the check was asked for, without its secrets. Null is the default. */
const checkOptions = z.object({
  event: z.string().nullable(),
  only: z.array(z.string()).nullable(),
  skip: z.array(z.string()).nullable(),
  thorough: z.boolean(),
  effects: z.union([z.object({ url: z.string() }), z.object({ beacon: z.literal(true) })]).nullable(),
  timeout_ms: z.int().nullable(),
})

const checkProbe = named(
  'CheckProbe',
  z.object({
    id: z.string().meta({ example: 'rejects-unsigned' }),
    group: z.enum(probeGroups),
    title: z.string().meta({ description: 'What the probe is about; the same for every result' }),
    headline: z.string().meta({ description: 'What is wrong, in a line; the title where nothing is' }),
    severity: z.enum(severities),
    result: z.enum(probeResults),
    expected: z.string(),
    observed: z.string(),
    why: z.string().meta({ description: 'Why it matters; empty where nothing is wrong' }),
    fix: z.string().meta({ description: 'What to change; empty where nothing is wrong' }),
    docs: z.string().meta({ description: 'Where to read more' }),
    sent: z.string().meta({ description: 'What was sent' }),
    fact: probeFact.meta({ description: 'The facts in `observed`' }),
    mistake: mistake.nullable(),
    deliveries: z.array(z.string()),
    duration_ms: z.number(),
    repeated_at: time
      .optional()
      .meta({ description: 'When this probe was run again, if its result is not of the whole check' }),
    known: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the report given as a baseline has the failure too' }),
  }),
)

export const checkReport = named(
  'Check',
  z.object({
    id: z.string(),
    seq: z.int(),
    url: z.string(),
    scheme: z.string(),
    subscription_id: z
      .string()
      .nullable()
      .meta({ description: 'The subscription that is checked, if one was named' }),
    seed: z.int(),
    options: checkOptions,
    state: z.enum(checkStates),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it could not be done, or why it waits for the receiver; else null' }),
    reason_code: z.enum(['stopped', 'interrupted', 'not_reached', 'not_accepted', 'defect']).nullable(),
    framework: z
      .string()
      .nullable()
      .meta({ description: "The receiver's framework, where it can be recognised" }),
    secret_hint: z.string().nullable().meta({ description: 'The last four characters of the secret in use' }),
    started_at: time,
    finished_at: time.nullable(),
    duration_ms: z.number().nullable(),
    score: z.int().meta({ description: '0 to 100' }),
    passed: z.int(),
    failed: z.int(),
    warned: z.int(),
    noted: z.int(),
    skipped: z.int().meta({ description: 'Skipped or not judged' }),
    diagnosis: z
      .object({
        code: z.string(),
        summary: z.string(),
        fix: z.string(),
      })
      .nullable()
      .meta({ description: 'The most probable single cause of all failures' }),
    pending: z.array(z.string()).meta({
      description:
        'The probes still to come, by id. While a probe runs again, `probes` has its earlier result',
    }),
    probes: z.array(checkProbe),
  }),
)

export type ProbeGroup = (typeof probeGroups)[number]
export type Severity = (typeof severities)[number]
export type ProbeResult = (typeof probeResults)[number]
export type NotJudged = (typeof notJudged)[number]
type WithoutDetail<T> = T extends { outcome: infer O } ? Omit<T, 'outcome'> & { outcome: O } : T
export type ProbeFact = WithoutDetail<z.infer<typeof probeFact>>
export type ReceiverMistake = z.infer<typeof mistake>
export type CheckProbe = z.infer<typeof checkProbe>
/** A check with its report. */
export type Check = z.infer<typeof checkReport>
