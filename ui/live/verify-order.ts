/** Turns a capture into a verify request, and names the result. */
import type { Capture, HeaderPair, Verdict } from '../../server/wire.ts'
import type { Sign } from '../kit/format.ts'

/** The body of `POST /sandbox/verify`. */
export interface VerifyOrder {
  method: string
  url: string
  headers: HeaderPair[]
  body?: string
  body_base64?: string
  scheme?: string
  secret?: string
  at: string
}

const headerOf = (headers: readonly HeaderPair[], name: string): string =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? ''

/** The request for a capture with a scheme and a secret; without them the sandbox detects both. */
export function verifyOrder(
  { method, path, query, headers, body, body_base64, received_at }: Capture,
  { scheme, secret }: { scheme: string; secret: string },
): VerifyOrder {
  const protocol = headerOf(headers, 'x-forwarded-proto') === 'https' ? 'https' : 'http'
  const url = `${protocol}://${headerOf(headers, 'host')}${path}${query === '' ? '' : `?${query}`}`
  return {
    method,
    url,
    headers,
    ...(body !== null && { body }),
    ...(body_base64 !== null && { body_base64 }),
    ...(scheme !== '' && { scheme }),
    ...(secret !== '' && { secret }),
    at: received_at,
  }
}

const signs = {
  verified: { tone: 'good', text: 'Verified' },
  failed: { tone: 'bad', text: 'Signature does not match' },
  unsigned: { tone: 'quiet', text: 'Not signed' },
  unknown_secret: { tone: 'quiet', text: 'No known secret' },
} as const satisfies Record<Verdict['result'], Sign>

/** The verdict in words and colour. */
export const verdictSign = ({ result }: Pick<Verdict, 'result'>): Sign => signs[result]
