import type { DeliveryRow } from '../wire.ts'
import { createClient, type TargetFlags } from './client.ts'
import { rowLine } from './delivery-words.ts'
import { jsonLine } from './printable.ts'
import { paint } from './spans.ts'
import type { Shell } from './terminal.ts'

export interface DeliveryActFlags extends TargetFlags {
  json?: true
}
/** What can be done to a delivery that has not ended, and how it is explained. */
export const deliveryActs = {
  'attempt-now': 'try waiting deliveries at once',
  abort: 'cut the attempt that waits for an answer; it is tried again like any failure',
  release: 'let the next deliveries start while this one goes on waiting for its answer',
  cancel: 'end deliveries',
} as const
export type DeliveryAct = keyof typeof deliveryActs

/** Does something to deliveries, one after the other, and prints how each stands then. */
export async function deliveryAct(
  { act, ids }: { act: DeliveryAct; ids: readonly string[] },
  flags: DeliveryActFlags,
  { terminal, environment }: Shell,
) {
  const client = createClient(flags, environment)
  for (const id of ids) {
    const path = `/sandbox/deliveries/${encodeURIComponent(id)}/${act}`
    const { delivery } = await client.post<{ delivery: DeliveryRow }>(path, 'delivery', {})
    terminal.out(
      flags.json ? jsonLine({ delivery }) : paint(rowLine(delivery), { colour: terminal.colour ?? false }),
    )
  }
}
