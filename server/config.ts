/**
 * The configuration: its keys, defaults, checks and documentation.
 * Over 300 lines: one table of every key, with its description.
 */
import { isIP } from 'node:net'
import { z } from 'zod'
import { isExemption } from './client/target.ts'
import { armFields } from './errors/arm-fields.ts'
import { StartError } from './failures.ts'
import { faultRuleFields } from './faults/rule-fields.ts'
import { longestTimerMs } from './outside.ts'
import { durationText, hasNoPath, hasReadableLogin, unreadableLogin, webAddress } from './schema/fields.ts'
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
  $schema: z.string().optional().describe('The JSON Schema for editors. The sandbox ignores this key.'),
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('The address to listen on. An address other than loopback lets other machines connect.'),
  port: z.int().min(0).max(65535).default(4400).describe('The port to listen on; 0 picks a free one.'),
  // better-sqlite3 trims the file name. Without trim() here the lock file would get another name.
  data: z.string().trim().min(1).default('.sandbox/sandbox.db').describe('The database file, or ":memory:".'),
  seed: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe(
      'Makes ids, payloads and jitter repeatable. null draws a seed at the first start and keeps that seed.',
    ),
  bare: z
    .boolean()
    .default(false)
    .describe('true creates no demo endpoint and no demo subscription in a new database.'),
  allowed_hosts: z
    .array(
      z
        .string()
        .refine(
          (text) => isIP(text) !== 0 || /^[^\s:/?#@[\]]+$/.test(text),
          'must be a host name or an address without a port, such as sandbox; the name fits every port',
        ),
    )
    .default([])
    .describe('Extra host names that requests may use on every port, for containers and tunnels.'),
  allowed_origins: z
    .array(
      webAddress()
        .refine(hasNoPath, 'must be an origin without a path, such as http://localhost:3000')
        .transform((text) => new URL(text).origin),
    )
    .default([])
    .describe(
      'Origins whose web pages may send requests to /in/ and /api/v0.1 and read the responses (CORS).',
    ),
  public_url: webAddress()
    .refine(hasNoPath, 'must end with its host and port: the sandbox is not below a path')
    .transform((text) => new URL(text).origin)
    .nullable()
    .default(null)
    .describe(
      'The address under which others reach the sandbox, such as http://sandbox:4400. The sandbox shows this address in place of its own.',
    ),
  body_limit_bytes: z
    .int()
    .min(1)
    .default(1_048_576)
    .describe('The largest request body that the sandbox accepts and stores, in bytes.'),
  receive_timeout_ms: z
    .int()
    .min(100)
    .max(longestTimerMs)
    .default(120_000)
    .describe(
      'The time limit for receiving a request, head and body, in milliseconds of real time. The sandbox answers later requests with 408.',
    ),
  auth: z
    .strictObject({
      keys: z
        .array(z.strictObject({ authorization: z.string().min(1), identity: z.string().min(1) }))
        .default([])
        .describe('The accepted pairs of Authorization and Identity. An empty list accepts any pair.'),
    })
    .prefault({})
    .describe('The credentials of the emulated API.'),
  armed_errors: z
    .array(armFields)
    .default([])
    .describe('Errors to arm at every start, in the form of POST /sandbox/armed-errors.'),
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
    .describe('Card programs in addition to the built-in program.'),
  scenarios: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('A folder of your own scenarios (*.yaml). The sandbox reloads changed files.'),
  locale: z
    .string()
    .min(1)
    .default('en_US')
    .describe('The faker locale of generated names, addresses and merchants, such as de_CH.'),
  kyc: z
    .strictObject({
      delay: duration
        .default('0')
        .describe("How long a KYC or KYB verification stays submitted, on the sandbox's clock."),
    })
    .prefault({})
    .describe('The verification of customers and businesses.'),
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
          'The wait before each retry, from the end of the previous attempt. Retry-After of the receiver can extend a wait to at most 7d. An empty list means one attempt.',
        ),
      jitter: z
        .number()
        .min(0)
        .max(1)
        .default(0.1)
        .describe(
          'The largest random change of a wait in either direction, as a fraction of the wait. The seed determines the change.',
        ),
      timeout: duration
        .default('10s')
        .describe('The time limit of an attempt, in real time. "0" sets no limit.'),
      concurrency: z
        .int()
        .min(1)
        .max(1000)
        .default(8)
        .describe(
          'How many attempts run at a time for a subscription. While its receiver refuses connections, only one runs.',
        ),
      timestamps: z
        .enum(['wall', 'clock'])
        .default('wall')
        .describe(
          "The clock of signature timestamps: wall, which real verifiers accept, or clock, the sandbox's clock.",
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
          'Disables a subscription after this number of failed deliveries in a row. null never disables a subscription.',
        ),
      allow_public: z.boolean().default(false).describe('true allows deliveries to public addresses.'),
      proxy: z
        .string()
        .refine((text) => /^http:\/\//i.test(text) && URL.canParse(text), 'must be an http address')
        .refine(hasReadableLogin, unreadableLogin)
        .refine(hasNoPath, 'must end with its host and port: a proxy address has no path')
        .nullable()
        .default(null)
        .describe('The proxy for deliveries. The sandbox ignores proxy variables of the environment.'),
      no_proxy: z
        .array(
          z.string().refine(isExemption, 'must be a host, an address, a network such as 10.0.0.0/8, or *'),
        )
        .default([])
        .describe('Hosts to reach without the proxy. A leading dot matches every subdomain.'),
      insecure_tls: z
        .boolean()
        .default(false)
        .describe('true accepts any certificate of a receiver, like --insecure-tls.'),
      ca: z
        .string()
        .min(1)
        .nullable()
        .default(null)
        .describe('A PEM file of certificates to trust in addition to those of Node, like --ca.'),
    })
    .prefault({})
    .describe('The delivery of events.'),
  fault_rules: z
    .array(faultRuleFields)
    .default([])
    .describe('Fault rules to set at every start, in the form of POST /sandbox/fault-rules.'),
  signing: z
    .strictObject({
      platform_header: signatureHeaderName()
        .default('Signature')
        .describe('The header that carries the signature of the `platform` scheme.'),
      custom: customRecipe
        .nullable()
        .default(null)
        .describe('The recipe of the scheme `custom`: templates of its headers and of the signed content.'),
      default_secret: z
        .string()
        .min(1)
        .nullable()
        .default(null)
        .describe(
          'The secret of each new subscription that names none, if its scheme can sign with this secret. null draws a secret for each.',
        ),
      secrets: z
        .array(
          z.strictObject({
            name: z.string().min(1).describe('The name that verdicts show in place of the secret.'),
            secret: z.string().min(1).describe('The secret, in the form that the sender uses.'),
            scheme: z
              .enum(schemeNames)
              .optional()
              .describe(
                'The scheme of the sender. The sandbox tries this scheme first if the headers fit several.',
              ),
          }),
        )
        .default([])
        .describe(
          'Secrets of other senders. The sandbox verifies captures with these if the endpoint has no secret.',
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
    .describe('The signing of deliveries and the secrets that verify captures.'),
  retention: z
    .strictObject({
      records: z
        .int()
        .min(100)
        .default(250_000)
        .describe(
          'How many events, deliveries, captures, calls and session inputs to keep, each. The sandbox deletes the oldest first.',
        ),
      bytes: z
        .int()
        .min(1_000_000)
        .default(1_000_000_000)
        .describe('The size of the database, in bytes, above which the sandbox deletes the oldest records.'),
      age: duration
        .nullable()
        .default(null)
        .describe(
          'The age, on the sandbox\'s clock, at which the sandbox deletes a record, such as "7d". null sets no limit.',
        ),
    })
    .prefault({})
    .describe(
      'The retention of records. The sandbox never deletes pinned captures or unfinished deliveries.',
    ),
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

/** The value of a dotted key. */
export const valueAt = (config: unknown, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      config,
    )

/** Whether a value is an object with keys. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What gave a value: a file, or a variable or flag with the key that it sets. */
export interface Source {
  name: string
  key?: string
}

function explain(issue: z.core.$ZodIssue, { key }: Source): string {
  const own = key === undefined ? 0 : key.split('.').length
  const at = issue.path.slice(own).join('.')
  if (issue.code !== 'unrecognized_keys') {
    const place = at || (key === undefined ? 'The file' : '')
    return `${place && `${place}: `}${saidOf(issue)}.`
  }
  const [before, known] = [at && `${at}.`, keysAt(configSchema, issue.path)]
  return issue.keys
    .map((key) => {
      const elsewhere = configKeys().find((one) => one.key.includes('.') && `.${one.key}`.endsWith(`.${key}`))
      if (elsewhere) return `${before}${key} is not a key. Write ${nested(elsewhere.key)}.`
      const close = nearest(key, known)
      return `${before}${key} is not a key${close ? `; did you mean ${before}${close}?` : '.'}`
    })
    .join(' ')
}

/** Nests a dotted key: `delivery.timeout` becomes `{"delivery": {"timeout": …}}`. */
const nested = (key: string): string =>
  key.split('.').reduceRight((inner, name) => `{"${name}": ${inner}}`, '…')

/**
 * Checks a configuration, whole or partial; throws a {@link StartError} that names the keys at fault and the nearest right ones.
 * @param source what gave the values: one name, or a function that finds the source of the key at a path
 */
export function parseConfig(
  value: unknown,
  source: string | ((path: string) => Source) = 'the configuration',
): Config {
  const parsed = configSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const told = new Map<string, string[]>()
  for (const issue of issuesOf(parsed.error, value)) {
    const from = typeof source === 'string' ? { name: source } : source(issue.path.join('.'))
    told.set(from.name, [...(told.get(from.name) ?? []), explain(issue, from)])
  }
  throw new StartError(
    [...told].map(([name, flaws]) => `${name}: ${flaws.join(' ')}`).join(' '),
    'docs/configuration.md lists every key.',
  )
}
