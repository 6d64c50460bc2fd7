import type { DeliveryRow } from '../../server/wire.ts'
import type { DeliveryAct } from './delivery-routes.ts'
import { getDelivery } from './routes.ts'

const done = {
  'attempt-now': 'Attempted',
  cancel: 'Cancelled',
  abort: 'Aborted',
  release: 'Released: the next deliveries may start, this one keeps waiting',
} as const satisfies Record<DeliveryAct, string>

/** What is due begins at once where a place is free, ms. */
const beginsWithinMs = 300

/** What came of an act: of an attempt that was asked for, whether it began. */
export async function doneWords(act: DeliveryAct, delivery: DeliveryRow): Promise<string> {
  const isHeld = act === 'attempt-now' && !(await hasBegun(delivery))
  return isHeld ? 'Due now; it starts when a place is free' : done[act]
}

async function hasBegun({ id, state, attempts_made }: DeliveryRow): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, beginsWithinMs))
  const now = await getDelivery(id, 0)
  return now.ok && (now.value.delivery.state !== state || now.value.delivery.attempts_made !== attempts_made)
}
