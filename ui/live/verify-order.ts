import type { Capture, HeaderPair, Verdict } from '../../server/wire.ts'
import type { Sign } from '../kit/format.ts'

/** What `POST /sandbox/verify` takes of a capture. */
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

/** A capture to be judged by a scheme and a secret; without them, by what its headers tell and what is known. */
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
  failed: { tone: 'bad', text: 'Does not verify' },
  unsigned: { tone: 'quiet', text: 'Not signed' },
  unknown_secret: { tone: 'quiet', text: 'No secret is known for it' },
} as const satisfies Record<Verdict['result'], Sign>

/** What a verdict says, in a word and a colour. */
export const verdictSign = ({ result }: Pick<Verdict, 'result'>): Sign => signs[result]
