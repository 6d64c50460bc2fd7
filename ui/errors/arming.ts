/** Arms and disarms errors. */
import type { ArmedError } from '../../server/wire.ts'
import type { Result } from '../live/api.ts'
import { attemptTo, said } from '../live/refusal.ts'
import { type ArmOrder, deleteArmedError, postArmedError } from '../live/routes/errors.ts'
import { undoable } from '../live/undo.ts'
import { armedAgain, armedAnew, armedWhat } from './armed-words.ts'
import { armedErrors, takeArmed } from './errors.ts'

/** Arms an error, with Undo. A note says why no call would match. */
export async function arm(order: ArmOrder): Promise<Result<{ note: string | null }>> {
  const done = await put(order)
  if (done.ok) {
    const { armed_error } = done.value
    undoable(`Armed ${armedWhat(armed_error)}`, () => drop(armed_error.id))
  }
  return done
}

/** Arms an error and lists it, unless the live frame was faster. */
async function put(order: ArmOrder) {
  const done = await postArmedError(order)
  if (!done.ok) return done
  const { armed_error, note } = done.value
  if (!armedErrors.value?.some((one) => one.id === armed_error.id)) takeArmed(armed_error)
  said.value = `Armed ${order.code ?? order.status ?? order.outcome}${note === null ? '' : `. Note: ${note}`}`
  return done
}

/** Arms a spent error again, in its place. */
export async function armAgain(armed: ArmedError): Promise<void> {
  if ((await attemptTo(arm(armedAnew(armed)))) !== null) await drop(armed.id)
}

/** Returns whether the error is no longer armed. */
async function drop(id: string): Promise<boolean> {
  const isGone = (await attemptTo(deleteArmedError(id))) !== null
  if (isGone) takeArmed({ id, deleted: true })
  return isGone
}

/** Disarms at once, because calls may arrive; undo arms the remaining uses again. */
export async function disarm(armed: ArmedError): Promise<void> {
  if (!(await drop(armed.id))) return
  const order = armedAgain(armed)
  const words = `Disarmed ${armedWhat(armed)}`
  if (order === null) said.value = words
  else undoable(words, () => void attemptTo(put(order)))
}
