import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { eventNames } from '../events/builders.ts'
import { StartError } from '../failures.ts'
import type { DeliveryRow, Health } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { breakable } from './breakable.ts'
import { type CommandContext, endsHelp, type Making } from './command.ts'
import { judgeEnds, refuseTimeoutAlone, type WaitFlags, waitForEnds } from './ends.ts'
import { printJson, printLines } from './print-lines.ts'
import { readJson, readSets } from './sets.ts'
import { type Fired, type FireRequest, fire, listedAtMost } from './trigger-count.ts'
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
