/** The command `traffic`: starts, stops, shows and follows simulated traffic. */
import { StartError } from '../failures.ts'
import { withQuery } from '../library/ask.ts'
import { type Clock, type Traffic, trafficShapes } from '../wire.ts'
import { duration } from '../words/duration.ts'
import { plural } from '../words/plural.ts'
import { joined, type Line, type Span, span } from '../words/spans.ts'
import { secondsTime } from '../words/time.ts'
import { breakable } from './breakable.ts'
import type { Client } from './client.ts'
import { answerAsJson, type CommandContext, type Making } from './command.ts'
import { printLines } from './print-lines.ts'
import { given } from './sets.ts'
import type { Terminal } from './terminal.ts'
import { choice, collect, fraction, whole } from './values.ts'

const trafficPath = '/sandbox/traffic'
/** How often a followed traffic prints a line. Real time, ms. */
export const lineMs = 1000

const read = async (client: Client) =>
  (await client.get<{ traffic: Traffic }>(trafficPath, 'traffic')).traffic

export function addTrafficCommand({ speaking }: Making) {
  speaking('traffic', 'fire events continuously; without --rate or --stop, show the traffic')
    .option('--rate <number>', 'events a second on average, such as 10', fraction)
    .option(
      '--shape <shape>',
      'steady: at equal intervals; poisson: at random intervals, like real users',
      choice(trafficShapes),
    )
    .option(
      '--event <pattern=weight>',
      "events to fire, with a weight, such as 'card.*=3'; weight 1 by default; repeatable",
      collect,
      [],
    )
    .option('--for <duration>', 'how long to fire events, such as 10m')
    .option('--count <number>', 'how many events to fire in total', whole)
    .option(
      '--seed <number>',
      'seed for times and events, such as 42; the same seed gives the same traffic',
      whole,
    )
    .option('--subscription <id>', 'deliver to this subscription only, whatever its event patterns')
    .option('--fault <text>', "fault to inject, such as 'duplicate(2)'")
    .option('--stop', 'stop the traffic')
    .option(
      '--follow',
      'print a line each second until the traffic ends; exit code 1 unless its deliveries ended well',
    )
    .json(`${answerAsJson}; with --follow, one document a line`)
    .action(async ({ rate, event, subscription, stop, follow, ...more }, context) => {
      const { client, terminal, json, tell } = context
      const settings = given({
        ...more,
        events: event.length > 0 ? weightsOf(event) : undefined,
        subscription_id: subscription,
      })
      const hasSettings = Object.keys(settings).length > 0
      if (stop && (rate !== undefined || hasSettings || follow))
        throw new StartError('--stop cannot be combined with other options.', 'Give --stop alone.')
      if (hasSettings && rate === undefined)
        throw new StartError('--rate is missing.', 'Give the number of events a second, such as --rate 10.')
      const request = stop ? { rate: 0 } : rate !== undefined && { rate, ...settings }
      const now = request
        ? (await client.post<{ traffic: Traffic }>(trafficPath, 'traffic', request)).traffic
        : await read(client)
      if (follow) return followTraffic(now, context)
      tell({ traffic: now }, () => trafficLines(now))
      if (json) return
      if (now.running) terminal.log(`Stop it with: ${client.command('traffic --stop')}`)
      else if (now.id === null)
        terminal.log(`Start traffic with: ${client.command('traffic --rate 10 --for 1m')}`)
    })
}

/** The weights by pattern. Repeated patterns add up. */
function weightsOf(events: readonly string[]): Record<string, number> {
  const weights = new Map<string, number>()
  for (const text of events) {
    const [, pattern, weight = '1'] = /^([^=]+)(?:=(\d+(?:\.\d+)?))?$/.exec(text) ?? []
    if (pattern === undefined)
      throw new StartError(
        `--event ${text} has an invalid weight.`,
        "Write for example --event 'card.*=3', or leave the weight out.",
      )
    weights.set(pattern, (weights.get(pattern) ?? 0) + Number(weight))
  }
  return Object.fromEntries(weights)
}

/** Prints a line each second until the traffic has ended. A stop leaves the traffic running. */
async function followTraffic(begun: Traffic, context: CommandContext) {
  const { client, terminal, tell, outside, onRunning } = context
  const second = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const cancel = outside.after(lineMs, resolve)
      signal.addEventListener('abort', () => {
        cancel()
        resolve()
      })
    })

  return breakable(onRunning, async (signal) => {
    let now = begun
    /** After the end of the traffic, continues while deliveries end or are under way. Retries may wait for days. */
    let goesOn = now.running || open(now) > 0
    await warnOfStopped(client, terminal)
    if (!goesOn) tell({ traffic: now }, () => [])
    while (!signal.aborted && goesOn) {
      await second(signal)
      if (signal.aborted) break
      const before = now
      now = await read(client)
      if (now.id !== begun.id) throw replaced(begun, now, client)
      goesOn =
        now.running ||
        (open(now) > 0 && (before.running || open(now) < open(before) || (await areSent(client, now))))
      tell({ traffic: now }, () => [secondLine(now, before)])
    }
    printLines(terminal, trafficLines(now))
    if (now.running)
      return terminal.log(`The traffic continues. Stop it with: ${client.command('traffic --stop')}`)
    judge(now, client)
  })
}

/** The sandbox only keeps the counts of the newest traffic, until a reset. */
function replaced({ id }: Traffic, now: Traffic, { command }: Client): StartError {
  return new StartError(
    `The traffic ${id} is gone: ${now.id === null ? 'the sandbox was reset' : `${now.id} replaced it`}. Its deliveries cannot be judged.`,
    `Show the current traffic with: ${command('traffic')}`,
  )
}

/** Deliveries that have not ended. */
const open = ({ deliveries, succeeded, failed }: Traffic) => deliveries - succeeded - failed

/** Whether attempts of the traffic are under way. */
async function areSent(client: Client, { id }: Traffic): Promise<boolean> {
  const path = withQuery('/sandbox/deliveries', { run_id: `${id}`, state: 'sending', limit: 1 })
  return (await client.get<{ deliveries: unknown[] }>(path, 'deliveries')).deliveries.length > 0
}

/** Warns that no traffic comes while the clock is stopped. */
async function warnOfStopped(client: Client, { log }: Terminal) {
  const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
  if (clock.mode === 'manual')
    log(
      `The clock is stopped, so no events come. Advance a minute with: ${client.command('clock advance 1m')}`,
    )
}

function judge(now: Traffic, { command }: Client) {
  const { deliveries, failed, refused } = now
  if (failed + refused > 0)
    throw new StartError(
      `${plural(failed, 'delivery', 'deliveries')} failed, and ${plural(refused, 'event')} could not be created.`,
      `List the failed deliveries with: ${command('deliveries --state failed')}`,
    )
  if (open(now) > 0)
    throw new StartError(
      `${open(now)} of ${plural(deliveries, 'delivery', 'deliveries')} ${open(now) === 1 ? 'has' : 'have'} not ended.`,
      `List them with: ${command('deliveries --state pending,sending,retrying')}`,
    )
}

/** The traffic with its settings and counts. */
function trafficLines(now: Traffic): Line[] {
  const { id, running, rate, shape, seed, for_ms, count, ends_at, ended_at, subscription_id, fault } = now
  if (id === null) return [[span('No traffic.')]]
  return [
    joined(
      [
        span(id, 'bold'),
        running ? span('running', 'green') : span('ended', 'gray'),
        span(`${rate} events a second, ${shape}, seed ${seed}`),
        for_ms === null ? undefined : span(`for ${duration(for_ms)}`),
        count === null ? undefined : span(`${count} in all`),
        running && ends_at !== null ? span(`until ${secondsTime(ends_at)}`) : undefined,
        ended_at === null ? undefined : span(`at ${secondsTime(ended_at)}`),
        subscription_id === null ? undefined : span(`to ${subscription_id}`),
        fault === null ? undefined : span(`fault ${fault}`, 'yellow'),
      ],
      '  ',
    ),
    [span(`  ${mixOf(now)}`)],
    [span('  '), ...joined(measures(now), '  ')],
  ]
}

/** `card.* 3, transactions 1` */
const mixOf = ({ events }: Traffic): string =>
  Object.entries(events)
    .map(([pattern, weight]) => `${pattern} ${weight}`)
    .join(', ')

const measures = ({ sent, refused, deliveries, succeeded, failed, lag_ms }: Traffic): Span[] => [
  span(`sent ${sent}`),
  ...(refused > 0 ? [span(`refused ${refused}`, 'red')] : []),
  span(`deliveries ${deliveries}`),
  span(`succeeded ${succeeded}`, 'green'),
  span(`failed ${failed}`, failed > 0 ? 'red' : 'gray'),
  span(`lag ${duration(lag_ms.last)}, at most ${duration(lag_ms.max)}`, 'gray'),
]

/** The changes since the previous line. */
const secondLine = (now: Traffic, before: Traffic): Line =>
  joined(
    [
      span(`+${now.sent - before.sent} sent`.padEnd(12), 'bold'),
      span(`+${now.succeeded - before.succeeded} succeeded`.padEnd(16), 'green'),
      ...measures(now),
    ],
    '  ',
  )
