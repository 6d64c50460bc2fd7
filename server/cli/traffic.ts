import { StartError } from '../failures.ts'
import { type Clock, type Traffic, trafficShapes } from '../wire.ts'
import { duration } from '../words/duration.ts'
import { plural } from '../words/plural.ts'
import { joined, type Line, type Span, span } from '../words/spans.ts'
import { secondsTime } from '../words/time.ts'
import { breakable } from './breakable.ts'
import { type Client, withQuery } from './client.ts'
import type { CommandContext, Making } from './command.ts'
import { printLines } from './print-lines.ts'
import { given } from './sets.ts'
import type { Terminal } from './terminal.ts'
import { choice, collect, fraction, whole } from './values.ts'

const trafficPath = '/sandbox/traffic'
/** While it is followed, a line as often. Real time, ms. */
export const lineMs = 1000

const read = async (client: Client) =>
  (await client.get<{ traffic: Traffic }>(trafficPath, 'traffic')).traffic

/** The command that starts traffic, stops it, or shows how it stands; follows it where that is wanted. */
export function addTrafficCommand({ speaking }: Making) {
  speaking('traffic', 'keep events coming; without --rate or --stop, show how that stands')
    .option('--rate <number>', 'events a second on average', fraction)
    .option('--shape <shape>', 'steady, or poisson, which comes as people do', choice(trafficShapes))
    .option(
      '--event <pattern=weight>',
      "such as 'card.*=3'; weight 1 without it; may be repeated",
      collect,
      [],
    )
    .option('--for <duration>', 'for how long, such as 10m')
    .option('--count <number>', 'how many events in all', whole)
    .option('--seed <number>', 'makes times and events repeatable', whole)
    .option('--subscription <id>', 'only to this subscription, whatever its patterns')
    .option('--fault <text>', "what is done to the deliveries, such as 'duplicate(2)'")
    .option('--stop', 'end it')
    .option('--follow', 'print a line a second until it ends; exit code 1 unless its deliveries ended well')
    .action(async ({ rate, event, subscription, stop, follow, ...more }, context) => {
      const { client, terminal, json, tell } = context
      const settings = given({
        ...more,
        events: event.length > 0 ? weightsOf(event) : undefined,
        subscription_id: subscription,
      })
      const hasSettings = Object.keys(settings).length > 0
      if (stop && (rate !== undefined || hasSettings || follow))
        throw new StartError('--stop and other options were both given.', 'Give the one or the other.')
      if (hasSettings && rate === undefined)
        throw new StartError('There is no --rate.', 'Say how many events a second, such as --rate 10.')
      const request = stop ? { rate: 0 } : rate !== undefined && { rate, ...settings }
      const now = request
        ? (await client.post<{ traffic: Traffic }>(trafficPath, 'traffic', request)).traffic
        : await read(client)
      if (follow) return followTraffic(now, context)
      tell({ traffic: now }, () => trafficLines(now))
      if (json) return
      if (now.running) terminal.log(`stop it: ${client.command('traffic --stop')}`)
      else if (now.id === null) terminal.log(`start some: ${client.command('traffic --rate 10 --for 1m')}`)
    })
}

/** `card.*=3` weighs three times what `card.*` does, and as much as that given three times. */
function weightsOf(events: readonly string[]): Record<string, number> {
  const weights = new Map<string, number>()
  for (const text of events) {
    const [, pattern, weight = '1'] = /^([^=]+)(?:=(\d+(?:\.\d+)?))?$/.exec(text) ?? []
    if (pattern === undefined)
      throw new StartError(`--event ${text} has no weight.`, "Write --event 'card.*=3', or without =.")
    weights.set(pattern, (weights.get(pattern) ?? 0) + Number(weight))
  }
  return Object.fromEntries(weights)
}

/** A line a second until it has ended. Breaking that off leaves the traffic as it is. */
async function followTraffic(begun: Traffic, context: CommandContext) {
  const { client, terminal, tell, json, outside, onRunning } = context
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
    /** After its end for as long as deliveries still end or are under way: what waits to be tried again may do so for days. */
    let goesOn = now.running || open(now) > 0
    await warnOfStanding(client, terminal)
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
    if (!json) printLines(terminal, trafficLines(now))
    if (now.running) return terminal.log(`it goes on; stop it: ${client.command('traffic --stop')}`)
    judge(now, client)
  })
}

/** The sandbox keeps the figures of its newest traffic alone, and none over a reset. */
function replaced({ id }: Traffic, now: Traffic, { command }: Client): StartError {
  return new StartError(
    `${id} has ended: ${now.id === null ? 'the sandbox was reset' : `${now.id} took its place`}. How its deliveries ended is not known.`,
    `${command('traffic')} shows what there is now.`,
  )
}

/** Deliveries that have not ended. */
const open = ({ deliveries, succeeded, failed }: Traffic) => deliveries - succeeded - failed

/** Whether attempts of it are under way. */
async function areSent(client: Client, { id }: Traffic): Promise<boolean> {
  const path = withQuery('/sandbox/deliveries', { run_id: `${id}`, state: 'sending', limit: 1 })
  return (await client.get<{ deliveries: unknown[] }>(path, 'deliveries')).deliveries.length > 0
}

/** On a clock that stands no traffic comes by itself. */
async function warnOfStanding(client: Client, { log }: Terminal) {
  const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
  if (clock.mode === 'manual')
    log(`the clock stands: ${client.command('clock advance 1m')} lets a minute's traffic come`)
}

function judge(now: Traffic, { command }: Client) {
  const { deliveries, failed, refused } = now
  if (failed + refused > 0)
    throw new StartError(
      `${plural(failed, 'delivery', 'deliveries')} ended badly, ${plural(refused, 'event')} could not be made.`,
      `${command('deliveries --state failed')} lists what failed.`,
    )
  if (open(now) > 0)
    throw new StartError(
      `${open(now)} of ${plural(deliveries, 'delivery', 'deliveries')} ${open(now) === 1 ? 'has' : 'have'} not ended.`,
      `${command('deliveries --state pending,sending,retrying')} lists what waits.`,
    )
}

/** How the traffic stands. */
function trafficLines(now: Traffic): Line[] {
  const { id, running, rate, shape, seed, for_ms, count, ends_at, ended_at, subscription_id, fault } = now
  if (id === null) return [[span('no traffic')]]
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

/** What has come since the line before. */
const secondLine = (now: Traffic, before: Traffic): Line =>
  joined(
    [
      span(`+${now.sent - before.sent} sent`.padEnd(12), 'bold'),
      span(`+${now.succeeded - before.succeeded} succeeded`.padEnd(16), 'green'),
      ...measures(now),
    ],
    '  ',
  )
