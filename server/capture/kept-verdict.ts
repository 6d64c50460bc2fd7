/** Stores verdicts in little space, and reads them back. */
import { storedJson } from '../database/columns.ts'
import { digestWords } from '../verification/verdicts.ts'
import type { SecretOf, Verdict } from '../wire.ts'
import { fitsWords } from '../words/verdict.ts'

type Check = Verdict['checks'][number]
/** A verified verdict without derivable fields. Nearly all captures have one, and commits cost by the byte. */
type Short = [
  scheme: string | null,
  reasonCode: string,
  secretOf: SecretOf,
  signedAt: string | null,
  received: string | null,
  /** 0 if it equals the received value. */
  expected: string | null | 0,
  /** A detail is 0 if it follows from the secret. */
  checks: [name: Check['name'], ok: 0 | 1, detail: string | 0][],
]

/**
 * A verdict as stored: a short list if verified, otherwise its JSON object. The signed content repeats the body, so it is
 * not stored but computed when a capture is read.
 */
export function keptVerdict(verdict: Verdict): string {
  const { scheme, received, expected, secret_of: of } = verdict
  if (
    verdict.result !== 'verified' ||
    of === null ||
    verdict.hint !== null ||
    verdict.reason !== fitsWords(verdict.reason_code, of) ||
    verdict.causes.length > 0 ||
    !verdict.explained ||
    verdict.tried !== null
  )
    return JSON.stringify({ ...verdict, signed_content: null })
  const fits = digestWords(of)
  const short: Short = [
    scheme,
    verdict.reason_code,
    of,
    verdict.signed_at,
    received,
    expected === received ? 0 : expected,
    verdict.checks.map(({ name, ok, detail }) => [name, ok ? 1 : 0, detail === fits ? 0 : detail]),
  ]
  return JSON.stringify(short)
}

/** Reads what {@link keptVerdict} wrote. */
export function verdictIn(text: string): Verdict {
  const kept: Verdict | Short = storedJson(text)
  if (!Array.isArray(kept)) return kept
  const [scheme, reason_code, secret_of, signed_at, received, expected, checks] = kept
  return {
    result: 'verified',
    scheme,
    reason: fitsWords(reason_code, secret_of),
    reason_code,
    hint: null,
    secret_of,
    signed_at,
    received,
    expected: expected === 0 ? received : expected,
    signed_content: null,
    checks: checks.map(([name, ok, detail]) => ({
      name,
      ok: ok === 1,
      detail: detail === 0 ? digestWords(secret_of) : detail,
    })),
    causes: [],
    explained: true,
    tried: null,
  }
}
