import { z } from 'zod'
import { named, time } from './parts.ts'

/** The kinds of accidents that a search for a cause tries. */
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

/** Whose secret fitted; never the secret. */
const secretOf = named(
  'SecretOf',
  z.object({
    kind: z.enum(['subscription', 'endpoint', 'config', 'old', 'given']).meta({
      description: 'old: a secret that its owner had before. given: that of the request to verify',
    }),
    id: z.string().nullable().meta({ description: 'An id, or the name of an endpoint or of a secret' }),
    owner: z.enum(['subscription', 'endpoint']).optional().meta({ description: 'Of an old secret' }),
    name: z
      .string()
      .optional()
      .meta({ description: 'Of a subscription: its address and its description, for people' }),
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
    reason_code: z.string().meta({
      description:
        'secret_fits, password_fits, header_missing, no_signature, signs_nothing, no_secret_known, secret_of_another, signature_differs, password_differs, the code of a refusal, or the word of the first cause',
    }),
    hint: z.string().nullable(),
    signed_at: time.nullable(),
    secret_of: secretOf.nullable(),
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
        families: z.array(z.enum(accidentFamilies)).meta({ description: 'The kinds of accidents tried' }),
        complete: z.boolean().meta({ description: 'false when the search ended at its bound' }),
      })
      .nullable()
      .meta({
        description: 'What was recomputed in search of a cause; null where there was nothing to search for',
      }),
  }),
)

/** What `POST /sandbox/verify` answers. */
export const verified = z.object({
  verdict,
  answered: z
    .array(z.object({ signature: z.string(), verdict }))
    .optional()
    .meta({
      description:
        'Of each signature in `answer` that was not sent: the verdict as if it had been, whose causes say what its maker did',
    }),
})

export type Verified = z.infer<typeof verified>
export type AccidentFamily = (typeof accidentFamilies)[number]
export type VerdictResult = (typeof verdictResults)[number]
export type SecretOf = z.infer<typeof secretOf>
export type Verdict = z.infer<typeof verdict>
export type Cause = z.infer<typeof cause>
export type Difference = z.infer<typeof difference>
