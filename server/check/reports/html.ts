/** Reports a check as one HTML page that loads nothing, runs no script, and prints. */
import { type Check, type CheckProbe, type ProbeGroup, probeGroups } from '../../wire.ts'
import { outlineOf, passedOf } from '../../words/check-outline.ts'
import {
  checkFacts,
  type Named,
  probeFacts,
  reportTitles,
  resultWords,
  sayPassed,
  sayResult,
} from '../../words/check-report.ts'
import { linesOf, markup } from '../../words/markup.ts'
import { style } from './style.ts'

export function htmlReport(check: Check): string {
  const { tone, conclusion, diagnosis, problems, warnings, notes, known, notJudged, effects } =
    outlineOf(check)
  const others = [...warnings, ...notes, ...known]
  const parts = [
    diagnosis &&
      section(
        reportTitles.cause,
        fields([
          [reportTitles.cause, diagnosis.summary],
          ['Fix', diagnosis.fix],
        ]),
      ),
    problems.length > 0 &&
      section(
        reportTitles.problems,
        `<ol>${problems.map((probe) => problemItem(probe, check)).join('')}</ol>`,
      ),
    others.length > 0 && section(reportTitles.others, `<ul>${others.map(otherItem).join('')}</ul>`),
    section(
      reportTitles.all,
      [
        ...probeGroups.map((name) => groupPart(name, check.probes)),
        ...[effects, notJudged].map((text) => text && `<p class="quiet">${markup(text)}</p>`),
      ].join(''),
    ),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${markup(`${conclusion} · ${reportTitles.page}`)}</title>
<link rel="icon" href="data:,">
<style>
${style}</style>
</head>
<body>
<header>
<p class="quiet">${reportTitles.page}</p>
<h1 class="${tone}">${resultWords[tone].mark} ${markup(conclusion)}</h1>
${fields(checkFacts(check), 'facts')}
</header>
<main>
${parts.filter((part) => part).join('')}</main>
</body>
</html>
`
}

const section = (title: string, content: string): string => `<section>
<h2>${title}</h2>
${content}
</section>
`

function problemItem(probe: CheckProbe, { secret_hint }: Check): string {
  const { id, headline, severity, docs, deliveries } = probe
  return `<li>
<h3>${markup(headline)}</h3>
<p class="quiet">${probeName(id, severity)}</p>
${fields([...probeFacts(probe, secret_hint), ['Deliveries', deliveries.join(', ')], ['See', docs]])}
</li>
`
}

const otherItem = (probe: CheckProbe): string => `<li>
<h3><span class="${probe.result}">${markup(sayResult(probe))}:</span> ${markup(probe.headline)}</h3>
<p class="quiet">${probeName(probe.id, probe.severity)}</p>
${fields(probeFacts(probe, null))}
</li>
`

/** A group is open, so that it is printed. */
function groupPart(name: ProbeGroup, probes: readonly CheckProbe[]): string {
  const own = probes.filter(({ group }) => group === name)
  if (own.length === 0) return ''
  return `<details open>
<summary><h3>${name}: ${sayPassed(passedOf(own))}</h3></summary>
<ul class="probes">${own
    .map(
      (probe) => `<li>
<span class="${probe.result}">${resultWords[probe.result].mark} ${sayResult(probe)}</span>
<span>${markup(probe.title)} <span class="quiet">${probeName(probe.id, probe.severity)}</span>${
        probe.result === 'pass' ? '' : `<br>${markup(probe.observed)}`
      }</span>
</li>
`,
    )
    .join('')}</ul>
</details>
`
}

const probeName = (id: string, severity: string): string => `<code>${markup(id)}</code> · ${severity}`

/** Texts behind their names; without the empty ones. */
const fields = (named: readonly Named[], look = ''): string =>
  `<dl${look && ` class="${look}"`}>${named
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `<div><dt>${name}</dt><dd>${paragraphs(text)}</dd></div>\n`)
    .join('')}</dl>`

/** Prose as it is, and neighbouring lines of code in one block. */
function paragraphs(text: string): string {
  const blocks: { isCode: boolean; lines: string[] }[] = []
  for (const { text: line, isCode } of linesOf(text)) {
    const last = blocks.at(-1)
    if (last?.isCode === isCode) last.lines.push(line)
    else blocks.push({ isCode, lines: [line] })
  }
  return blocks
    .map(({ isCode, lines }) =>
      isCode
        ? `<pre><code>${markup(lines.join('\n'))}</code></pre>`
        : lines.map((line) => `<p>${markup(line)}</p>`).join(''),
    )
    .join('')
}
