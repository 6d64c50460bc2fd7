/** The most probable single cause of all failures of a check. */
import { type CheckDiagnosis, haveSameFix } from '../words/check-mistakes.ts'
import type { ProbeRecord } from './probe.ts'

/** Forgeries that every verification refuses, however incomplete it is. */
const plainForgeries = ['rejects-garbage-signature', 'rejects-wrong-secret']

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
  return failed.some(({ fact }) => fact.code === 'went_down') ? { code: 'goes_down' } : null
}
