/** The requests that verify a signature. */
import type { Attempt, Verdict, Verified } from '../../../server/wire.ts'
import { request } from '../api.ts'
import type { VerifyOrder } from '../verify-order.ts'

/** Verifies the request of an attempt with a secret, as of its signing time. */
export const verifySent = (
  { request: { url, headers, body, body_base64 }, response, signed_at }: Attempt,
  scheme: string,
  secret: string,
) =>
  request<Verified>('POST', '/sandbox/verify', {
    body: {
      url,
      headers,
      ...(body_base64 === null ? { body } : { body_base64 }),
      scheme,
      secret,
      at: signed_at,
      answer: response?.body,
    },
  })

/** Verifies a request; the sandbox stores nothing. */
export const postVerify = (order: VerifyOrder) =>
  request<{ verdict: Verdict }>('POST', '/sandbox/verify', { body: order })
