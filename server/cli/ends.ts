import type { Outside } from '../outside.ts'
import { StartError } from '../start-error.ts'
import type { DeliveryRow } from '../wire.ts'
import { type Client, commandLine, type TargetFlags } from './client.ts'
import { endedWell, rowLine } from './delivery-words.ts'
import { createLiveClient, patienceMs, tellLoss } from './live.ts'
import { paint, span } from './spans.ts'
import type { Shell } from './terminal.ts'

interface WaitNeeds extends Shell {
  outside: Outside
  /** Handed what breaks the waiting off. */
  onBegun(stop: () => void): void
}

/**
 * Follows deliveries until each has ended; says how each did, unless it is to be quiet.
 * @param since the number of the newest news from before they were made
 */
export async function waitForEnds(
  client: Client,
  { since, rows, quiet }: { since: number; rows: readonly DeliveryRow[]; quiet: boolean },
  { terminal, outside, onBegun }: WaitNeeds,
): Promise<Map<string, DeliveryRow>> {
  const open = new Set(rows.map(({ id }) => id))
  const ended = new Map<string, DeliveryRow>()
  let replaced = false

  function take(row: DeliveryRow) {
    if (row.finished_at === null || !open.delete(row.id)) return
    ended.set(row.id, row)
    if (!quiet) terminal.out(paint(rowLine(row), { colour: terminal.colour ?? false }))
    tell()
    if (open.size === 0) live.close()
  }
  const tell = () =>
    terminal.live?.([[span(`${ended.size} of ${rows.length} deliveries have ended`, 'gray')]])

  const live = createLiveClient({
    base: client.base,
    since,
    outside,
    giveUpAfterMs: patienceMs,
    hear(frame) {
      if (frame.kind === 'delivery') take(frame.data)
    },
    replaced() {
      replaced = true
      live.close()
    },
    async fill() {
      const enough = (row: DeliveryRow) => row.seq <= since
      for (const row of await client.all<DeliveryRow>('/sandbox/deliveries', 'deliveries', { enough }))
        take(row)
    },
    ...tellLoss(terminal, client.base),
  })
  onBegun(live.close)
  tell()
  if (open.size > 0) await live.run().finally(() => terminal.live?.([]))
  if (replaced)
    throw new StartError(
      `The sandbox at ${client.base} has begun anew, and knows nothing of what was sent.`,
      'Trigger the events again.',
    )
  return ended
}

/** Throws unless all that were waited for ended as they should. */
export function judgeEnds(rows: readonly DeliveryRow[], flags: TargetFlags) {
  const bad = rows.filter((row) => !endedWell(row))
  const [first] = bad
  if (first)
    throw new StartError(
      `${bad.length} of ${rows.length} did not end well.`,
      `${commandLine(`deliveries ${first.id}`, flags)} says why.`,
    )
}
