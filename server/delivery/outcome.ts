import type { Outcome } from '../wire.ts'

/** How an attempt may end, in words for people. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'responded':
      return `HTTP ${outcome.status}`
    case 'timed_out':
      return `no answer in ${outcome.after_ms} ms`
    case 'refused':
      return `connection refused: ${outcome.detail}`
    case 'reset':
      return `connection lost: ${outcome.detail}`
    case 'dns':
      return `name not found: ${outcome.detail}`
    case 'tls':
      return `TLS failed: ${outcome.detail}`
    case 'blocked':
      return `not sent: ${outcome.detail}`
    case 'interrupted':
      return `cut short: ${outcome.detail}`
  }
}

type FailureKind = 'refused' | 'reset' | 'dns' | 'tls'

const kindByCode: Record<string, FailureKind> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EPROTO: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
}

/** The outcome of an attempt that ended in an error of the network or of the HTTP parser. */
export function outcomeOfError(error: unknown): Outcome {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Both families refused: the message of the collection is empty, those of its parts are not.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const detail = first instanceof Error && first.message ? first.message : code || String(error)
  if (code === 'ETIMEDOUT') return { kind: 'refused', detail: `${detail} (the address does not answer)` }
  if (/^(ERR_TLS|ERR_SSL|CERT_)/.test(code)) return { kind: 'tls', detail: `${detail} (${code})` }
  if (error instanceof Error && error.name === 'HTTPParserError')
    return { kind: 'reset', detail: `the answer is no HTTP: ${detail}` }
  return { kind: kindByCode[code] ?? 'reset', detail }
}
