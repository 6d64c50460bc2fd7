/** The actions on a delivery: attempt now, cancel, abort, release. */
import { signal } from '@preact/signals'
import type { DeliveryRow } from '../../server/wire.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { actOn, type DeliveryAct } from '../live/routes/delivery.ts'

const done = {
  'attempt-now': 'Attempted',
  cancel: 'Cancelled',
  abort: 'Aborted',
  release: 'Released. The next deliveries may start; this attempt keeps waiting.',
} as const satisfies Record<DeliveryAct, string>

/** The result of an action; for an attempt, whether it started. */
function doneWords(act: DeliveryAct, { next_attempt_at }: DeliveryRow): string {
  const isHeld = act === 'attempt-now' && next_attempt_at !== null
  return isHeld ? 'Due now. The attempt starts when a place in the queue is free.' : done[act]
}

const asked = signal<readonly string[]>([])
/** Whether an action on a delivery waits for its response. */
export const isAsked = (act: string, id: string): boolean => asked.value.includes(act + id)

/** Runs an action unless the same one is under way: a double click would run it twice. */
export async function once(act: string, id: string, work: () => Promise<unknown>): Promise<void> {
  if (isAsked(act, id)) return
  asked.value = [...asked.value, act + id]
  await work()
  asked.value = asked.value.filter((one) => one !== act + id)
}

/** The actions available in a state. */
export function actsAt(state: DeliveryRow['state']): DeliveryAct[] {
  if (state === 'pending' || state === 'retrying') return ['attempt-now', 'cancel']
  return state === 'sending' ? ['release', 'abort', 'cancel'] : []
}

/** Runs one of the actions. */
export const actOnDelivery = (id: string, act: DeliveryAct): Promise<void> =>
  once(act, id, async () => {
    const answer = await attemptTo(actOn(id, act))
    if (answer !== null) said.value = doneWords(act, answer.delivery)
  })
