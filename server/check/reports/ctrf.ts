/** Reports a check in the Common Test Report Format (https://ctrf.io). */
import { version } from '../../version.ts'
import type { Check, CheckProbe } from '../../wire.ts'
import { whyAndFix } from '../../words/check-outline.ts'
import { sayReceiver } from '../../words/check-report.ts'
import { jsonLine } from '../../words/printable.ts'
import { type FailOn, isFailure } from '../score.ts'

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other'

export function ctrfReport(check: Check, failOn: FailOn = 'must'): string {
  const { id, scheme, seed, state, reason, score, started_at, finished_at, pending, probes } = check
  const tests = [
    ...probes.map((probe) => testOf(probe, failOn)),
    ...pending.map((name) => ({ name, status: 'pending' as const, duration: 0 })),
    ...(state === 'failed'
      ? [{ name: 'check', status: 'other' as const, duration: 0, message: reason ?? '' }]
      : []),
  ]
  const count = (wanted: Status) => tests.filter(({ status }) => status === wanted).length
  const start = Date.parse(started_at)
  return jsonLine({
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: finished_at ?? started_at,
    generatedBy: 'webhook-sandbox',
    results: {
      tool: { name: 'webhook-sandbox', version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        start,
        stop: finished_at === null ? start : Date.parse(finished_at),
      },
      tests,
      extra: { check: id, url: sayReceiver(check), scheme, seed, state, score },
    },
  })
}

function testOf(probe: CheckProbe, failOn: FailOn) {
  const { id, group, title, severity, result, observed, duration_ms, expected, docs, deliveries } = probe
  const trace = whyAndFix(probe)
  return {
    name: id,
    status: statusOf(probe, failOn),
    duration: Math.round(duration_ms),
    suite: [group],
    rawStatus: result,
    tags: [severity],
    ...(result === 'pass' ? {} : { message: observed }),
    ...(trace === '' ? {} : { trace }),
    extra: { title, expected, docs, deliveries, ...(probe.known ? { known: true } : {}) },
  }
}

function statusOf(probe: CheckProbe, failOn: FailOn): Status {
  if (isFailure(probe, failOn)) return 'failed'
  if (probe.result === 'skip') return 'skipped'
  return probe.result === 'pass' || probe.result === 'note' ? 'passed' : 'other'
}
