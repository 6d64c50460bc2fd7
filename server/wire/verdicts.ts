/** The JSON of verdicts on signatures. */
import { z } from 'zod'
import { named, time } from './parts.ts'

/** The kinds of mistakes that a search for a cause tries. */
export const accidentFamilies = [
  'keys',
  'writings',
  'bodies',
  'frames',
  'urls',
  'headers',
  'digests',
  'schemes',
  'pairs',
] as const

export const verdictResults = ['verified', 'failed', 'unsigned', 'unknown_secret'] as const
export const difference = named(
  'Difference',
  z.object({
    of: z.string().meta({ description: 'The name of the compared bytes, such as `signed string` or `body`' }),
    at: z.int().meta({ description: 'The offset of the first byte that differs' }),
    sender_bytes: z.int().meta({ description: 'The length at the sender' }),
    here_bytes: z.int().meta({ description: 'The length at the sandbox' }),
    parts: z
      .array(
        z.object({
          side: z.enum(['both', 'sender', 'here']),
          text: z
            .string()
            .meta({ description: 'As text; control characters and bytes that are not text as \\xNN' }),
          skipped: z.int().meta({ description: 'Bytes left out in the middle of this part' }),
        }),
      )
      .meta({
        description:
          'In order: the common bytes, those that only the sender signed, those that only the sandbox has',
      }),
  }),
)

/** The owner of the matching secret. The secret itself is never included. */
const secretOf = named(
  'SecretOf',
  z.object({
    kind: z.enum(['subscription', 'endpoint', 'config', 'old', 'given']).meta({
      description: 'old: an earlier secret of the owner. given: the secret in the request to verify',
    }),
    id: z.string().nullable().meta({ description: 'An id, or the name of an endpoint or secret' }),
    owner: z.enum(['subscription', 'endpoint']).optional().meta({ description: 'Of an old secret' }),
    name: z.string().optional().meta({ description: 'For a subscription: its address and description' }),
  }),
)

const cause = named(
  'Cause',
  z.object({
    cause: z.string(),
    proved: z.boolean(),
    detail: z.string(),
    fix: z.string(),
    expected: z.string().nullable().meta({ description: 'The expected text or signed content' }),
    received: z.string().nullable().meta({ description: 'The actual text or signed content' }),
    diff: difference.nullable().meta({
      description: 'The difference between the signed bytes and the expected bytes; null if they are equal',
    }),
  }),
)

export const verdict = named(
  'Verdict',
  z.object({
    result: z.enum(verdictResults),
    scheme: z.string().nullable(),
    reason: z.string(),
    reason_code: z.string().meta({
      description:
        'secret_fits, password_fits, header_missing, no_signature, foreign_signature, signs_nothing, no_secret_known, secret_of_another, signature_differs, password_differs, the code of a refusal, or the code of the first cause',
    }),
    hint: z.string().nullable(),
    signed_at: time.nullable(),
    secret_of: secretOf.nullable(),
    signed_content: z.string().nullable().meta({
      description:
        'The content that the scheme signs, as text; null in lists, and if it is unknown or not text',
    }),
    expected: z.string().nullable(),
    received: z.string().nullable(),
    checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
    causes: z.array(cause),
    explained: z
      .boolean()
      .meta({ description: 'false while the search for causes continues after the reply' }),
    tried: z
      .object({
        secrets: z.int().meta({ description: 'Known secrets, including those of other owners' }),
        recipes: z.int().meta({ description: 'Signatures computed in the search' }),
        families: z.array(z.enum(accidentFamilies)).meta({ description: 'The kinds of mistakes tried' }),
        complete: z.boolean().meta({ description: 'false if the search ended at its limit' }),
      })
      .nullable()
      .meta({
        description: 'What the search for a cause tried; null without a search',
      }),
    on_purpose: z.string().optional().meta({
      description:
        'What the fault of a delivery did to the request, if the verification fails because of it. Causes are then no fault of the sender',
    }),
  }),
)

/** The response of `POST /sandbox/verify`. */
export const verified = z.object({
  verdict,
  answered: z
    .array(z.object({ signature: z.string(), verdict }))
    .optional()
    .meta({
      description:
        'For each signature in `answer` that was not sent: the verdict on that signature. Its causes say how that signature was computed',
    }),
})

export type Verified = z.infer<typeof verified>
export type AccidentFamily = (typeof accidentFamilies)[number]
export type VerdictResult = (typeof verdictResults)[number]
export type SecretOf = z.infer<typeof secretOf>
export type Verdict = z.infer<typeof verdict>
export type Cause = z.infer<typeof cause>
export type Difference = z.infer<typeof difference>
