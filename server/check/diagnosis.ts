/** The most probable single cause of all failures of a check. */
import type { Problem } from '../words/check-fixes.ts'
import { type CheckDiagnosis, haveSameFix } from '../words/check-mistakes.ts'
import type { ProbeRecord } from './probe.ts'

/** Forgeries that every verification refuses, however incomplete it is. */
const plainForgeries = ['rejects-garbage-signature', 'rejects-wrong-secret']

/** Forgeries that show a mistake of their own only if the receiver refuses the plain ones. */
const fineForgeries = new Set([
  'rejects-tampered-id',
  'rejects-tampered-timestamp',
  'rejects-truncated-signature',
  'rejects-case-changed-signature',
  'rejects-unknown-version',
  'refuses-with-4xx',
])
/** Requests that a refusal with HTTP 2xx lets pass as forgeries. */
const forgeries = new Set([
  ...plainForgeries,
  ...fineForgeries,
  'rejects-unsigned',
  'rejects-empty-signature',
  'rejects-tampered-body',
  'rejects-stale',
  'rejects-future',
])

/** How an answer refuses, whatever its status. */
const saysNo =
  /\b(?:error|invalid|denied|forbidden|unauthori[sz]ed|mismatch|not match|bad signature)\b|"(?:ok|success)"\s*:\s*false/i

/** Undefined causes stay null: failures that have nothing in common. */
export function diagnosisOf(probes: readonly ProbeRecord[]): CheckDiagnosis | null {
  const failed = probes.filter(({ result }) => result === 'fail')
  if (failed.length === 0) return null
  const of = (id: string): ProbeRecord | undefined => failed.find((probe) => probe.id === id)
  const valid = of('accepts-valid')
  if (valid?.mistake) return { code: 'mistake', mistake: valid.mistake }
  if (valid) {
    const { code } = valid.fact
    if (valid.fact.code === 'refused' && valid.fact.status === 429) return { code: 'rate_limited' }
    return code === 'server_error' ? { code: 'crashes' } : code === 'no_answer' ? { code: 'no_answer' } : null
  }
  const forged = plainForgeries.flatMap((id) => of(id)?.fact ?? [])
  if (forged.length > 0 && forged.every((fact) => fact.code === 'accepted' && saysNo.test(fact.answer)))
    return { code: 'refuses_with_success' }
  if (forged.some(({ code }) => code === 'accepted'))
    return { code: of('rejects-unsigned') ? 'no_verification' : 'signature_not_compared' }
  const [first, ...others] = failed.map(({ mistake }) => mistake)
  if (first && others.every((mistake) => mistake && haveSameFix(mistake.code, first.code)))
    return { code: 'mistake', mistake: first }
  if (failed.every(({ fact }) => fact.code === 'refused' && fact.status === 429))
    return { code: 'rate_limited' }
  return failed.some(({ fact }) => fact.code === 'went_down') ? { code: 'goes_down' } : null
}

/** The problem behind a probe, where it follows from the cause of the whole check and shows nothing of its own. */
export function problemBehind(
  { code }: CheckDiagnosis,
  { id, fact }: Pick<ProbeRecord, 'id' | 'fact'>,
): Problem | undefined {
  if (fact.code !== 'accepted') return undefined
  if (code === 'refuses_with_success')
    return forgeries.has(id) && saysNo.test(fact.answer) ? 'refused_with_success' : undefined
  const isUnverified = code === 'no_verification' || code === 'signature_not_compared'
  return isUnverified && fineForgeries.has(id) ? 'missing_signature_check' : undefined
}
