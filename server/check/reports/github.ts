/** Reports a check as annotations of GitHub Actions. */
import { type Annotation, annotationLine } from '../../reports/annotations.ts'
import type { Check, CheckProbe } from '../../wire.ts'
import { outlineOf, whyAndFix } from '../../words/check-outline.ts'
import { sayCertainty } from '../../words/check-report.ts'
import { type FailOn, isFailure } from '../score.ts'

/** One line for each annotation. */
export function githubReport(check: Check, failOn: FailOn = 'must'): string[] {
  const { problems, warnings, notes, known, notJudged, conclusion } = outlineOf(check)
  const ofCheck = (level: Annotation['level'], message: string): Annotation => ({
    level,
    title: 'webhook-sandbox check',
    message,
  })
  return [
    ...(check.state === 'failed' ? [ofCheck('error', conclusion)] : []),
    ...[...problems, ...warnings].map((probe) =>
      ofProbe(isFailure(probe, failOn) ? 'error' : 'warning', probe),
    ),
    ...[...notes, ...known].map((probe) => ofProbe('notice', probe)),
    ...(notJudged === '' ? [] : [ofCheck('notice', notJudged)]),
  ].map(annotationLine)
}

function ofProbe(level: Annotation['level'], probe: CheckProbe): Annotation {
  const { id, headline, observed, mistake } = probe
  const parts = [observed, mistake === null ? '' : sayCertainty(mistake), whyAndFix(probe)]
  return { level, title: `${headline} (${id})`, message: parts.filter((part) => part !== '').join('\n') }
}
