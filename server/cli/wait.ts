import { StartError } from '../failures.ts'
import { suggest } from '../words/nearest.ts'
import { type Query, withQuery } from './client.ts'
import type { CommandContext, Making } from './command.ts'
import { tellNoMethod, tellTakenForWords, tellUnfitting, tellUnlisted } from './nothing-found.ts'
import { span } from './spans.ts'
import { duration, whole } from './values.ts'
import { hintWords, unmetWords, type WaitAnswer, type WaitKind, type Wanted, waitLine } from './wait-words.ts'
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
