/** Arms and disarms errors. */
import type { ArmedError } from '../../server/wire.ts'
import type { Result } from '../live/api.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { type ArmOrder, deleteArmedError, postArmedError } from '../live/routes.ts'
import { undoable } from '../live/undo.ts'
import { armedAgain, armedAnew, armedWhat } from './armed-words.ts'
import { armedErrors, takeArmed } from './errors.ts'

/** Arms an error and lists it, unless the live frame was faster. A note says why no call would match. */
export async function arm(order: ArmOrder): Promise<Result<{ note: string | null }>> {
  const done = await postArmedError(order)
  if (!done.ok) return done
  const { armed_error, note } = done.value
  if (!armedErrors.value?.some((one) => one.id === armed_error.id)) takeArmed(armed_error)
  said.value = `Armed ${order.code ?? order.status ?? order.outcome}${note === null ? '' : `. Note: ${note}`}`
  return done
}

/** Arms a spent error again, in its place. */
export async function armAgain(armed: ArmedError): Promise<void> {
  if ((await attemptTo(arm(armedAnew(armed)))) === null) return
  const { id } = armed
  if ((await attemptTo(deleteArmedError(id))) !== null) takeArmed({ id, deleted: true })
}

/** Disarms at once, because calls may arrive; undo arms the remaining uses again. */
export async function disarm(armed: ArmedError): Promise<void> {
  const { id } = armed
  if ((await attemptTo(deleteArmedError(id))) === null) return
  takeArmed({ id, deleted: true })
  const order = armedAgain(armed)
  const words = `Disarmed ${armedWhat(armed)}`
  if (order === null) said.value = words
  else undoable(words, () => void attemptTo(arm(order)))
}
