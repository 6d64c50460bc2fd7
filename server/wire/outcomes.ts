import { z } from 'zod'
import { named } from './parts.ts'

const timeoutPhases = ['connecting', 'sending', 'waiting', 'reading'] as const
/** What of an answer is no HTTP, or what keeps a certificate from being taken. */
const flaws = [
  'not_http',
  'status_line',
  'http_version',
  'header_control',
  'header_blank',
  'header_line',
  'headers_large',
  'content_length',
  'two_lengths',
  'length_and_coding',
  'chunk_line',
  'chunk_size',
  'chunk_overrun',
  'trailers_large',
  'speaks_tls',
  'speaks_http2',
  'certificate_weak',
  'certificate_purpose',
  'certificate_wildcard',
  'certificate_address',
] as const
const detail = z
  .string()
  .meta({ description: 'The outcome in words, for people; the words may change at any time' })
const text = z.string().optional().meta({
  description:
    'Foreign text: what the system said where no code says it, or the part of an answer that is no HTTP. Where code is earlier, the words of the older version that recorded it',
})
const proxy = z.string().optional()
export const timedOut = z.object({
  kind: z.literal('timed_out'),
  after_ms: z.number(),
  phase: z.enum(timeoutPhases),
  during: z.enum(['dns', 'tls', 'pace']).optional().meta({
    description:
      'Of connecting, the look-up of the name or the TLS handshake, and of sending, the pace of the fault slow; where absent, the connection itself or a receiver that did not take the request',
  }),
  proxy: proxy.meta({
    description: 'Host and port of the proxy, where it may be the proxy that was late',
  }),
  detail,
})

export const outcome = named(
  'Outcome',
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('responded'), status: z.int() }),
    timedOut,
    z.object({
      kind: z.enum(['refused', 'reset', 'dns', 'tls', 'blocked']),
      code: z.string().meta({
        description:
          "The error code of the system, of Node or of OpenSSL, such as ECONNREFUSED or CERT_HAS_EXPIRED, or in small letters a word of the sandbox's own, such as unreadable or public_address; earlier where an older version of the sandbox recorded it",
        example: 'ECONNREFUSED',
      }),
      address: z
        .string()
        .nullable()
        .meta({ description: 'The address and port, or the name, that it was about; null where unknown' }),
      proxy: proxy.meta({ description: 'Host and port of the proxy that failed or stood between' }),
      flaw: z.enum(flaws).optional().meta({ description: 'Why an answer or a certificate was not taken' }),
      status: z.int().optional().meta({ description: 'What the proxy answered in place of the receiver' }),
      login: z
        .enum(['missing', 'wrong'])
        .optional()
        .meta({ description: 'What the proxy says against the user and the password of delivery.proxy' }),
      progress: z
        .object({
          part: z.enum(['request', 'answer_head', 'answer_body', 'answer_chunks']),
          bytes: z.int(),
          total: z.int().optional(),
        })
        .optional()
        .meta({ description: 'How far the exchange came; absent where nothing was answered' }),
      fault_bytes: z
        .int()
        .optional()
        .meta({ description: 'After how many bytes the fault truncate or reset ended the request' }),
      perhaps: z
        .enum(['kept_open', 'speaks_tls'])
        .optional()
        .meta({ description: 'Why there may have been no answer' }),
      certificate: z
        .object({
          host: z.string(),
          is_own: z.boolean().meta({ description: "false for one above the receiver's own" }),
          name: z.string().nullable(),
          issuer: z.string().nullable(),
          valid_from: z.string(),
          valid_to: z.string(),
          names: z.array(z.string()).meta({ description: 'At most ten' }),
          names_left: z.int(),
        })
        .optional()
        .meta({ description: 'The certificate that was not taken' }),
      text,
      detail,
    }),
    z.object({
      kind: z.literal('interrupted'),
      code: z.enum(['stopped', 'reset', 'killed', 'session_over', 'unknown', 'earlier']).meta({
        description: 'What became of the sandbox, or of the session that was played again',
      }),
      text,
      detail,
    }),
    z.object({
      kind: z.literal('aborted'),
      code: z.enum(['by_hand', 'subscription_disabled', 'earlier']),
      after_ms: z.number().optional(),
      text,
      detail,
    }),
    z.object({
      kind: z.literal('dropped'),
      code: z.enum(['fault_drop', 'earlier']),
      text,
      detail,
    }),
  ]),
)

type WithoutDetail<T> = T extends unknown ? Omit<T, 'detail'> : never
/** How an attempt ended, as facts: what is stored, and what the words of `detail` are made of. */
export type Outcome = WithoutDetail<z.infer<typeof outcome>>
/** As {@link Outcome}, with its words. */
export type ToldOutcome = z.infer<typeof outcome>
