import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { eventNames } from '../events/builders.ts'
import { StartError } from '../failures.ts'
import type { Triggered } from '../simulator/trigger/trigger.ts'
import { type CatalogueEvent, type DeliveryRow, type Event, firedAtMost, type Health } from '../wire.ts'
import { fitsPattern } from '../words/pattern.ts'
import { plural } from '../words/plural.ts'
import { breakable } from './breakable.ts'
import type { Client } from './client.ts'
import { type CommandContext, endsHelp, type Making } from './command.ts'
import { judgeEnds, refuseTimeoutAlone, type WaitFlags, waitForEnds } from './ends.ts'
import { printJson, printLines } from './print-lines.ts'
import { readJson, readSets } from './sets.ts'
import { span } from './spans.ts'
import { collect, duration, whole } from './values.ts'

/** The command that fires events. */
export function addTriggerCommand({ speaking }: Making) {
  const firing = speaking('trigger', 'fire an event at the running sandbox')
  endsHelp(firing.command, `The events: ${eventNames.join(', ')}.`)
  firing
    .argument('<event>', "its name, such as card.created, or a pattern, such as 'card.*'")
    .option(
      '--set <path=value>',
      'a value in the payload; path:=json for what is no text; may be repeated',
      collect,
      [],
    )
    .option(
      '--payload <file>',
      'the whole payload from a file, - for standard input; sent byte for byte unless --set changes it',
    )
    .option('--count <number>', 'how often', whole)
    .option('--subscription <id>', 'only to this subscription, whatever its patterns')
    .option('--fault <text>', "what is done to the deliveries, such as 'tamper(signature)'")
    .option('--with-history', 'also send what came before, where an object is made for the event')
    .option('--force', 'send what its schema refuses, or what cannot happen in this state')
    .option(
      '--wait',
      'wait until all deliveries have ended; exit code 1 unless each ended well and no fault found the receiver wrong',
    )
    .option(
      '--timeout <duration>',
      'how long is waited at most, such as 30s; without it for as long as they are tried again',
      duration,
    )
    .action((event, { set, payload, count = 1, wait, timeout, ...flags }, context) => {
      const waiting = { wait, timeout }
      refuseTimeoutAlone(waiting)
      const request = {
        event,
        set: set.length > 0 ? readSets(set) : undefined,
        payload: payload === undefined ? undefined : readPayload(payload),
        subscription_id: flags.subscription,
        fault: flags.fault,
        with_history: flags.withHistory,
        force: flags.force,
      }
      return trigger(request, { count, ...waiting }, context)
    })
}

const wholePayload = 'It has to be the whole payload: one JSON object.'

/** The text of a file, which is sent as it is: a number written anew may be another one. */
function readPayload(file: string): string {
  const source = file === '-' ? 'Standard input' : file
  try {
    const bytes = readFileSync(file === '-' ? 0 : file)
    if (!isUtf8(bytes)) throw new StartError(`${source} is no UTF-8 text.`, wholePayload)
    const text = bytes.toString('utf8')
    readJson(text, { source, fix: wholePayload })
    return text
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Cannot read ${source}: ${error instanceof Error ? error.message : error}.`,
      'Name a file with JSON, or - for standard input.',
    )
  }
}

/** Triggers events at a running sandbox and prints what came of it. */
async function trigger(
  request: FireRequest,
  { count, ...waiting }: { count: number } & WaitFlags,
  context: CommandContext,
) {
  const { client, terminal, json } = context
  const { seq } = await client.get<Health>('/sandbox/health', 'platform')
  const wantedBy = `${client.command('subscribe URL')} makes one that does; --subscription names one whatever it wants.`

  return breakable(context.onRunning, async (signal) => {
    const { fired, trouble } = await fire({ request, count, signal }, context)
    const { counts } = fired
    if (!json) printLines(terminal, firedLines(fired))
    const waits = waiting.wait && trouble === undefined && !signal.aborted
    let rows: readonly DeliveryRow[] = fired.deliveries
    try {
      const quiet = json || counts.events > listedAtMost
      if (waits)
        rows = await waitForEnds({ since: seq, rows, quiet, timeout: waiting.timeout }, context, signal)
    } finally {
      // What was fired is told, whatever came of the waiting.
      if (json) printJson(terminal, listed(fired, rows))
    }
    if (trouble !== undefined) throw trouble
    if (signal.aborted) return terminal.log(`broken off; ${client.command('deliveries')} shows how they fare`)
    if (rows.length === 0 && waits)
      throw new StartError('Nothing was delivered: no enabled subscription wants it.', wantedBy)
    if (waits) await judgeEnds(rows, waiting, context)
    else if (counts.deliveries === 0) terminal.log(wantedBy)
  })
}

/** As the sandbox answers: of too many only how many. */
const listed = ({ counts, events }: Fired, rows: readonly DeliveryRow[]) =>
  counts.events > listedAtMost ? { counts, events: [], deliveries: [] } : { counts, events, deliveries: rows }

/** Each event with its deliveries, or of too many how many there were of each. */
function firedLines({ counts, events, deliveries }: Fired): string[] {
  if (counts.events <= listedAtMost) return events.flatMap((event) => eventLines(event, deliveries))
  const names = [...new Set(events.map(({ event }) => event))]
  const of = (rows: readonly { event: string }[], name: string) =>
    rows.filter(({ event }) => event === name).length
  return [
    ...(names.length > 1
      ? names.map(
          (name) =>
            `${name}: ${plural(of(events, name), 'event')}, ${plural(of(deliveries, name), 'delivery', 'deliveries')}`,
        )
      : []),
    `${plural(counts.events, 'event')}, ${plural(counts.deliveries, 'delivery', 'deliveries')}`,
  ]
}

function eventLines({ event, id }: Fired['events'][number], deliveries: readonly DeliveryRow[]): string[] {
  const to = deliveries.filter((delivery) => delivery.event_id === id)
  return [
    `${event} ${id}`,
    ...to.map(({ url, id, fault }) => `  --> ${url} ${id}${fault === null ? '' : ` fault ${fault}`}`),
    ...(to.length === 0 ? ['  no enabled subscription wants it'] : []),
  ]
}

/** So many events are made by one request at most, so that it is soon answered, and with all that it made. */
const listedAtMost = 1000

/** What all requests have made so far; beyond {@link listedAtMost} the events without their payloads. */
interface Fired {
  counts: Triggered['counts']
  events: Pick<Event, 'id' | 'event'>[]
  deliveries: DeliveryRow[]
}

interface FireRequest {
  event: string
  with_history?: true | undefined
}
/** More than what comes before any one event. */
const historyAtMost = 20

/**
 * Fires as many as are wanted, in requests of a bounded size: how far it is can be seen, and it can be broken off between.
 * Returns as well what kept the rest from being fired.
 */
async function fire(
  { request, count, signal }: { request: FireRequest; count: number; signal: AbortSignal },
  { client, terminal }: Pick<CommandContext, 'client' | 'terminal'>,
): Promise<{ fired: Fired; trouble?: unknown }> {
  const fired: Fired = { counts: { events: 0, deliveries: 0 }, events: [], deliveries: [] }

  async function once(some: number, isAll: boolean) {
    const body = { ...request, count: some }
    const { counts, events, deliveries } = await client.post<Triggered>('/sandbox/events', 'counts', body)
    fired.counts.events += counts.events
    fired.counts.deliveries += counts.deliveries
    fired.events.push(...(isAll ? events : events.map(({ id, event }) => ({ id, event }))))
    fired.deliveries.push(...deliveries)
  }

  async function all() {
    const kinds = await kindsOf(client, request.event)
    // More than the sandbox takes is asked for at once, so that it refuses before any is fired.
    if (kinds * count > firedAtMost) return once(count, false)
    const events = kinds * (request.with_history ? historyAtMost : 1)
    const each = Math.max(1, Math.floor(listedAtMost / events))
    let left = count
    do {
      await once(Math.min(left, each), count <= each)
      left -= each
      if (left > 0) terminal.live?.([[span(`${count - left} of ${count} fired`, 'gray')]])
    } while (left > 0 && !signal.aborted)
  }

  try {
    await all()
    return { fired }
  } catch (trouble) {
    return { fired, trouble }
  } finally {
    terminal.live?.([])
  }
}

/** How many events of the catalogue a pattern means. */
async function kindsOf(client: Client, pattern: string): Promise<number> {
  if (!pattern.includes('*')) return 1
  const path = '/sandbox/catalogue/events'
  const { events } = await client.get<{ events: CatalogueEvent[] }>(path, 'events')
  return Math.max(1, events.filter(({ event }) => fitsPattern(pattern, event)).length)
}
