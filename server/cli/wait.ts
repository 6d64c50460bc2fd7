/** The command `wait`: waits until records match, for scripts. */
import { StartError } from '../failures.ts'
import { type Query, withQuery } from '../library/ask.ts'
import { type Health, waitKinds as kinds, type Waited } from '../wire.ts'
import { suggest } from '../words/nearest.ts'
import { indexLagWords } from '../words/search-hint.ts'
import { span, textOf } from '../words/spans.ts'
import { agedLine, hintWords, unmetWords, type Wanted, waitLine } from '../words/wait.ts'
import { reportable, reporting } from './ci-reports.ts'
import { Refusal } from './client.ts'
import type { CommandContext, Making } from './command.ts'
import { tellNoMethod, tellTakenForWords, tellUnfitting, tellUnlisted } from './nothing-found.ts'
import { duration, whole } from './values.ts'
import { endsWrongCalls, wrongCall } from './wrong-call.ts'

const longestMs = 10_000

export function addWaitCommand({ speaking }: Making) {
  const waiting = speaking(
    'wait',
    'wait until records match, for scripts; exit code 0 if they do, 1 if not, 2 if the command is wrong or no sandbox answers. Counts records since the last trigger, resend, scenario run or reset of this script or terminal, else since it began; SANDBOX_SESSION names another session',
  )
  endsWrongCalls(waiting.command)
  const filtering = waiting
    .argument('<kind>', 'capture, delivery, event or call')
    .option('--event <pattern>', 'only records of this event, such as card.*; * matches any characters')
    .option('--endpoint <name>', 'only captures at this endpoint, such as demo')
    .option('--verdict <result>', 'only captures with this verdict, such as verified')
    .option('--mistake <mistake>', 'only captures with this mistake, such as duplicate')
    .option('--cause <cause>', 'only captures whose verdict has this cause, such as other_secret')
    .option('--state <state>', 'only deliveries in this state, such as succeeded')
    .option('--subscription <id>', 'only deliveries to this subscription')
    .option('--method <method>', 'only captures or calls with this method, such as POST')
    .option(
      '--path <pattern>',
      'only captures or calls to this path, such as /in/*; * matches any characters',
    )
    .option(
      '--status <number>',
      'only captures, calls or deliveries with this response status, such as 401 or 5xx',
    )
    .option('--code <code>', 'only calls with this error code, such as card_dne')
    .option('-q, --q <words>', 'only records that contain all these words, bodies included')
    .option('--count <number>', 'how many records must match; 1 by default', whole)
    .option('--none', 'succeed if no record matches until the timeout')
    .option(
      '--in-order <patterns>',
      'event patterns that must match in this order, such as card.created,card.status.*',
    )
    .option(
      '--since <seq>',
      'start counts every stored record; or a time, the seq of a record, or a duration such as 5m',
    )
    .option('--timeout <duration>', 'how long to wait, such as 30s; 10s by default', duration)
  reportable(filtering).action((kindText, { junit, github, ...flags }, context) => {
    const kind = kinds.find((one) => one === kindText)
    if (kind === undefined)
      throw new StartError(`Unknown kind of record: ${kindText}.`, suggest(kindText, kinds), wrongCall)
    const name = [kind, ...Object.entries(flags).map(([flag, value]) => `${flag}:${value}`)].join(' ')
    return reporting({ suite: 'wait', name }, { junit, github }, context, async (add) => {
      const { client, terminal, tell } = context
      const began = context.outside.elapsed()
      const { timeout = longestMs, none, inOrder: in_order, subscription, ...filters } = flags
      const { event, q, method, count = 1 } = flags
      const wanted: Wanted = { kind, count, none: none ?? false, timeoutMs: timeout }
      const answer = await asked(
        { kind, ...filters, none: none && 'true', in_order, subscription_id: subscription },
        timeout,
        context,
      )
      const { matched, arrived_instead = [], earlier } = answer
      const instead = arrived_instead.slice(0, mostPrinted)
      const now =
        instead.length > 0 || earlier ? (await client.get<Health>('/sandbox/health', 'platform')).now : ''
      const insteadLines =
        instead.length === 0 ? [] : [[span(arrivedInstead)], ...instead.map((row) => agedLine(row, now))]
      tell(
        answer,
        () => matched.map(waitLine),
        () => insteadLines,
      )
      if (answer.met && answer.index_lag !== undefined) terminal.log(indexLagWords(answer.index_lag))
      // A mistyped filter matches nothing, with or without --none.
      if (answer.met === wanted.none) {
        if (kind === 'capture' || kind === 'delivery') tellTakenForWords(terminal, searched[kind], q)
        tellUnfitting(terminal, [event, in_order].filter((one) => one !== undefined).join(','))
        tellNoMethod(terminal, method)
        await tellUnlisted(context, flags)
      }
      const unmet = answer.met
        ? undefined
        : new StartError(
            unmetWords(answer, wanted),
            hintWords(answer, wanted, { now, everything: '--since start' }),
          )
      await add(() => [
        {
          suite: 'wait',
          name,
          ms: context.outside.elapsed() - began,
          ...(unmet === undefined
            ? { status: 'passed' }
            : {
                status: 'failed',
                message: unmet.message,
                details: [unmet.fix, ...insteadLines.map(textOf)].join('\n'),
              }),
        },
      ])
      if (unmet) throw unmet
    })
  })
}

const searched = { capture: 'captures', delivery: 'deliveries' } as const
/** Proxies give up on a longer request. */
const sliceMs = 60_000
/** How many of the records that arrived instead are printed. */
const mostPrinted = 5
const arrivedInstead = 'Arrived instead, newest first:'

/** Asks in slices of the time. Each slice counts from where the first began. */
async function asked(query: Query, timeoutMs: number, { client, terminal, outside }: CommandContext) {
  const began = outside.elapsed()
  let from: Query = {}
  const leftMs = () => Math.max(0, Math.round(timeoutMs - (outside.elapsed() - began)))
  terminal.live?.([[span('waiting', 'gray')]])
  try {
    for (;;) {
      const left = leftMs()
      const slice = { ...from, ...query, timeout_ms: Math.min(left, sliceMs) }
      const answer = await client.get<Waited>(withQuery('/sandbox/wait', slice), 'met')
      if (!answer.timed_out || left <= sliceMs) return answer
      if (query.since === undefined) from = { since: answer.since }
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const { message, fix } = error
    throw error instanceof Refusal
      ? new Refusal(message, fix, error.answer, wrongCall)
      : new StartError(message, fix, wrongCall)
  } finally {
    terminal.live?.([])
  }
}
