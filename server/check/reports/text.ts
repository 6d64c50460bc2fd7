/** Reports a check as lines for a terminal: the conclusion, each problem with its fix, then the rest in a few lines. */
import type { Check, CheckProbe } from '../../wire.ts'
import { outlineOf, type Tone } from '../../words/check-outline.ts'
import { probeFacts, realEvents, resultWords, sayProgress, sayReceiver } from '../../words/check-report.ts'
import { duration } from '../../words/duration.ts'
import { linesOf } from '../../words/markup.ts'
import { plural } from '../../words/plural.ts'
import { word } from '../../words/shell-words.ts'
import { joined, type Line, type Style, span } from '../../words/spans.ts'
import { exitCodeOf, type FailOn } from '../score.ts'

interface TextOptions {
  failOn?: FailOn | undefined
  /** How the reader runs the command line. */
  prefix?: string
  /** Whether the sandbox that kept the deliveries has ended. */
  isGone?: boolean
  /** How effects were counted, as flags of the command. */
  counted?: string
}

/** Lines of prose are at most this long. */
const columns = 80
const labelled = 14
/** Where the id of a probe begins on the line of its title. */
const titled = 60

const styles: Readonly<Record<Tone, Style>> = { pass: 'green', note: 'cyan', warn: 'yellow', fail: 'red' }

const looks: Readonly<Record<string, Style>> = { Got: 'red', Cause: 'bold', Fix: 'yellow' }

/** The lines before a check begins. */
export const introLines = (check: Check): Line[] => [
  [
    span(`Checking ${sayReceiver(check)}`, 'bold'),
    span(` · ${check.scheme} · ${plural(check.probes.length + check.pending.length, 'probe')}`),
    span(` · seed ${check.seed}`),
  ],
  [span(realEvents, 'gray')],
]

/** How far a check is, for the line below all others. */
export const toldProgress = (check: Check): Line => [
  span([sayProgress(check), ...check.pending.slice(0, 1), check.reason ?? []].flat().join(' · '), 'gray'),
]

export function textReport(given: Check, options: TextOptions = {}): Line[] {
  const { failOn = 'must', prefix = 'npx webhook-sandbox', isGone = false, counted = '' } = options
  const check = isGone ? withoutRecords(given) : given
  const { tone, conclusion, diagnosis, problems, warnings, notes, known, groups, notJudged, effects } =
    outlineOf(check)
  const took = check.duration_ms === null ? '' : `Took ${duration(check.duration_ms)}. `
  const parts: Line[][] = [
    [
      [
        span(`${resultWords[tone].mark} ${conclusion}`, styles[tone]),
        ...(check.state === 'done' ? [span(`   score ${check.score}`, 'bold')] : []),
      ],
    ],
    diagnosis === null ? [] : field('Fix', diagnosis.fix, 'yellow'),
    ...problems.map((probe, at) =>
      problemLines(probe, {
        check,
        prefix,
        number: problems.length > 1 ? at + 1 : undefined,
        isExplained: diagnosis !== null && probe.fix === diagnosis.fix,
      }),
    ),
    [
      ...warnings.flatMap((probe) => briefly(probe, 'yellow')),
      ...notes.flatMap((probe) => briefly(probe, 'cyan')),
      ...quiet(known.length === 0 ? '' : `In the baseline: ${known.map(({ id }) => id).join(', ')}`),
      ...groups.map(({ name, passed, judged, tone }) => [
        span(resultWords[tone].mark, styles[tone]),
        span(` ${name.padEnd(10)} ${passed} of ${judged}`),
      ]),
      ...quiet(effects),
      ...quiet(notJudged),
    ],
    [
      ...againLine(check, problems.length > 0 ? problems : warnings, { prefix, counted }),
      [span(`${took}Exit code ${exitCodeOf(check, failOn)}.`, 'gray')],
    ],
  ]
  return parts.filter((part) => part.length > 0).flatMap((part, at) => (at === 0 ? part : [[], ...part]))
}

const quiet = (text: string): Line[] => (text === '' ? [] : [[span(`– ${text}`, 'gray')]])

function problemLines(
  probe: CheckProbe,
  {
    check,
    prefix,
    number,
    isExplained,
  }: {
    check: Check
    prefix: string
    number: number | undefined
    /** Whether the cause of all problems above says all there is to say. */
    isExplained: boolean
  },
): Line[] {
  const { headline, id, severity, observed, docs, deliveries } = probe
  const title = number === undefined ? headline : `${`${number}`.padEnd(2)} ${headline}`
  const [delivery] = deliveries
  if (isExplained)
    return [
      joined([span(title.padEnd(titled), 'bold'), span(`${id} · ${severity}`, 'gray')], '  '),
      ...field('Got', observed, 'red'),
    ]
  return [
    joined([span(title.padEnd(titled), 'bold'), span(`${id} · ${severity}`, 'gray')], '  '),
    ...probeFacts(probe, check.secret_hint).flatMap(([name, said]) => field(name, said, looks[name])),
    ...(delivery === undefined ? [] : [fieldLine('See', `${prefix} deliveries ${word(delivery)}`)]),
    ...(docs === '' ? [] : [fieldLine(delivery === undefined ? 'See' : '', docs)]),
  ]
}

const withoutRecords = (check: Check): Check => ({
  ...check,
  subscription_id: null,
  probes: check.probes.map((probe) => ({ ...probe, deliveries: [] })),
})

const fieldLine = (label: string, text: string, style?: Style): Line => [
  span(`   ${label}`.padEnd(labelled), 'gray'),
  span(text, style),
]

/** A text behind its label. Prose is wrapped; code is not. */
const field = (label: string, text: string, style?: Style): Line[] =>
  linesOf(text)
    .flatMap((line) => (line.isCode ? [line.text] : wrapped(line.text)))
    .map((line, at) => fieldLine(at === 0 ? label : '', line, style))

function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && longer.length <= columns - labelled) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** A warning or note in one line. A fix of several lines goes on below. */
function briefly({ id, result, observed, fix }: CheckProbe, style: Style): Line[] {
  const [first, ...others] = linesOf(fix)
  const said = [linesOf(observed), first ? [first] : []]
    .map((lines) => lines.map(({ text }) => text.trim()).join(' '))
    .filter((text) => text !== '')
    .join(/[.?!]$/.test(observed.trim()) ? ' ' : '. ')
  return [
    [span(`${resultWords[result].mark} ${id}: `, style), span(said)],
    ...others.map(({ text }) => [span(`    ${text}`)]),
  ]
}

/** The command that asks one question again. */
function againLine(
  check: Check,
  [probe, ...others]: readonly CheckProbe[],
  { prefix, counted }: { prefix: string; counted: string },
): Line[] {
  if (probe === undefined) return []
  // What judges all answers needs the requests that it judged.
  const { id, fact } = probe
  const only = fact.code === 'went_down' ? [id, ...fact.after] : fact.code === 'leaked' ? [] : [id]
  const { subscription_id, scheme } = check
  const subject = subscription_id ?? sayReceiver(check)
  const signed = subscription_id === null && scheme !== 'standard-webhooks' ? ` --scheme ${word(scheme)}` : ''
  return [
    [
      span(`Again, ${others.length > 0 ? 'the first' : 'this'} problem only:  `, 'gray'),
      span(
        `${prefix} check ${word(subject)}${signed}${only.length > 0 ? ` --only ${word(only.join(','))}` : ''}${probe.group === 'effects' ? counted : ''}`,
      ),
    ],
  ]
}
