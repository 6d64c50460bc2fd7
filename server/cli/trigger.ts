/** The command `trigger`: fires events, and waits for their deliveries. */
import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { eventNames } from '../events/builders.ts'
import { StartError } from '../failures.ts'
import type { Triggered } from '../simulator/trigger/trigger.ts'
import { type CatalogueEvent, type DeliveryRow, type Event, firedAtMost, type Health } from '../wire.ts'
import { fitsPattern } from '../words/pattern.ts'
import { plural } from '../words/plural.ts'
import { span } from '../words/spans.ts'
import { breakable } from './breakable.ts'
import { type AddCases, reporting } from './ci-reports.ts'
import type { Client } from './client.ts'
import { type CommandContext, endsHelp, type Making } from './command.ts'
import { deliveryCases } from './delivery-cases.ts'
import { judgeEnds, refuseWithoutWait, type WaitFlags, waitable, waitForEnds } from './ends.ts'
import { type ReceiverName, readReceiverNames, sentTo } from './known-subscriptions.ts'
import { printLines } from './print-lines.ts'
import { readJson, readSets } from './sets.ts'
import { collect, whole } from './values.ts'

export function addTriggerCommand({ speaking }: Making) {
  const firing = speaking('trigger', 'fire an event at the running sandbox')
  endsHelp(firing.command, `The events: ${eventNames.join(', ')}.`)
  const sending = firing
    .argument('<event>', "the event's name, such as card.created, or a pattern, such as 'card.*'")
    .option(
      '--set <path=value>',
      'set a field of the payload; path:=json sets a number, a boolean, null, a list or an object; repeatable',
      collect,
      [],
    )
    .option(
      '--payload <file>',
      'read the whole payload from a file, or from standard input with -; the bytes stay as they are unless --set changes them',
    )
    .option('--count <number>', 'how many times to fire the event', whole)
    .option('--subscription <id>', 'deliver to this subscription only, whatever its event patterns')
    .option('--fault <text>', "a fault to inject, such as 'tamper(signature)'")
    .option('--with-history', 'also fire the events that came before this one in the life of its object')
    .option('--force', 'fire the event even if its schema or the state of its object forbids it')
  waitable(sending).action((event, { set, payload, count = 1, ...flags }, context) => {
    const { wait, until, timeout, junit, github } = flags
    const waiting = { wait, until, timeout, junit, github }
    refuseWithoutWait(waiting)
    const request = {
      event,
      set: set.length > 0 ? readSets(set) : undefined,
      payload: payload === undefined ? undefined : readPayload(payload),
      subscription_id: flags.subscription,
      fault: flags.fault,
      with_history: flags.withHistory,
      force: flags.force,
    }
    return reporting({ suite: 'trigger', name: event }, waiting, context, (add) =>
      trigger(request, { count, add, ...waiting }, context),
    )
  })
}

const wholePayload = 'Give the whole payload as one JSON object.'

/** Reads the text of a file, which stays as written: parsing and printing would change some numbers. */
function readPayload(file: string): string {
  const source = file === '-' ? 'Standard input' : file
  try {
    const bytes = readFileSync(file === '-' ? 0 : file)
    if (!isUtf8(bytes)) throw new StartError(`${source} is not UTF-8 text.`, wholePayload)
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

async function trigger(
  request: FireRequest,
  { count, add, ...waiting }: { count: number; add: AddCases } & WaitFlags,
  context: CommandContext,
) {
  const { client, terminal, tell } = context
  const { seq } = await client.get<Health>('/sandbox/health', 'platform')
  const wantedBy = `Subscribe your receiver with: ${client.command('subscribe URL')}`

  return breakable(context.onRunning, async (signal) => {
    const { fired, trouble } = await fire({ request, count, signal }, context)
    const { counts } = fired
    const waits = waiting.wait && trouble === undefined && !signal.aborted
    // Waiting prints a line for each delivery, unless there are too many.
    if (!context.json && !(waits && counts.deliveries > 0 && counts.events <= listedAtMost))
      printLines(terminal, firedLines(fired, await readReceiverNames(client)))
    let rows: readonly DeliveryRow[] = fired.deliveries
    try {
      const quiet = counts.events > listedAtMost
      if (waits) rows = await waitForEnds({ since: seq, rows, quiet, ...waiting }, context, signal)
    } finally {
      // The events exist, also where the waiting failed.
      if (trouble === undefined || counts.events > 0) tell(listed(fired, rows), () => [])
    }
    if (trouble !== undefined) throw trouble
    if (signal.aborted) return terminal.log(`Stopped. Check progress with: ${client.command('deliveries')}`)
    if (rows.length === 0 && waits)
      throw new StartError('Nothing was delivered: no enabled subscription matches the event.', wantedBy)
    if (waits) {
      await add(() => deliveryCases('trigger', rows, context))
      await judgeEnds(rows, waiting, context)
    }
    if (!waits && counts.deliveries === 0) terminal.log(wantedBy)
  })
}

/** The document for --json, in the form of the API: only counts where there are too many events. */
const listed = ({ counts, events }: Fired, rows: readonly DeliveryRow[]) =>
  counts.events > listedAtMost ? { counts, events: [], deliveries: [] } : { counts, events, deliveries: rows }

/** Each event with its deliveries, or only counts where there are too many events. */
function firedLines({ counts, events, deliveries }: Fired, receiverName: ReceiverName): string[] {
  if (counts.events <= listedAtMost)
    return events.flatMap((event) => eventLines(event, deliveries, receiverName))
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

function eventLines(
  { event, summary, id }: Fired['events'][number],
  deliveries: readonly DeliveryRow[],
  receiverName: ReceiverName,
): string[] {
  const to = deliveries.filter((delivery) => delivery.event_id === id)
  return [
    [event, summary, id].filter((part) => part !== null).join(' '),
    ...to.map((row) => `  ${sentTo(row, receiverName)}`),
    ...(to.length === 0 ? ['  no enabled subscription matches'] : []),
  ]
}

/** The API lists what a request made up to this many events. */
const listedAtMost = 1000

/** What all requests of the command have made; beyond {@link listedAtMost}, the events come without payloads. */
interface Fired {
  counts: Triggered['counts']
  events: Pick<Event, 'id' | 'event' | 'summary'>[]
  deliveries: DeliveryRow[]
}

interface FireRequest {
  event: string
  with_history?: true | undefined
}
/** No event has a longer history. */
const historyAtMost = 20

/** Fires the events in requests of a bounded size, for progress to show and Ctrl-C to work. `trouble` is what stopped it early. */
async function fire(
  { request, count, signal }: { request: FireRequest; count: number; signal: AbortSignal },
  { client, terminal }: Pick<CommandContext, 'client' | 'terminal'>,
): Promise<{ fired: Fired; trouble?: unknown }> {
  const fired: Fired = { counts: { events: 0, deliveries: 0 }, events: [], deliveries: [] }

  async function once(some: number) {
    const body = { ...request, count: some }
    const { counts, events, deliveries } = await client.post<Triggered>('/sandbox/events', 'counts', body)
    fired.counts.events += counts.events
    fired.counts.deliveries += counts.deliveries
    const isListed = fired.counts.events <= listedAtMost
    fired.events.push(
      ...(isListed ? events : events.map(({ id, event, summary }) => ({ id, event, summary }))),
    )
    fired.deliveries.push(...deliveries)
  }

  async function all() {
    const kinds = await kindsOf(client, request.event)
    // One request for all, for the sandbox to refuse too many before it fires any.
    if (kinds * count > firedAtMost) return once(count)
    const events = kinds * (request.with_history ? historyAtMost : 1)
    const each = Math.max(1, Math.floor(listedAtMost / events))
    let left = count
    do {
      await once(Math.min(left, each))
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

/** How many events of the catalogue a pattern matches. */
async function kindsOf(client: Client, pattern: string): Promise<number> {
  if (!pattern.includes('*')) return 1
  const path = '/sandbox/catalogue/events'
  const { events } = await client.get<{ events: CatalogueEvent[] }>(path, 'events')
  return Math.max(1, events.filter(({ event }) => fitsPattern(pattern, event)).length)
}
