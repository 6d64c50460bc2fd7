import { timeOf } from '../control/wait/rows.ts'
import { StartError } from '../failures.ts'
import type { CallRow, CaptureRow, DeliveryRow, EventRow } from '../wire.ts'
import { duration as sayDuration } from '../words/duration.ts'
import { suggest } from '../words/nearest.ts'
import { type Query, withQuery } from './client.ts'
import type { CommandContext, Making } from './command.ts'
import { rowLine } from './delivery-words.ts'
import { captureLine, eventLine } from './listen-lines.ts'
import { tellNoMethod, tellTakenForWords, tellUnfitting, tellUnlisted } from './nothing-found.ts'
import { joined, type Line, span } from './spans.ts'
import { duration, whole } from './values.ts'
import { endsWrongCalls, wrongCall } from './wrong-call.ts'

const longestMs = 10_000

/** The command that waits, for scripts: its exit code tells what is so from what was asked wrongly. */
export function addWaitCommand({ speaking }: Making) {
  const waiting = speaking(
    'wait',
    'wait until records match, for scripts; exit code 0 where it is met, 1 where it is not, 2 where it cannot be asked',
  )
  endsWrongCalls(waiting.command)
  waiting
    .argument('<kind>', 'capture, delivery, event or call')
    .option('--event <pattern>', 'only those of this event; * stands for any run')
    .option('--endpoint <name>', 'only captures at this endpoint')
    .option('--verdict <result>', 'only captures with this verdict, such as verified')
    .option('--mistake <mistake>', 'only captures with this mistake, such as duplicate')
    .option('--cause <cause>', 'only captures whose verdict has this cause, such as other_secret')
    .option('--state <state>', 'only deliveries in this state, such as succeeded')
    .option('--subscription <id>', 'only deliveries to this subscription')
    .option('--method <method>', 'only captures or calls with this method')
    .option('--path <pattern>', 'only captures or calls to this path; * stands for any run')
    .option(
      '--status <number>',
      'only captures, calls or deliveries answered with this HTTP status, or such as 5xx',
    )
    .option('--code <code>', 'only calls answered with this error')
    .option('-q, --q <words>', 'only those that hold all these words, bodies included')
    .option('--count <number>', 'how many must match; 1 without it', whole)
    .option('--none', 'nothing may match until the time is over')
    .option('--in-order <patterns>', 'events that must come one after the other, with commas between')
    .option('--since <seq>', 'only records with a larger number; or since a time, or in so long, such as 5m')
    .option('--timeout <duration>', 'how long, such as 30s; 10s without it', duration)
    .action(async (kindText, flags, context) => {
      const { terminal, tell } = context
      const kind = kinds.find((one) => one === kindText)
      if (kind === undefined)
        throw new StartError(`There is no waiting for a ${kindText}.`, suggest(kindText, kinds), wrongCall)
      const { timeout = longestMs, none, inOrder: in_order, subscription, ...filters } = flags
      const { event, q, method, count = 1, since } = flags
      const wanted: Wanted = { kind, count, none: none ?? false, since, timeoutMs: timeout }
      const answer = await asked(
        { kind, ...filters, none: none && 'true', in_order, subscription_id: subscription },
        timeout,
        context,
      )
      const { matched, arrived_instead: instead = [] } = answer
      tell(
        answer,
        () => matched.map(waitLine),
        () => (instead.length === 0 ? [] : ['came instead:', ...instead.toReversed().map(waitLine)]),
      )
      // Nothing was found in both cases: --none that asks for what cannot come is met for ever.
      if (answer.met === wanted.none) {
        if (kind === 'capture' || kind === 'delivery') tellTakenForWords(terminal, searched[kind], q)
        tellUnfitting(terminal, [event, in_order].filter((one) => one !== undefined).join(','))
        tellNoMethod(terminal, method)
        await tellUnlisted(context, flags)
      }
      if (!answer.met) throw new StartError(unmetWords(answer, wanted), hintWords(answer, wanted))
    })
}

const kinds = ['capture', 'delivery', 'event', 'call'] as const satisfies WaitKind[]
const searched = { capture: 'captures', delivery: 'deliveries' } as const
/** A longer answer would be given up by what stands between. */
const sliceMs = 60_000

/** Asks a slice of the time after the other; what was kept meanwhile counts in each, so that nothing is missed. */
async function asked(query: Query, timeoutMs: number, { client, terminal, outside }: CommandContext) {
  const began = outside.elapsed()
  const leftMs = () => Math.max(0, Math.round(timeoutMs - (outside.elapsed() - began)))
  terminal.live?.([[span('waiting', 'gray')]])
  try {
    for (;;) {
      const left = leftMs()
      const slice = { ...query, timeout_ms: Math.min(left, sliceMs) }
      const answer = await client.get<WaitAnswer>(withQuery('/sandbox/wait', slice), 'met')
      if (!answer.timed_out || left <= sliceMs) return answer
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new StartError(error.message, error.fix, wrongCall)
  } finally {
    terminal.live?.([])
  }
}

type WaitKind = 'capture' | 'delivery' | 'event' | 'call'
type WaitRow = CaptureRow | DeliveryRow | EventRow | CallRow

interface Miss {
  missed: string
  wanted: string
  got: string | null
}
/** What `GET /sandbox/wait` answers. */
export interface WaitAnswer {
  met: boolean
  timed_out: boolean
  matched: WaitRow[]
  order?: { missing: string[]; misplaced: { pattern: string; record: WaitRow }[] }
  arrived_instead?: WaitRow[]
  closest?: (Miss & { record: WaitRow; also_missed: Miss[] }) | null
}
interface Wanted {
  kind: WaitKind
  count: number
  none: boolean
  since?: string | undefined
  timeoutMs: number
}

/** A record of any kind as one line. */
function waitLine(row: WaitRow): Line {
  if ('received_at' in row) return [...captureLine(row), span(` ${row.id}`)]
  if ('created_at' in row) return rowLine(row)
  if ('occurred_at' in row) return eventLine(row)
  return joined([
    span(timeOf(row).slice(11, 19)),
    span(row.method),
    span(row.path),
    span(`${row.status}`),
    span(row.id),
  ])
}

/** Why it is not met, in a sentence. */
function unmetWords({ matched, order }: WaitAnswer, wanted: Wanted): string {
  const { kind, count, none, timeoutMs } = wanted
  const within = `within ${sayDuration(timeoutMs)}`
  if (none) return `${kind === 'event' ? 'An' : 'A'} ${kind} came that was not to come: ${matched[0]?.id}.`
  if (order) {
    const [next = ''] = order.missing
    const came = matched.length === 0 ? '' : ` after ${matched.length} that came in order`
    return `No ${kind} of ${next} came${came} ${within}.`
  }
  const plural = kind === 'delivery' ? 'deliveries' : `${kind}s`
  return count === 1
    ? `No such ${kind} came ${within}.`
    : `${matched.length} of ${count} ${plural} came ${within}.`
}

function missWords({ missed, wanted, got }: Miss): string {
  if (missed === 'in_order')
    return got === wanted
      ? `came before the turn of ${wanted}`
      : `is ${got ?? 'no event'}, and it was the turn of ${wanted}`
  if (got === null) return `lacks ${missed} ${wanted}`
  // A record has a time, and no since of its own.
  if (missed === 'since' || missed === 'until') return `is of ${got}, which ${missed} ${wanted} leaves out`
  return `has ${missed} ${got}, not ${wanted}`
}

/** What came closest, or what to look at where nothing did. */
export function hintWords(
  { matched, order, closest, arrived_instead = [] }: WaitAnswer,
  { none, since }: Wanted,
): string {
  if (none) return 'It is printed above.'
  const [early] = order?.misplaced ?? []
  if (early) return `${early.record.id} of ${early.pattern} came before its turn.`
  if (closest) {
    const misses = [closest, ...closest.also_missed].map(missWords)
    return `The closest, ${closest.record.id}, ${misses.join(', and ')}.`
  }
  if (arrived_instead.length > 0) return 'What came instead is printed above.'
  if (matched.length > 0) return 'Nothing else of the kind came.'
  // What came before is left out of the answer where a number is given: it may be too large.
  return since === undefined
    ? 'Nothing of the kind came at all.'
    : `Nothing of the kind came since ${since}; without --since all that is kept counts.`
}
