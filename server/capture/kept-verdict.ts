import type { Verdict } from '../wire.ts'

type Check = Verdict['checks'][number]
/** A verdict that verified, without what follows: nearly all captures have one, and bytes are what a commit costs. */
type Short = [
  scheme: string | null,
  reason: string,
  hint: string | null,
  secretOf: string | null,
  signedAt: string | null,
  received: string | null,
  /** 0 where it is what was received. */
  expected: string | null | 0,
  checks: [name: Check['name'], ok: 0 | 1, detail: string][],
]

/**
 * A verdict as its row keeps it: one that verified as a short list, any other as the JSON object that it is. What was
 * signed repeats the body; it is made again when one capture is asked for.
 */
export function keptVerdict(verdict: Verdict): string {
  const { scheme, reason, hint, received, expected } = verdict
  if (
    verdict.result !== 'verified' ||
    verdict.causes.length > 0 ||
    !verdict.explained ||
    verdict.tried !== null
  )
    return JSON.stringify({ ...verdict, signed_content: null })
  const short: Short = [
    scheme,
    reason,
    hint,
    verdict.secret_of,
    verdict.signed_at,
    received,
    expected === received ? 0 : expected,
    verdict.checks.map(({ name, ok, detail }) => [name, ok ? 1 : 0, detail]),
  ]
  return JSON.stringify(short)
}

/** Reads what {@link keptVerdict} has written. */
export function verdictIn(text: string): Verdict {
  const kept: Verdict | Short = JSON.parse(text)
  if (!Array.isArray(kept)) return kept
  const [scheme, reason, hint, secret_of, signed_at, received, expected, checks] = kept
  return {
    result: 'verified',
    scheme,
    reason,
    hint,
    secret_of,
    signed_at,
    received,
    expected: expected === 0 ? received : expected,
    signed_content: null,
    checks: checks.map(([name, ok, detail]) => ({ name, ok: ok === 1, detail })),
    causes: [],
    explained: true,
    tried: null,
  }
}
