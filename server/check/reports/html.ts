/** Reports a check as one HTML page that loads nothing, runs no script, and prints. */
import { type Check, type CheckProbe, type ProbeGroup, probeGroups } from '../../wire.ts'
import { outlineOf } from '../../words/check-outline.ts'
import { resultWords, sayCertainty, sayReceiver, sayResult, secretEndsIn } from '../../words/check-report.ts'
import { duration } from '../../words/duration.ts'
import { linesOf, markup } from '../../words/markup.ts'
import { dateTime } from '../../words/time.ts'
import { style } from './style.ts'

export function htmlReport(check: Check): string {
  const { tone, conclusion, diagnosis, problems, warnings, notes, known, notJudged, effects } =
    outlineOf(check)
  const others = [...warnings, ...notes, ...known]
  const parts = [
    diagnosis &&
      section('Cause', `<dl>${field('Cause', diagnosis.summary)}${field('Fix', diagnosis.fix)}</dl>`),
    problems.length > 0 &&
      section('Problems', `<ol>${problems.map((probe) => problemItem(probe, check)).join('')}</ol>`),
    others.length > 0 && section('Warnings and notes', `<ul>${others.map(otherItem).join('')}</ul>`),
    section(
      'All probes',
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
<title>${markup(`Receiver check: ${conclusion}`)}</title>
<link rel="icon" href="data:,">
<style>
${style}</style>
</head>
<body>
<header>
<p class="quiet">Receiver check by Webhook Sandbox</p>
<h1 class="${tone}">${resultWords[tone].mark} ${markup(conclusion)}</h1>
<dl class="facts">${facts(check)}</dl>
</header>
<main>
${parts.filter((part) => part).join('')}</main>
</body>
</html>
`
}

const facts = (check: Check): string => {
  const { state, score, scheme, framework, started_at, duration_ms, seed } = check
  return [
    state === 'done' ? field('Score', `${score} of 100`) : '',
    field('Receiver', sayReceiver(check)),
    field('Scheme', scheme),
    field('Framework', framework ?? ''),
    field('Started', dateTime(started_at)),
    field('Took', duration_ms === null ? '' : duration(duration_ms)),
    field('Seed', `${seed}`),
  ].join('')
}

const section = (title: string, content: string): string => `<section>
<h2>${title}</h2>
${content}
</section>
`

function problemItem(probe: CheckProbe, { secret_hint }: Check): string {
  const { id, headline, severity, sent, expected, observed, mistake, why, fix, docs, deliveries } = probe
  const secret = id === 'accepts-valid' && secret_hint !== null ? secretEndsIn(secret_hint) : ''
  return `<li>
<h3>${markup(headline)}</h3>
<p class="quiet">${probeName(id, severity)}</p>
<dl>${[
    field('Sent', sent),
    field('Expected', expected),
    field('Got', observed),
    field('Cause', mistake === null ? '' : sayCertainty(mistake)),
    field('Secret', secret),
    field('Why', why),
    field('Fix', fix),
    field('Deliveries', deliveries.join(', ')),
    field('See', docs),
  ].join('')}</dl>
</li>
`
}

const otherItem = (probe: CheckProbe): string => `<li>
<h3><span class="${probe.result}">${markup(sayResult(probe))}:</span> ${markup(probe.headline)}</h3>
<p class="quiet">${probeName(probe.id, probe.severity)}</p>
<dl>${field('Got', probe.observed)}${field('Why', probe.why)}${field('Fix', probe.fix)}</dl>
</li>
`

/** A group is open, so that it is printed. */
function groupPart(name: ProbeGroup, probes: readonly CheckProbe[]): string {
  const own = probes.filter(({ group }) => group === name)
  if (own.length === 0) return ''
  const passed = own.filter(({ result }) => result === 'pass').length
  return `<details open>
<summary><h3>${name}: ${passed} of ${own.length} passed</h3></summary>
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

/** A text behind its name; nothing where there is no text. */
const field = (name: string, text: string): string =>
  text === '' ? '' : `<div><dt>${name}</dt><dd>${paragraphs(text)}</dd></div>\n`

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
