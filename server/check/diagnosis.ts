/** The most probable single cause of all failures of a check. */
import type { CheckRecord } from './record.ts'

export interface Diagnosis {
  code: string
}

export function diagnosisOf({ probes }: Pick<CheckRecord, 'probes'>): Diagnosis | null {
  const [mistake] = probes.flatMap((probe) => probe.mistake ?? [])
  return mistake ? { code: mistake.code } : null
}
