import { StartError } from '../failures.ts'
import { judgeRows, tellingRows } from '../findings/advice.ts'
import { longestTimerMs } from '../outside.ts'
import type { Clock, Delivery, DeliveryRow, Finding } from '../wire.ts'
import { duration } from '../words/duration.ts'
import type { Client } from './client.ts'
import type { CommandContext } from './command.ts'
import { rowLine, whenAgain } from './delivery-words.ts'
import { createLiveClient, patienceMs, tellLoss } from './live.ts'
import { printLines } from './print-lines.ts'
import { findingLines } from './receiver-advice.ts'
import { span } from './spans.ts'

/** Of a command that can wait for what it sends. */
export interface WaitFlags {
  wait?: true | undefined
  /** In ms. */
  timeout?: number | undefined
}

/** How long is waited means nothing where nobody waits. */
export function refuseTimeoutAlone({ wait, timeout }: WaitFlags) {
  if (timeout !== undefined && !wait)
    throw new StartError('--timeout says nothing without --wait.', 'Give both: --wait --timeout 30s.')
}

/**
 * Follows deliveries until each has ended, or the time is over; says how each did, unless it is to be quiet, and what it waits
 * for. Answers each as it was seen last.
 * @param since the number of the newest news from before they were made
 * @param signal breaks the waiting off
 */
export async function waitForEnds(
  {
    since,
    rows,
    quiet,
    timeout,
  }: { since: number; rows: readonly DeliveryRow[]; quiet: boolean } & WaitFlags,
  { client, terminal, outside }: CommandContext,
  signal: AbortSignal,
): Promise<DeliveryRow[]> {
  const open = new Set(rows.map(({ id }) => id))
  const seen = new Map(rows.map((row) => [row.id, row]))
  /** How many attempts of a delivery it was told after that another one follows. */
  const toldAfter = new Map<string, number>()
  let replaced = false
  function begunAnew() {
    replaced = true
    live.close()
  }

  const say = (row: DeliveryRow) => {
    if (!quiet) printLines(terminal, [rowLine(row)])
  }

  /** What is tried again may be so for days: whoever waits has to know for what. */
  async function sayRetry(row: DeliveryRow) {
    const { id, state, attempts_made, next_attempt_at, created_at } = row
    if (state !== 'retrying' || next_attempt_at === null || toldAfter.get(id) === attempts_made) return
    const isFirst = toldAfter.size === 0
    toldAfter.set(id, attempts_made)
    say(row)
    if (!isFirst) return
    const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
    // What was cut short or made due by hand is due already, also where the clock stands.
    const isToCome = next_attempt_at > clock.now
    const at = whenAgain(next_attempt_at, isToCome ? created_at : clock.now)
    const when = isToCome && clock.mode === 'manual' ? `${at}, but the clock stands` : at
    terminal.log(
      `${id} is tried again ${when}; ${client.command(`attempt-now ${id}`)} does so at once; ${client.command(`deliveries ${id}`)} says why`,
    )
  }

  async function take(row: DeliveryRow) {
    if (!open.has(row.id)) return
    seen.set(row.id, row)
    if (row.finished_at === null) return sayRetry(row)
    open.delete(row.id)
    say(row)
    tell()
    if (open.size === 0) live.close()
  }
  const tell = () =>
    terminal.live?.([[span(`${rows.length - open.size} of ${rows.length} deliveries have ended`, 'gray')]])

  const live = createLiveClient({
    base: client.base,
    since,
    outside,
    giveUpAfterMs: patienceMs,
    async hear(frame) {
      if (frame.kind === 'reset') begunAnew()
      if (frame.kind === 'delivery') await take(frame.data)
    },
    replaced: begunAnew,
    async fill() {
      const enough = (row: DeliveryRow) => row.seq <= since
      const kept = await client.all<DeliveryRow>('/sandbox/deliveries', 'deliveries', { enough })
      const known = new Set(kept.map(({ id }) => id))
      for (const row of kept) await take(row)
      if ([...open].some((id) => !known.has(id))) begunAnew()
    },
    ...tellLoss(terminal, client.base),
  })
  signal.addEventListener('abort', live.close)
  tell()
  const cancel =
    timeout === undefined ? () => {} : outside.after(Math.min(timeout, longestTimerMs), live.close)
  const end = () => {
    cancel()
    terminal.live?.([])
  }
  if (open.size > 0) await live.run().finally(end)
  if (replaced)
    throw new StartError(
      `The sandbox at ${client.base} has begun anew, and knows nothing of what was sent.`,
      'Trigger the events again.',
    )
  return [...seen.values()]
}

/** Says what was found of those that were waited for, and throws unless all ended as they should and nothing was found wrong. */
export async function judgeEnds(
  rows: readonly DeliveryRow[],
  { timeout = 0 }: WaitFlags,
  { client, terminal, json }: CommandContext,
) {
  const found = await readFindings(client, rows)
  if (!json) printLines(terminal, findingLines(found))
  const { open, bad, wrong } = judgeRows(rows, found)
  const [first = open[0]] = bad
  if (first)
    throw new StartError(
      [
        ...(bad.length > 0 ? [`${bad.length} of ${rows.length} did not end well.`] : []),
        ...(open.length > 0
          ? [`${open.length} of ${rows.length} had not ended within ${duration(timeout)}.`]
          : []),
      ].join(' '),
      `${client.command(`deliveries ${first.id}`)} says why.`,
    )
  if (wrong)
    throw new StartError(
      `All ended well, but the receiver did wrong. ${wrong.summary}.`,
      `${wrong.detail} ${wrong.fix}`,
    )
}

/** So many deliveries are read at a time. */
const atATime = 16

async function readFindings(client: Client, rows: readonly DeliveryRow[]): Promise<Finding[]> {
  async function read({ id }: DeliveryRow): Promise<Finding[]> {
    const path = `/sandbox/deliveries/${encodeURIComponent(id)}?body_limit=0`
    return (await client.get<{ delivery: Delivery }>(path, 'delivery')).delivery.findings
  }
  const telling = tellingRows(rows)
  const found: Finding[] = []
  for (let from = 0; from < telling.length; from += atATime)
    found.push(...(await Promise.all(telling.slice(from, from + atATime).map(read))).flat())
  return found
}
