import { StartError } from '../failures.ts'
import type { Clock, Traffic, TrafficShape } from '../wire.ts'
import { duration } from '../words/duration.ts'
import { plural } from '../words/plural.ts'
import { jsonLine } from '../words/printable.ts'
import { sayDuration, secondsTime } from '../words/time.ts'
import { breakable } from './breakable.ts'
import { type Client, commandLine, createClient, type TargetFlags, withQuery } from './client.ts'
import { printLines } from './print-lines.ts'
import { joined, type Line, type Span, span } from './spans.ts'
import type { LongShell } from './terminal.ts'

export interface TrafficFlags extends TargetFlags {
  rate?: number
  shape?: TrafficShape
  event: string[]
  for?: string
  count?: number
  seed?: number
  subscription?: string
  fault?: string
  stop?: true
  follow?: true
  json?: true
}

const trafficPath = '/sandbox/traffic'
/** While it is followed, a line as often. Real time, ms. */
export const lineMs = 1000

const read = async (client: Client) =>
  (await client.get<{ traffic: Traffic }>(trafficPath, 'traffic')).traffic

/** Starts traffic, stops it, or shows how it stands; follows it where that is wanted. */
export async function traffic(flags: TrafficFlags, needs: LongShell) {
  const request = requestOf(flags)
  const client = createClient(flags, needs.environment)
  const { terminal } = needs
  const now = request
    ? (await client.post<{ traffic: Traffic }>(trafficPath, 'traffic', request)).traffic
    : await read(client)
  if (flags.follow) return follow(now, client, flags, needs)
  if (flags.json) return terminal.out(jsonLine({ traffic: now }))
  printLines(terminal, trafficLines(now))
  if (now.running) terminal.log(`stop it: ${commandLine('traffic --stop', flags)}`)
  else if (now.id === null) terminal.log(`start some: ${commandLine('traffic --rate 10 --for 1m', flags)}`)
}

/** What is asked of the sandbox; nothing where it is only looked at. */
function requestOf(flags: TrafficFlags): Record<string, unknown> | undefined {
  const { rate, shape, event, for: time, count, seed, subscription, fault, stop, follow } = flags
  const settings = {
    ...(shape !== undefined && { shape }),
    ...(event.length > 0 && { events: weightsOf(event) }),
    ...(time !== undefined && { for: time }),
    ...(count !== undefined && { count }),
    ...(seed !== undefined && { seed }),
    ...(subscription !== undefined && { subscription_id: subscription }),
    ...(fault !== undefined && { fault }),
  }
  const hasSettings = Object.keys(settings).length > 0
  if (stop && (rate !== undefined || hasSettings || follow))
    throw new StartError('--stop and other options were both given.', 'Give the one or the other.')
  if (stop) return { rate: 0 }
  if (rate !== undefined) return { rate, ...settings }
  if (hasSettings)
    throw new StartError('There is no --rate.', 'Say how many events a second, such as --rate 10.')
  return undefined
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
async function follow(begun: Traffic, client: Client, flags: TrafficFlags, needs: LongShell) {
  const { terminal, outside, onRunning } = needs
  let now = begun
  /** After its end for as long as deliveries still end or are under way: what waits to be tried again may do so for days. */
  let goesOn = now.running || open(now) > 0
  let broken = false
  let wake = () => {}
  const second = () =>
    new Promise<void>((resolve) => {
      const cancel = outside.after(lineMs, resolve)
      wake = () => {
        cancel()
        resolve()
      }
    })

  async function work() {
    await warnOfStanding(client, flags, terminal)
    while (!broken && goesOn) {
      await second()
      if (broken) break
      const before = now
      now = await read(client)
      if (now.id !== begun.id) return replaced(begun, now, flags)
      goesOn =
        now.running ||
        (open(now) > 0 && (before.running || open(now) < open(before) || (await areSent(client, now))))
      if (flags.json) terminal.out(jsonLine({ traffic: now }))
      else printLines(terminal, [secondLine(now, before)])
    }
    if (!flags.json) printLines(terminal, trafficLines(now))
    if (now.running) return terminal.log(`it goes on; stop it: ${commandLine('traffic --stop', flags)}`)
    judge(now, flags)
  }

  return breakable(onRunning, {
    stop() {
      broken = true
      wake()
    },
    work,
  })
}

/** The sandbox keeps the figures of its newest traffic alone, and none over a reset. */
function replaced({ id }: Traffic, now: Traffic, flags: TrafficFlags): never {
  throw new StartError(
    `${id} has ended: ${now.id === null ? 'the sandbox was reset' : `${now.id} took its place`}. How its deliveries ended is not known.`,
    `${commandLine('traffic', flags)} shows what there is now.`,
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
async function warnOfStanding(client: Client, flags: TrafficFlags, terminal: LongShell['terminal']) {
  const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
  if (clock.mode === 'manual')
    terminal.log(`the clock stands: ${commandLine('clock advance 1m', flags)} lets a minute's traffic come`)
}

function judge(now: Traffic, flags: TrafficFlags) {
  const { deliveries, failed, refused } = now
  if (failed + refused > 0)
    throw new StartError(
      `${plural(failed, 'delivery', 'deliveries')} ended badly, ${plural(refused, 'event')} could not be made.`,
      `${commandLine('deliveries --state failed', flags)} lists what failed.`,
    )
  if (open(now) > 0)
    throw new StartError(
      `${open(now)} of ${plural(deliveries, 'delivery', 'deliveries')} ${open(now) === 1 ? 'has' : 'have'} not ended.`,
      `${commandLine('deliveries --state pending,sending,retrying', flags)} lists what waits.`,
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
        for_ms === null ? undefined : span(`for ${sayDuration(for_ms)}`),
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
