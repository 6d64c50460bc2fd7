/** The JSON of outcomes: how an attempt ended. */
import { z } from 'zod'
import { named } from './parts.ts'

const timeoutPhases = ['connecting', 'sending', 'waiting', 'reading'] as const
/** What makes a response invalid HTTP, or a certificate unacceptable. */
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
    'Text from elsewhere: a system message without a code, or the invalid part of a response. If code is earlier, the words of the older version that recorded the outcome',
})
const proxy = z.string().optional()
export const timedOut = z.object({
  kind: z.literal('timed_out'),
  after_ms: z.number(),
  phase: z.enum(timeoutPhases),
  during: z.enum(['dns', 'tls', 'pace']).optional().meta({
    description:
      'The part of the phase that took too long: the name lookup or the TLS handshake while connecting, or the fault slow while sending. Absent for the connection itself, and for a receiver that did not read the request',
  }),
  proxy: proxy.meta({
    description: 'Host and port of the proxy, if the proxy may have been late',
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
        .meta({ description: 'The address and port, or the host name; null if unknown' }),
      proxy: proxy.meta({ description: 'Host and port of the proxy on the way' }),
      flaw: z
        .enum(flaws)
        .optional()
        .meta({ description: 'Why a response or a certificate was not accepted' }),
      status: z
        .int()
        .optional()
        .meta({ description: 'The status with which the proxy answered instead of the receiver' }),
      login: z
        .enum(['missing', 'wrong'])
        .optional()
        .meta({ description: 'Why the proxy refused the credentials of delivery.proxy' }),
      progress: z
        .object({
          part: z.enum(['request', 'answer_head', 'answer_body', 'answer_chunks']),
          bytes: z.int(),
          total: z.int().optional(),
        })
        .optional()
        .meta({ description: 'How far the exchange got; absent without any response' }),
      fault_bytes: z.int().optional().meta({
        description: 'The number of bytes after which the fault truncate or reset ended the request',
      }),
      perhaps: z
        .enum(['kept_open', 'speaks_tls'])
        .optional()
        .meta({ description: 'A possible reason for the missing response' }),
      certificate: z
        .object({
          host: z.string(),
          is_own: z.boolean().meta({ description: 'false for a certificate above that of the receiver' }),
          name: z.string().nullable(),
          issuer: z.string().nullable(),
          valid_from: z.string(),
          valid_to: z.string(),
          names: z.array(z.string()).meta({ description: 'At most ten names' }),
          names_left: z.int(),
        })
        .optional()
        .meta({ description: 'The certificate that was not accepted' }),
      text,
      detail,
    }),
    z.object({
      kind: z.literal('interrupted'),
      code: z.enum(['stopped', 'reset', 'killed', 'session_over', 'unknown', 'earlier']).meta({
        description: 'What happened to the sandbox, or to the replayed session',
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
/** How an attempt ended, as facts. The database stores them, and the words of `detail` are made from them. */
export type Outcome = WithoutDetail<z.infer<typeof outcome>>
/** As {@link Outcome}, with its words. */
export type ToldOutcome = z.infer<typeof outcome>
