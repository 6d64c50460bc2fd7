import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { StartError } from '../failures.ts'
import type { DeliveryRow, Health } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { jsonLine, printable } from '../words/printable.ts'
import { breakable } from './breakable.ts'
import { commandLine, createClient } from './client.ts'
import { judgeEnds, refuseTimeoutAlone, type WaitFlags, waitForEnds } from './ends.ts'
import { readJson, readSets } from './sets.ts'
import type { LongShell } from './terminal.ts'
import { createFiring, type Fired, listedAtMost } from './trigger-count.ts'

export interface TriggerFlags extends WaitFlags {
  set: string[]
  payload?: string
  count?: number
  subscription?: string
  fault?: string
  withHistory?: true
  force?: true
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
export async function trigger(event: string, flags: TriggerFlags, needs: LongShell) {
  const { terminal } = needs
  refuseTimeoutAlone(flags)
  const client = createClient(flags, needs.environment)
  const request = requestOf(event, flags)
  const { seq } = await client.get<Health>('/sandbox/health', 'platform')
  const firing = createFiring(client, { request, count: flags.count ?? 1, terminal })
  let [broken, stopWaiting] = [false, () => {}]

  /** Answers the deliveries as they ended, as far as they did. */
  function waited({ counts, deliveries }: Fired): Promise<DeliveryRow[]> {
    const quiet = flags.json === true || counts.events > listedAtMost
    const onBegun = (stop: () => void) => (stopWaiting = stop)
    return waitForEnds(client, { since: seq, rows: deliveries, quiet, flags }, { ...needs, onBegun })
  }

  const wantedBy = `${commandLine('subscribe URL', flags)} makes one that does; --subscription names one whatever it wants.`

  async function judge(rows: readonly DeliveryRow[]) {
    if (rows.length === 0)
      throw new StartError('Nothing was delivered: no enabled subscription wants it.', wantedBy)
    await judgeEnds(client, rows, { terminal, flags })
  }

  async function work() {
    const { trouble } = await firing.run()
    const { fired } = firing
    if (!flags.json) for (const line of firedLines(fired)) terminal.out(printable(line))
    const waits = flags.wait && trouble === undefined && !broken
    let rows: readonly DeliveryRow[] = fired.deliveries
    try {
      if (waits) rows = await waited(fired)
    } finally {
      // What was fired is told, whatever came of the waiting.
      if (flags.json) terminal.out(jsonLine(listed(fired, rows)))
    }
    if (trouble !== undefined) throw trouble
    if (broken) return terminal.log(`broken off; ${commandLine('deliveries', flags)} shows how they fare`)
    if (waits) await judge(rows)
    else if (fired.counts.deliveries === 0) terminal.log(wantedBy)
  }

  return breakable(needs.onRunning, {
    stop() {
      broken = true
      firing.stop()
      stopWaiting()
    },
    work,
  })
}

const requestOf = (event: string, flags: TriggerFlags) => ({
  event,
  ...(flags.set.length > 0 && { set: readSets(flags.set) }),
  ...(flags.payload !== undefined && { payload: readPayload(flags.payload) }),
  ...(flags.subscription !== undefined && { subscription_id: flags.subscription }),
  ...(flags.fault !== undefined && { fault: flags.fault }),
  ...(flags.withHistory && { with_history: true }),
  ...(flags.force && { force: true }),
})

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
