import { signal } from '@preact/signals'
import type { DeliveryRow } from '../../server/wire.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { actOn, type DeliveryAct } from '../live/routes/delivery.ts'

const done = {
  'attempt-now': 'Attempted',
  cancel: 'Cancelled',
  abort: 'Aborted',
  release: 'Released: the next deliveries may start, this one keeps waiting',
} as const satisfies Record<DeliveryAct, string>

/** What came of an act: of an attempt that was asked for, whether it began. */
function doneWords(act: DeliveryAct, { next_attempt_at }: DeliveryRow): string {
  const isHeld = act === 'attempt-now' && next_attempt_at !== null
  return isHeld ? 'Due now; it starts when a place is free' : done[act]
}

const asked = signal<readonly string[]>([])
/** Whether an act on a delivery has been asked for and not been answered. */
export const isAsked = (act: string, id: string): boolean => asked.value.includes(act + id)

/** Does something to a delivery unless it is under way: pressed once more before the answer, it would be done twice. */
export async function once(act: string, id: string, work: () => Promise<unknown>): Promise<void> {
  if (isAsked(act, id)) return
  asked.value = [...asked.value, act + id]
  await work()
  asked.value = asked.value.filter((one) => one !== act + id)
}

/** What can be done to a delivery in a state. */
export function actsAt(state: DeliveryRow['state']): DeliveryAct[] {
  if (state === 'pending' || state === 'retrying') return ['attempt-now', 'cancel']
  return state === 'sending' ? ['release', 'abort', 'cancel'] : []
}

/** Tries a delivery at once, ends it, or cuts or releases the attempt under way. */
export const actOnDelivery = (id: string, act: DeliveryAct): Promise<void> =>
  once(act, id, async () => {
    const answer = await attemptTo(actOn(id, act))
    if (answer !== null) said.value = doneWords(act, answer.delivery)
  })
