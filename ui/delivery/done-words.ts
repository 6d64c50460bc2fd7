import type { DeliveryRow } from '../../server/wire.ts'
import type { DeliveryAct } from '../live/routes/delivery.ts'

const done = {
  'attempt-now': 'Attempted',
  cancel: 'Cancelled',
  abort: 'Aborted',
  release: 'Released: the next deliveries may start, this one keeps waiting',
} as const satisfies Record<DeliveryAct, string>

/** What came of an act: of an attempt that was asked for, whether it began. */
export function doneWords(act: DeliveryAct, { next_attempt_at }: DeliveryRow): string {
  const isHeld = act === 'attempt-now' && next_attempt_at !== null
  return isHeld ? 'Due now; it starts when a place is free' : done[act]
}
