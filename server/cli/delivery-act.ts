import { StartError } from '../failures.ts'
import type { DeliveryRow } from '../wire.ts'
import type { CommandContext } from './command.ts'
import { type FilterFlags, filterOf } from './deliveries.ts'
import { rowLine } from './delivery-words.ts'
import { tellNoneMet } from './nothing-found.ts'
import { oneByOne } from './one-by-one.ts'
import { bothGiven } from './wrong-call.ts'

/** What can be done to a delivery that has not ended, and how it is explained. */
export const deliveryActs = {
  'attempt-now': 'try waiting deliveries at once: those named, or all that match a filter',
  abort: 'cut the attempt that waits for an answer; it is tried again like any failure',
  release: 'let the next deliveries start while this one goes on waiting for its answer',
  cancel: 'end deliveries: those named, or all that match a filter',
} as const
export type DeliveryAct = keyof typeof deliveryActs
/** Those that can be done to all that match, and which of these are skipped. */
const actsOnMany = {
  'attempt-now': {
    done: 'due now',
    skipped: 'ended already, under way, behind another of an ordered subscription, or of a disabled one',
  },
  cancel: { done: 'ended', skipped: 'ended already' },
} as const satisfies Partial<Record<DeliveryAct, { done: string; skipped: string }>>
type ManyAct = keyof typeof actsOnMany
export const isManyAct = (act: DeliveryAct): act is ManyAct => Object.hasOwn(actsOnMany, act)

/** Does something to deliveries, one after the other, or to all that match, and prints how each stands then. */
export async function deliveryAct(
  { act, ids }: { act: DeliveryAct; ids: readonly string[] },
  flags: FilterFlags & { since?: string },
  context: CommandContext,
) {
  const { client, terminal, tell } = context
  const filter = { ...filterOf(flags), ...(flags.since !== undefined && { since: flags.since }) }
  if (isManyAct(act) && Object.keys(filter).length > 0) {
    if (ids.length > 0) throw bothGiven('Ids and a filter')
    const done = await client.post<{
      deliveries: DeliveryRow[]
      counts: { deliveries: number; skipped: number }
    }>(`/sandbox/deliveries/${act}`, 'counts', filter)
    const { deliveries, skipped } = done.counts
    if (deliveries + skipped === 0) await tellNoneMet(context, flags)
    const words = actsOnMany[act]
    const rest = skipped > 0 ? `, ${skipped} skipped: ${words.skipped}` : ''
    return tell(done, () => [...done.deliveries.map(rowLine), `${deliveries} ${words.done}${rest}`])
  }
  if (ids.length === 0)
    throw new StartError(
      'Nothing says which deliveries are meant.',
      `Give their ids, or a filter such as --state retrying; ${client.command('deliveries')} lists them.`,
    )
  const trouble = await oneByOne(
    ids,
    async (id) => {
      const path = `/sandbox/deliveries/${encodeURIComponent(id)}/${act}`
      const { delivery } = await client.post<{ delivery: DeliveryRow }>(path, 'delivery', {})
      tell({ delivery }, () => [rowLine(delivery)])
      if (act === 'attempt-now' && delivery.next_attempt_at !== null)
        terminal.log(`${id} is due, and starts when a place of its subscription is free.`)
    },
    terminal,
  )
  if (trouble !== undefined) throw trouble
}
