/** The command `capture replay`: sends captured requests again, and fails unless every response has status 2xx. */
import { StartError } from '../../failures.ts'
import type { Exchange, HeaderPair } from '../../wire.ts'
import { sayOutcome } from '../../words/outcome.ts'
import { plural } from '../../words/plural.ts'
import type { CommandContext } from '../command.ts'
import { tellNoneFound } from '../nothing-found.ts'
import { readBytes } from '../read-bytes.ts'
import { exchangeLines } from './lines.ts'
import { capturePath, type Meant } from './named.ts'

interface Changes {
  to?: string
  sign?: true
  method?: string
  header: HeaderPair[]
  body?: string
}

interface ReplayedMany {
  counts: { captures: number; skipped: number }
  /** The number of responses by status, and of other outcomes by kind. */
  answers: Record<string, number>
}

export async function captureReplay(meant: Meant, changes: Changes, context: CommandContext) {
  const { client, tell } = context
  const { to, sign, method, header, body } = changes
  const asked = {
    url: to,
    sign,
    method,
    headers: header.length > 0 ? valuesOf(header) : undefined,
    body_base64: body === undefined ? undefined : readBytes(body).toString('base64'),
  }
  if ('q' in meant) {
    if (method !== undefined || header.length > 0 || body !== undefined)
      throw new StartError(
        'Captures that match a filter are sent again unchanged.',
        'Give an id to use --method, --header or --body.',
      )
    const path = '/sandbox/captures/replay'
    const many = await client.post<ReplayedMany>(path, 'counts', { ...meant, ...asked })
    const { captures, skipped } = many.counts
    if (captures + skipped === 0) await tellNoneFound(context, meant.q)
    const answers = Object.entries(many.answers).map(([answer, times]) => `${times} × ${answer}`)
    const left = skipped > 0 ? `, ${skipped} skipped` : ''
    tell(many, () => [`${captures} sent again${left}${answers.length > 0 ? `: ${answers.join(', ')}` : ''}`])
    return judge(many)
  }
  const path = capturePath(meant.id, 'replay')
  const answer = await client.post<{ exchange: Exchange }>(path, 'exchange', asked)
  const { exchange } = answer
  tell(answer, () => exchangeLines(exchange))
  const { outcome } = exchange
  if (outcome.kind !== 'responded' || outcome.status < 200 || outcome.status > 299)
    throw new StartError(
      `The response is not 2xx: ${sayOutcome(outcome)}.`,
      `Check the receiver at ${exchange.url}, or give another address with --to URL.`,
    )
}

/** Throws unless every response has status 2xx. */
function judge({ counts: { captures }, answers }: ReplayedMany) {
  const bad = Object.entries(answers).filter(([answer]) => !/^2\d\d$/.test(answer))
  if (bad.length === 0) return
  const count = bad.reduce((sum, [, times]) => sum + times, 0)
  throw new StartError(
    `${count} of ${plural(captures, 'request')} got no 2xx response.`,
    'Check the receiver, or give another address with --to URL.',
  )
}

/** The headers as the API takes them: one value for each name, which replaces all received values. */
function valuesOf(header: readonly HeaderPair[]): Record<string, string> {
  const names = header.map(([name]) => name.toLowerCase())
  const again = header.find((_, at) => names.indexOf(names[at] ?? '') < at)
  if (again)
    throw new StartError(
      `The header ${again[0]} was given more than once.`,
      'Give it once. Separate several values with commas.',
    )
  return Object.fromEntries(header)
}
