import { StartError } from '../../failures.ts'
import type { Exchange, HeaderPair } from '../../wire.ts'
import { sayOutcome } from '../../words/outcome.ts'
import { jsonLine, printable } from '../../words/printable.ts'
import { createClient, type TargetFlags } from '../client.ts'
import { tellNoneFound } from '../nothing-found.ts'
import { printLines } from '../print-lines.ts'
import { readBytes } from '../read-bytes.ts'
import type { Shell } from '../terminal.ts'
import { exchangeLines } from './lines.ts'
import { oneOrFilter } from './many.ts'
import { capturePath } from './named.ts'

export interface CaptureReplayFlags extends TargetFlags {
  q?: string
  to?: string
  sign?: true
  method?: string
  header: HeaderPair[]
  body?: string
  json?: true
}

interface ReplayedMany {
  counts: { captures: number; skipped: number }
  /** How often each status, or each outcome without an answer. */
  answers: Record<string, number>
}

/** Sends a capture again, and prints what came of it; fails unless it was answered with 2xx. So with all that match a filter. */
export async function captureReplay(
  id: string | undefined,
  flags: CaptureReplayFlags,
  { terminal, environment }: Shell,
) {
  const { q, to, sign, method, header, body } = flags
  const asked = {
    ...(to !== undefined && { url: to }),
    ...(sign && { sign }),
    ...(method !== undefined && { method }),
    ...(header.length > 0 && { headers: valuesOf(header) }),
    ...(body !== undefined && { body_base64: readBytes(body).toString('base64') }),
  }
  const client = createClient(flags, environment)
  if (oneOrFilter(id, flags) !== undefined || id === undefined) {
    if (method !== undefined || header.length > 0 || body !== undefined)
      throw new StartError(
        'All that match a filter are sent again as they came.',
        'Give an id to --method, --header and --body.',
      )
    const many = await client.post<ReplayedMany>('/sandbox/captures/replay', 'counts', { q, ...asked })
    const { captures, skipped } = many.counts
    if (captures + skipped === 0) await tellNoneFound({ client, terminal }, q)
    if (flags.json) terminal.out(jsonLine(many))
    const answers = Object.entries(many.answers).map(([answer, times]) => `${times} × ${answer}`)
    const left = skipped > 0 ? `, ${skipped} skipped` : ''
    if (!flags.json)
      terminal.out(
        printable(`${captures} sent again${left}${answers.length > 0 ? `: ${answers.join(', ')}` : ''}`),
      )
    return judge(many)
  }
  const answer = await client.post<{ exchange: Exchange }>(capturePath(id, 'replay'), 'exchange', asked)
  const { exchange } = answer
  if (flags.json) terminal.out(jsonLine(answer))
  else printLines(terminal, exchangeLines(exchange))
  const { outcome } = exchange
  if (outcome.kind !== 'responded' || outcome.status < 200 || outcome.status > 299)
    throw new StartError(
      `It was not answered with 2xx: ${sayOutcome(outcome)}.`,
      `Look at what listens at ${exchange.url}, or name another address with --to URL.`,
    )
}

/** Throws unless all that were sent again were answered with 2xx. */
function judge({ counts: { captures }, answers }: ReplayedMany) {
  const bad = Object.entries(answers).filter(([answer]) => !/^2\d\d$/.test(answer))
  if (bad.length === 0) return
  const count = bad.reduce((sum, [, times]) => sum + times, 0)
  throw new StartError(
    `${count} of ${captures} were not answered with 2xx.`,
    'Look at what listens there, or name another address with --to URL.',
  )
}

/** As the sandbox takes them: one value of a name, in the place of all that came by it. */
function valuesOf(header: readonly HeaderPair[]): Record<string, string> {
  const names = header.map(([name]) => name.toLowerCase())
  const again = header.find((_, at) => names.indexOf(names[at] ?? '') < at)
  if (again)
    throw new StartError(
      `The header ${again[0]} was given more than once.`,
      'Give it once: one value takes the place of all that came; those of a list go into it with commas.',
    )
  return Object.fromEntries(header)
}
