import { Option } from 'commander'
import { StartError } from '../failures.ts'
import { suggest } from '../words/nearest.ts'
import { jsonLine } from '../words/printable.ts'
import { sayDuration } from '../words/time.ts'
import { createClient, type Query, type TargetFlags, withQuery } from './client.ts'
import type { Making, ProgramNeeds } from './making.ts'
import { tellNoMethod, tellTakenForWords, tellUnfitting, tellUnlisted } from './nothing-found.ts'
import { logLines, printLines } from './print-lines.ts'
import { span } from './spans.ts'
import type { LongShell } from './terminal.ts'
import { duration, whole } from './values.ts'
import { hintWords, unmetWords, type WaitAnswer, type WaitKind, type Wanted, waitLine } from './wait-words.ts'
import { endsWrongCalls, wrongCall } from './wrong-call.ts'

/** The flags of filters, by the names that they have in the API. */
const waitFilters = {
  event: ['pattern', 'only those of this event; * stands for any run'],
  endpoint: ['name', 'only captures at this endpoint'],
  verdict: ['result', 'only captures with this verdict, such as verified'],
  mistake: ['mistake', 'only captures with this mistake, such as duplicate'],
  cause: ['cause', 'only captures whose verdict has this cause, such as other_secret'],
  state: ['state', 'only deliveries in this state, such as succeeded'],
  subscription: ['id', 'only deliveries to this subscription'],
  method: ['method', 'only captures or calls with this method'],
  path: ['pattern', 'only captures or calls to this path; * stands for any run'],
  status: ['number', 'only captures, calls or deliveries answered with this HTTP status, or such as 5xx'],
  code: ['code', 'only calls answered with this error'],
} as const
type FilterFlag = keyof typeof waitFilters

export interface WaitFlags extends TargetFlags, Partial<Record<FilterFlag, string>> {
  q?: string
  count?: number
  none?: true
  inOrder?: string
  since?: string
  timeout: number
  json?: true
}

const kinds = ['capture', 'delivery', 'event', 'call'] as const satisfies WaitKind[]
const searched = { capture: 'captures', delivery: 'deliveries' } as const
/** A longer answer would be given up by what stands between. */
const sliceMs = 60_000

/** Waits until records match; ends with 0 where it is met, 1 where it is not. */
async function wait(kindText: string, flags: WaitFlags, needs: LongShell) {
  const { terminal } = needs
  const kind = kinds.find((one) => one === kindText)
  if (kind === undefined)
    throw new StartError(`There is no waiting for a ${kindText}.`, suggest(kindText, kinds), wrongCall)
  const wanted: Wanted = {
    kind,
    count: flags.count ?? 1,
    none: flags.none ?? false,
    since: flags.since,
    timeoutMs: flags.timeout,
  }
  const answer = await asked(queryOf(kind, flags), flags, needs)
  const { matched, arrived_instead: instead = [] } = answer

  if (flags.json) terminal.out(jsonLine(answer))
  else printLines(terminal, matched.map(waitLine))
  if (!flags.json && instead.length > 0) {
    terminal.log('came instead:')
    logLines(terminal, instead.toReversed().map(waitLine))
  }
  // Nothing was found in both cases: --none that asks for what cannot come is met for ever.
  if (answer.met === wanted.none) {
    if (kind === 'capture' || kind === 'delivery') tellTakenForWords(terminal, searched[kind], flags.q)
    tellUnfitting(terminal, [flags.event, flags.inOrder].filter((one) => one !== undefined).join(','))
    tellNoMethod(terminal, flags.method)
    await tellUnlisted({ client: createClient(flags, needs.environment), terminal }, flags)
  }
  if (answer.met) return
  throw new StartError(unmetWords(answer, wanted), hintWords(answer, wanted))
}

function queryOf(kind: WaitKind, flags: WaitFlags): Query {
  const filters = Object.keys(waitFilters).flatMap((name) => {
    const value = flags[name as FilterFlag]
    return value === undefined ? [] : [[name === 'subscription' ? 'subscription_id' : name, value]]
  })
  return {
    kind,
    ...Object.fromEntries(filters),
    ...(flags.q !== undefined && { q: flags.q }),
    ...(flags.count !== undefined && { count: flags.count }),
    ...(flags.none && { none: 'true' }),
    ...(flags.inOrder !== undefined && { in_order: flags.inOrder }),
    ...(flags.since !== undefined && { since: flags.since }),
  }
}

/** Asks a slice of the time after the other; what was kept meanwhile counts in each, so that nothing is missed. */
async function asked(query: Query, flags: WaitFlags, { terminal, environment, outside }: LongShell) {
  const began = outside.elapsed()
  const leftMs = () => Math.max(0, Math.round(flags.timeout - (outside.elapsed() - began)))
  terminal.live?.([[span('waiting', 'gray')]])
  try {
    const client = createClient(flags, environment)
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

const longestMs = 10_000

/** The command that waits, for scripts: its exit code tells what is so from what was asked wrongly. */
export function addWaitCommand({ speaking }: Making, needs: ProgramNeeds) {
  const command = speaking(
    'wait',
    'wait until records match, for scripts; exit code 0 where it is met, 1 where it is not, 2 where it cannot be asked',
  ).argument('<kind>', 'capture, delivery, event or call')
  for (const [name, [value, description]] of Object.entries(waitFilters))
    command.option(`--${name} <${value}>`, description)
  endsWrongCalls(command)
    .option('-q, --q <words>', 'only those that hold all these words, bodies included')
    .option('--count <number>', 'how many must match; 1 without it', whole)
    .option('--none', 'nothing may match until the time is over')
    .option('--in-order <patterns>', 'events that must come one after the other, with commas between')
    .option('--since <seq>', 'only records with a larger number; or since a time, or in so long, such as 5m')
    .addOption(
      new Option('--timeout <duration>', 'how long, such as 30s')
        .argParser(duration)
        .default(longestMs, sayDuration(longestMs)),
    )
    .option('--json', 'print the answer as JSON')
    .action((kind: string, flags: WaitFlags) => wait(kind, flags, needs))
}
