/** Reports a check as annotations of GitHub Actions, one a line. */
import type { Check, CheckProbe } from '../../wire.ts'
import { outlineOf, shown, whyAndFix } from '../../words/check-outline.ts'
import { sayCertainty } from '../../words/check-report.ts'
import { type FailOn, isFailure } from '../score.ts'

type Level = 'error' | 'warning' | 'notice'

export function githubReport(check: Check, failOn: FailOn = 'must'): string {
  const { problems, warnings, notes, known, notJudged, conclusion } = outlineOf(check)
  const wrong = [...problems, ...warnings]
  return [
    ...(check.state === 'failed' ? [annotation('error', 'webhook-sandbox check', conclusion)] : []),
    ...wrong.map((probe) => ofProbe(isFailure(probe, failOn) ? 'error' : 'warning', probe)),
    ...notes.map((probe) => ofProbe('notice', probe)),
    ...known.map((probe) => ofProbe('notice', probe)),
    ...(notJudged === '' ? [] : [annotation('notice', 'webhook-sandbox check', notJudged)]),
  ].join('')
}

function ofProbe(level: Level, probe: CheckProbe): string {
  const { id, headline, observed, mistake } = probe
  const parts = [observed, mistake === null ? '' : sayCertainty(mistake), whyAndFix(probe)]
  return annotation(level, `${headline} (${id})`, parts.filter((part) => part !== '').join('\n'))
}

const annotation = (level: Level, title: string, message: string): string =>
  `::${level} title=${data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data(message)}\n`

/** The runner reads a command up to the end of its line, and decodes these three escapes. */
const data = (text: string): string =>
  shown(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
