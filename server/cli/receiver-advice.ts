import { adviceFor, judgeSent } from '../findings/advice.ts'
import type { Attempt, Delivery, Finding, Subscription, Verified } from '../wire.ts'
import {
  type Move,
  type MoveKind,
  moveSentence,
  receiverWords,
  type SentFinding,
  sentWords,
} from '../words/advice.ts'
import { printable } from '../words/printable.ts'
import { word } from '../words/shell-words.ts'
import type { Client } from './client.ts'
import { type Line, type Style, span } from './spans.ts'

const styles = {
  wrong: 'red',
  probably_wrong: 'red',
  probably_right: 'green',
  nothing: 'gray',
} as const satisfies Record<Finding['says'], Style>

/** What was found of a receiver, as one line. */
export const findingLine = ({ says, summary, detail, fix }: Finding): Line => [
  span('found'.padEnd(9), 'gray'),
  span(`${summary}.`, styles[says]),
  span(` ${detail} ${fix}`.trimEnd()),
]

/** Of several deliveries, each thing found once: as of the first, and of how many more. */
export function findingLines(found: readonly Finding[]): Line[] {
  const codes = [...new Set(found.map(({ code }) => code))]
  return codes.flatMap((wanted) => {
    const [first, ...more] = found.filter(({ code }) => code === wanted)
    if (first === undefined) return []
    return [[...findingLine(first), span(more.length === 0 ? '' : ` The same of ${more.length} more.`)]]
  })
}

/** Where to look next for why a delivery failed, below what was found of it. */
export async function adviceLines(client: Client, delivery: Delivery): Promise<Line[]> {
  const { finding, refused, moves } = adviceFor(delivery)
  const judged = refused && (await judge(client, delivery, refused))
  const words = [
    ...(finding ? [receiverWords(finding, delivery, delivery.url).fix] : []),
    ...(judged ? sentWords(judged, (secret) => secret.slice(-4)) : []),
    ...(refused === null || judged?.kind === 'right'
      ? moves.flatMap((move) => moveWords(move, delivery, client) ?? [])
      : []),
  ]
  return words.length === 0 ? [] : [[], ...words.map((text): Line => [span(printable(text), 'yellow')])]
}

/** Whether what was sent fits the secret that the subscription has now. */
async function judge(client: Client, delivery: Delivery, attempt: Attempt): Promise<SentFinding | null> {
  const all = await client.all<Subscription>('/sandbox/subscriptions', 'subscriptions')
  const subscription = all.find(({ id }) => id === delivery.subscription_id)
  if (subscription === undefined) return null
  const { url, headers, body, body_base64 } = attempt.request
  const found = await client.post<Verified>('/sandbox/verify', 'verdict', {
    url,
    headers,
    ...(body_base64 === null ? { body } : { body_base64 }),
    scheme: delivery.scheme,
    secret: subscription.secret,
    at: attempt.signed_at,
    answer: attempt.response?.body ?? '',
  })
  return judgeSent(found, attempt, subscription)
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
    write_handler: `code node-express --subscription ${subscription_id}`,
    wait_longer: set('--timeout 60s'),
    resend_right: `resend ${id} --wait`,
    try_tampered: `trigger ${event} --subscription ${subscription_id} --fault 'tamper(signature)' --wait`,
  }
  const command = commands[move.kind]
  return command && moveSentence(move, client.command(command))
}
