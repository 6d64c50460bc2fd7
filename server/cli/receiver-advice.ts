/** Explains a delivery on the command line: its findings, and the commands that help. */
import { adviceFor, movesAfter } from '../findings/advice.ts'
import { judge } from '../findings/judge.ts'
import type { Delivery, Finding, Verified } from '../wire.ts'
import { type Move, type MoveKind, moveSentence, receiverWords, sentWords } from '../words/advice.ts'
import { endedWell } from '../words/delivery-lines.ts'
import { printable } from '../words/printable.ts'
import { word } from '../words/shell-words.ts'
import { type Line, type Span, type Style, span } from '../words/spans.ts'
import type { Client } from './client.ts'
import { readSubscriptions } from './known-subscriptions.ts'

const styles = {
  wrong: 'red',
  probably_wrong: 'red',
  probably_right: 'green',
  nothing: 'gray',
} as const satisfies Record<Finding['says'], Style>

/** A finding as one line. */
const findingLine = ({ says, summary, detail, fix }: Finding): Line => [
  span('Found'.padEnd(8), 'gray'),
  span(`${summary}.`, styles[says]),
  span(` ${detail} ${fix}`.trimEnd()),
]

/** What to say about a delivery besides its findings. */
export interface Advised {
  causes: string[]
  fixes: string[]
  /** What the receiver returned that proves a cause. */
  evidence: string[]
}

/** Why a delivery ended as it did, then what to do. */
export function explanationLines(
  delivery: Delivery,
  { causes, fixes }: Pick<Advised, 'causes' | 'fixes'> = { causes: [], fixes: [] },
): Line[] {
  const { findings } = delivery
  return [
    ...block(endedWell(delivery) ? 'Found' : 'Cause', [
      ...findings.flatMap(({ says, summary, detail }) => [span(`${summary}.`, styles[says]), span(detail)]),
      ...causes.map((text) => span(printable(text))),
    ]),
    ...block(
      'Fix',
      [...findings.flatMap(({ fix }) => fix || []), ...fixes].map((text) => span(printable(text), 'yellow')),
    ),
  ]
}

/** Lines behind a label, with an empty line above. */
const block = (label: string, lines: readonly Span[]): Line[] =>
  lines.length === 0
    ? []
    : [[], ...lines.map((line, at): Line => [span((at === 0 ? label : '').padEnd(8), 'gray'), line])]

/** A finding and, where a command shows several deliveries, the headline of its own. */
export type OwnFinding = Finding & { headline?: Line }

/** The findings of several deliveries, each code once with how many more there are. */
export function findingLines(found: readonly OwnFinding[]): Line[] {
  const codes = [...new Set(found.map(({ code }) => code))]
  return codes.flatMap((wanted) => {
    const [first, ...more] = found.filter(({ code }) => code === wanted)
    if (first === undefined) return []
    return [
      ...(first.headline ? [[], first.headline] : []),
      [...findingLine(first), span(more.length === 0 ? '' : ` The same of ${more.length} more.`)],
    ]
  })
}

/** Asks the sandbox whether a refused request was right, and names the commands that help. */
export async function advise(client: Client, delivery: Delivery): Promise<Advised> {
  const advice = adviceFor(delivery)
  const { finding, refused } = advice
  const sandbox = {
    subscriptions: () => readSubscriptions(client),
    verify: (request: object) => client.post<Verified>('/sandbox/verify', 'verdict', request),
  }
  const judged = refused && (await judge(sandbox, delivery, refused))
  const sent = judged ? sentWords(judged, (secret) => secret.slice(-4)) : undefined
  return {
    causes: sent?.causes ?? [],
    evidence: sent?.evidence ?? [],
    fixes: [
      ...(sent?.fixes ?? []),
      ...(finding ? [receiverWords(finding, delivery, delivery.url).fix] : []),
      ...movesAfter(advice, judged).flatMap((move) => moveWords(move, delivery, client) ?? []),
    ],
  }
}

/** A move as the command that makes it; undefined where no command does. */
function moveWords(move: Move, delivery: Delivery, client: Client): string | undefined {
  const { id, event, subscription_id, findings } = delivery
  const set = (options: string) => `subscription set ${subscription_id} ${options}`
  const endpoint = findings[0]?.endpoint ?? null
  const commands: Partial<Record<MoveKind, string>> = {
    attempt_now: `attempt-now ${id}`,
    resend: `resend ${id}`,
    change_address:
      endpoint === null
        ? set(`--to ${move.to === undefined ? 'URL' : word(move.to)}`)
        : `endpoint set ${endpoint} --forward URL`,
    show_secret: `subscription show ${subscription_id}`,
    set_scheme: set('--scheme SCHEME'),
    check: `check ${subscription_id}`,
    write_handler: `code node-express --subscription ${subscription_id}`,
    wait_longer: set('--timeout 60s'),
    resend_right: `resend ${id} --wait`,
    try_tampered: `trigger ${event} --subscription ${subscription_id} --fault 'tamper(signature)' --wait`,
  }
  const command = commands[move.kind]
  return command && moveSentence(move, client.command(command))
}
