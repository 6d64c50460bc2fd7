/** Grades a check: its score, its exit code, and the failures that a baseline has already. */
import type { Check, CheckProbe, ProbeResult, Severity } from '../wire.ts'
import { refusedValid } from '../words/check-report.ts'

/** The results that make a command fail. */
export const failOns = ['must', 'should', 'never'] as const
export type FailOn = (typeof failOns)[number]

const weights: Readonly<Record<Severity, number>> = { must: 4, should: 1, info: 0 }

/**
 * The weight of the passed probes, as a percentage of the weight of all judged ones. A warning loses the weight of a should. A
 * receiver that refuses the valid delivery has 0, because no other answer says anything then.
 */
export function scoreOf(probes: readonly Pick<CheckProbe, 'id' | 'severity' | 'result'>[]): number {
  if (refusedValid(probes)) return 0
  let [whole, lost] = [0, 0]
  for (const { severity, result } of probes) {
    if (result === 'skip' || result === 'unknown') continue
    whole += weights[severity]
    if (result === 'fail') lost += weights[severity]
    if (result === 'warn') lost += weights.should
  }
  // Rounded down, so that only a receiver without a failure has 100.
  return whole === 0 ? 0 : Math.floor((100 * (whole - lost)) / whole)
}

/** Whether a probe is one to fail for. A failure that the baseline has is not. */
export const isFailure = ({ result, known }: Pick<CheckProbe, 'result' | 'known'>, failOn: FailOn): boolean =>
  !known && (result === 'fail' || (result === 'warn' && failOn === 'should'))

/** 0: nothing to fail for. 1: something. 2: the check was not made to its end, or judged nothing. */
export function exitCodeOf({ state, probes }: Pick<Check, 'state' | 'probes'>, failOn: FailOn = 'must') {
  if (state !== 'done' || probes.every(({ result }) => result === 'skip' || result === 'unknown')) return 2
  return failOn !== 'never' && probes.some((probe) => isFailure(probe, failOn)) ? 1 : 0
}

const badness: Readonly<Partial<Record<ProbeResult, number>>> = { note: 1, warn: 2, fail: 3 }

/** The check with each failure marked that an earlier report has as well. A failure that became worse is new. */
export function withBaseline(
  check: Check,
  baseline: { probes: readonly Pick<CheckProbe, 'id' | 'result'>[] },
): Check {
  const before = new Map(baseline.probes.map(({ id, result }) => [id, badness[result] ?? 0]))
  const mark = (probe: CheckProbe): CheckProbe => {
    const now = badness[probe.result]
    return now === undefined ? probe : { ...probe, known: now <= (before.get(probe.id) ?? 0) }
  }
  return { ...check, probes: check.probes.map(mark) }
}
