/** Reports a check as Markdown: a table of the problems, then a table of all probes that the reader can open. */
import { cell, table } from '../../reports/markdown.ts'
import type { Check, CheckProbe } from '../../wire.ts'
import { outlineOf } from '../../words/check-outline.ts'
import { resultWords, sayCertainty, sayReceiver, sayResult } from '../../words/check-report.ts'
import { duration } from '../../words/duration.ts'

export function markdownReport(check: Check): string {
  const { tone, conclusion, diagnosis, problems, warnings, notes, known, groups, notJudged, effects } =
    outlineOf(check)
  const { scheme, seed, state, score, duration_ms, probes } = check
  const wrong = [...problems, ...warnings, ...notes, ...known]
  const paragraphs = [
    `## ${resultWords[tone].mark} ${cell(conclusion)}`,
    [
      ...(state === 'done' ? [`**Score ${score}**`] : []),
      cell(sayReceiver(check)),
      cell(scheme),
      `seed ${seed}`,
      ...(duration_ms === null ? [] : [duration(duration_ms)]),
    ].join(' · '),
    diagnosis && `**Cause:** ${cell(diagnosis.summary)}<br>**Fix:** ${cell(diagnosis.fix)}`,
    wrong.length > 0 && table(['Result', 'Probe', 'Got', 'Fix'], wrong.map(wrongRow)),
    groups.map(({ name, passed, judged }) => `${name} ${passed} of ${judged}`).join(' · '),
    cell(effects),
    cell(notJudged),
    probes.length > 0 &&
      `<details><summary>All probes</summary>\n\n${table(['Result', 'Probe', 'Expected', 'Got'], probes.map(row))}\n\n</details>`,
  ]
  return `${paragraphs.filter((one) => one).join('\n\n')}\n`
}

const result = (probe: CheckProbe) => `${resultWords[probe.result].mark} ${sayResult(probe)}`

const wrongRow = (probe: CheckProbe): string[] => {
  const { id, severity, headline, observed, mistake, why, fix } = probe
  return [
    result(probe),
    `**${cell(headline)}**<br>${cell(id)} · ${severity}`,
    lines(observed, mistake === null ? '' : sayCertainty(mistake)),
    lines(why, fix),
  ]
}

const row = (probe: CheckProbe): string[] => [
  result(probe),
  `${cell(probe.title)}<br>${cell(probe.id)} · ${probe.severity}`,
  cell(probe.expected),
  cell(probe.observed),
]

const lines = (...texts: string[]): string =>
  texts
    .filter((text) => text !== '')
    .map(cell)
    .join('<br>')
