import { z } from 'zod'
import { isExemption } from './client/target.ts'
import { armFields } from './errors/arm-fields.ts'
import { StartError } from './failures.ts'
import { faultRuleFields } from './faults/rule-fields.ts'
import { longestTimerMs } from './outside.ts'
import { durationText, hasNoPath, hasReadableLogin, unreadableLogin } from './schema/fields.ts'
import { signatureHeaderName } from './schema/header-names.ts'
import { issuesOf, keysAt, saidOf } from './schema/issues.ts'
import { customRecipe } from './signing/custom.ts'
import { recipesFor, schemeNames } from './signing/recipes.ts'
import { flawOfSecret } from './signing/secret-flaw.ts'
import { nearest } from './words/nearest.ts'
import { sayFlaw } from './words/secret-flaw.ts'

const duration = durationText()

/** Every key of `sandbox.config.json`: the source of the defaults, the documentation and the JSON Schema. */
export const configSchema = z.strictObject({
  $schema: z.string().optional().describe('For editors; not read.'),
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('The address to listen on. Anything but loopback lets other machines in.'),
  port: z.int().min(0).max(65535).default(4400).describe('The port to listen on; 0 picks a free one.'),
  // better-sqlite3 leaves blanks around a name out; the lock would be of another name.
  data: z.string().trim().min(1).default('.sandbox/sandbox.db').describe('The database file, or ":memory:".'),
  seed: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe('Makes ids, payloads and jitter repeatable; null draws one at the first start and keeps it.'),
  bare: z
    .boolean()
    .default(false)
    .describe('true makes no demo endpoint and no demo subscription on a new database.'),
  allowed_hosts: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "Host names, besides this machine's own, that requests may be addressed to: for containers and tunnels.",
    ),
  body_limit_bytes: z
    .int()
    .min(1)
    .default(1_048_576)
    .describe('The largest request body that is taken and kept.'),
  receive_timeout_ms: z
    .int()
    .min(100)
    .max(longestTimerMs)
    .default(120_000)
    .describe('How long a request may take to come, head and body; then it is answered 408. Real time, ms.'),
  auth: z
    .strictObject({
      keys: z
        .array(z.strictObject({ authorization: z.string().min(1), identity: z.string().min(1) }))
        .default([])
        .describe('The pairs of Authorization and Identity that are let in. With none listed, any pair is.'),
    })
    .prefault({})
    .describe('Who may call the emulated API.'),
  armed_errors: z
    .array(armFields)
    .default([])
    .describe('Errors that are armed from the start, as POST /sandbox/armed-errors takes them.'),
  card_programs: z
    .array(
      z.strictObject({
        program_id: z.uuid().transform((id) => id.toLowerCase()),
        name: z.string().min(1),
        bin: z.string().regex(/^\d{6}$/, 'must be six digits'),
        max_cards: z.int().min(1).default(25),
        parent_child: z.boolean().default(false),
        months_valid: z.int().min(1).max(600).default(36),
      }),
    )
    .default([])
    .describe('Card programs besides the one that there is from the start.'),
  scenarios: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('A folder of scenarios of your own (*.yaml), read again when they change.'),
  locale: z
    .string()
    .min(1)
    .default('en_US')
    .describe("The locale of faked names, addresses and merchants: one of faker's, such as de_CH."),
  kyc: z
    .strictObject({
      delay: duration
        .default('0')
        .describe("How long a verification stays submitted, on the sandbox's clock; KYB likewise."),
    })
    .prefault({})
    .describe('How customers and businesses are verified.'),
  delivery: z
    .strictObject({
      success: z
        .array(z.int().min(100).max(599))
        .min(1)
        .default([200, 201])
        .describe('The statuses that count as delivered.'),
      retry_delays: z
        .array(duration)
        .default(['1m', '5m', '30m', '2h', '6h', '18h', '45h'])
        .describe(
          'The wait before each further attempt, from the end of the one before; longer where the receiver asks for it by Retry-After, by which it comes to 7d at the most. An empty list means one attempt.',
        ),
      jitter: z
        .number()
        .min(0)
        .max(1)
        .default(0.1)
        .describe('How far a wait may be moved either way, as a fraction; drawn from the seed.'),
      timeout: duration.default('10s').describe('For a whole attempt, on real time; "0" waits for ever.'),
      concurrency: z
        .int()
        .min(1)
        .max(1000)
        .default(8)
        .describe(
          'How many attempts run at a time for one subscription; one, while its receiver refuses connections at once.',
        ),
      timestamps: z
        .enum(['wall', 'clock'])
        .default('wall')
        .describe(
          "What signatures are dated by: the wall clock, so that real verifiers accept them, or the sandbox's clock.",
        ),
      gone_disables: z
        .boolean()
        .default(false)
        .describe('true disables a subscription whose receiver answers 410 Gone.'),
      disable_after: z
        .int()
        .min(1)
        .nullable()
        .default(null)
        .describe(
          'Disables a subscription after so many deliveries in a row were given up; null never does.',
        ),
      allow_public: z.boolean().default(false).describe('true lets deliveries leave for public addresses.'),
      proxy: z
        .string()
        .refine((text) => /^http:\/\//i.test(text) && URL.canParse(text), 'must be an http address')
        .refine(hasReadableLogin, unreadableLogin)
        .refine(hasNoPath, 'must end with its host and port: a proxy is asked without a path')
        .nullable()
        .default(null)
        .describe('The proxy that deliveries go through; the environment is never asked for one.'),
      no_proxy: z
        .array(
          z.string().refine(isExemption, 'must be a host, an address, a network such as 10.0.0.0/8, or *'),
        )
        .default([])
        .describe('Hosts that are reached without the proxy; a leading dot stands for every name below.'),
      insecure_tls: z
        .boolean()
        .default(false)
        .describe('true accepts any certificate of a receiver, as --insecure-tls does.'),
      ca: z
        .string()
        .min(1)
        .nullable()
        .default(null)
        .describe('A PEM file of certificates to trust besides the authorities of Node, as --ca does.'),
    })
    .prefault({})
    .describe('How events are delivered.'),
  fault_rules: z
    .array(faultRuleFields)
    .default([])
    .describe('Faults that stand from the start, as POST /sandbox/fault-rules takes them.'),
  signing: z
    .strictObject({
      platform_header: signatureHeaderName()
        .default('Signature')
        .describe('The header that carries the signature of the `platform` scheme.'),
      custom: customRecipe
        .nullable()
        .default(null)
        .describe('The recipe of the scheme `custom`: headers and what they sign, as templates.'),
      secrets: z
        .array(
          z.strictObject({
            name: z.string().min(1).describe('Whose it is, as verdicts tell it; never the secret.'),
            secret: z.string().min(1).describe('As its sender has it.'),
            scheme: z
              .enum(schemeNames)
              .optional()
              .describe(
                'The scheme that it signs by, which goes first where the headers could be of several.',
              ),
          }),
        )
        .default([])
        .describe(
          'Secrets of other senders, with which captures are verified where the endpoint has none of its own.',
        ),
    })
    .superRefine((signing, context) => {
      const recipes = recipesFor(signing)
      for (const [at, { secret, scheme }] of signing.secrets.entries()) {
        const flaw = scheme && flawOfSecret(recipes[scheme], secret)
        if (!flaw) continue
        const { message, fix } = sayFlaw(flaw, scheme)
        context.addIssue({
          code: 'custom',
          path: ['secrets', at, 'secret'],
          message: `${message}. ${fix.replace(/\.$/, '')}`,
        })
      }
    })
    .prefault({})
    .describe('How deliveries are signed, and with which secrets captures are verified.'),
  retention: z
    .strictObject({
      records: z
        .int()
        .min(100)
        .default(250_000)
        .describe(
          'How many events, deliveries, captures, calls and inputs of a session each are kept; the oldest go first.',
        ),
      bytes: z
        .int()
        .min(1_000_000)
        .default(1_000_000_000)
        .describe('How large the database may grow before the oldest records go.'),
      age: duration
        .nullable()
        .default(null)
        .describe(
          'How old a record may grow on the sandbox\'s clock, such as "7d", before it goes; null lets none go for its age.',
        ),
    })
    .prefault({})
    .describe('What is kept. Pinned captures stay, and so does what is not delivered yet.'),
})
export type Config = z.infer<typeof configSchema>

/** Every key, dotted, with its schema: `delivery.timeout`. */
export function configKeys(
  schema: z.ZodObject = configSchema,
  prefix = '',
): { key: string; schema: z.ZodType }[] {
  return Object.entries(schema.shape).flatMap(([name, value]) => {
    const key = `${prefix}${name}`
    const inner = value instanceof z.ZodPrefault ? value.unwrap() : value
    return inner instanceof z.ZodObject ? configKeys(inner, `${key}.`) : [{ key, schema: value as z.ZodType }]
  })
}

function explain(issue: z.core.$ZodIssue): string {
  const at = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return `${at || 'The file'}: ${saidOf(issue)}.`
  const [before, known] = [at && `${at}.`, keysAt(configSchema, issue.path)]
  return issue.keys
    .map((key) => {
      const elsewhere = configKeys().find((one) => one.key.includes('.') && `.${one.key}`.endsWith(`.${key}`))
      if (elsewhere) return `${before}${key} is no key; write ${nested(elsewhere.key)}.`
      const close = nearest(key, known)
      return `${before}${key} is no key${close ? `; did you mean ${before}${close}?` : '.'}`
    })
    .join(' ')
}

/** `{"delivery": {"timeout": …}}`, which is told of as `delivery.timeout` */
const nested = (key: string): string =>
  key.split('.').reduceRight((inner, name) => `{"${name}": ${inner}}`, '…')

/** Checks a configuration; throws a {@link StartError} that names the keys at fault and the nearest right ones. */
export function parseConfig(value: unknown, source = 'the configuration'): Config {
  const parsed = configSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new StartError(
    `${source}: ${issuesOf(parsed.error, value).map(explain).join(' ')}`,
    'docs/configuration.md lists every key.',
  )
}
