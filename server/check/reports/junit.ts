/** Reports a check as JUnit XML: one suite a group, one case a probe. */
import { junitOf } from '../../reports/junit.ts'
import type { ReportCase } from '../../reports/report.ts'
import { type Check, type CheckProbe, probeGroups } from '../../wire.ts'
import { whyAndFix } from '../../words/check-outline.ts'
import { sayCertainty, sayReceiver, sayResult } from '../../words/check-report.ts'
import { type FailOn, isFailure } from '../score.ts'

export function junitReport(check: Check, failOn: FailOn = 'must'): string {
  const cases = check.probes.map((probe) => caseOf(probe, failOn))
  return junitOf({
    name: `webhook-sandbox check ${sayReceiver(check)}`,
    startedAt: check.started_at,
    ms: check.duration_ms ?? 0,
    cases: [
      ...notMade(check),
      ...probeGroups.flatMap((group) => cases.filter(({ suite }) => suite === group)),
    ],
  })
}

function caseOf(probe: CheckProbe, failOn: FailOn): ReportCase {
  const { id, group, result, observed, duration_ms, fact, known } = probe
  const one = { suite: group, name: id, ms: duration_ms }
  if (result === 'pass') return { ...one, status: 'passed' }
  if (result === 'skip') return { ...one, status: 'skipped', message: observed }
  const why = { message: observed, code: fact.code, details: causeAndFix(probe) }
  if (result === 'unknown' || (!known && isUnreachable(probe))) return { ...one, status: 'error', ...why }
  if (isFailure(probe, failOn)) return { ...one, status: 'failed', ...why }
  return { ...one, status: 'passed', details: `${sayResult(probe)}: ${observed}\n${causeAndFix(probe)}` }
}

const causeAndFix = (probe: CheckProbe): string =>
  [probe.mistake === null ? '' : sayCertainty(probe.mistake), whyAndFix(probe)]
    .filter((one) => one !== '')
    .join('\n')

/** Whether no connection to the receiver came about. */
const isUnreachable = ({ fact }: CheckProbe): boolean =>
  fact.code === 'no_answer' && ['refused', 'dns', 'tls', 'blocked'].includes(fact.outcome.kind)

/** A check that was not made is an error of its own. */
const notMade = ({ state, reason, reason_code }: Check): ReportCase[] =>
  state !== 'failed'
    ? []
    : [
        {
          suite: 'check',
          name: 'check',
          ms: 0,
          status: 'error',
          message: reason ?? '',
          code: reason_code ?? 'failed',
        },
      ]
