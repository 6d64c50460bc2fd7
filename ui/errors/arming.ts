import type { ArmedError } from '../../server/wire.ts'
import type { Result } from '../live/api.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { type ArmOrder, deleteArmedError, postArmedError } from '../live/routes.ts'
import { undoable } from '../live/undo.ts'
import { armedAgain, armedAnew, armedWhat } from './armed-words.ts'
import { armedErrors, takeArmed } from './errors.ts'

/** Arms it and lists it, unless the live frame was faster; its note says why no call would meet it. */
export async function arm(order: ArmOrder): Promise<Result<{ note: string | null }>> {
  const done = await postArmedError(order)
  if (!done.ok) return done
  const { armed_error, note } = done.value
  if (!armedErrors.value?.some((one) => one.id === armed_error.id)) takeArmed(armed_error)
  said.value = `Armed ${order.code ?? order.status ?? order.outcome}${note === null ? '' : `, but ${note}`}`
  return done
}

/** Arms what is spent once more, in the place of what was. */
export async function armAgain(armed: ArmedError): Promise<void> {
  if ((await attemptTo(arm(armedAnew(armed)))) === null) return
  const { id } = armed
  if ((await attemptTo(deleteArmedError(id))) !== null) takeArmed({ id, deleted: true })
}

/** Takes it back at once, for calls may come; undone, what was left of it is armed anew. */
export async function disarm(armed: ArmedError): Promise<void> {
  const { id } = armed
  if ((await attemptTo(deleteArmedError(id))) === null) return
  takeArmed({ id, deleted: true })
  const order = armedAgain(armed)
  const words = `Disarmed ${armedWhat(armed)}`
  if (order === null) said.value = words
  else undoable(words, () => void attemptTo(arm(order)))
}
