import { attemptTo, said } from './acts.ts'
import type { Result } from './api.ts'
import { armedErrors, takeArmed } from './errors.ts'
import { type ArmOrder, deleteArmedError, postArmedError } from './routes.ts'

/** Arms it and lists it, unless the live frame was faster. */
export async function arm(order: ArmOrder): Promise<Result<unknown>> {
  const done = await postArmedError(order)
  if (!done.ok) return done
  const { armed_error } = done.value
  if (!armedErrors.value?.some((one) => one.id === armed_error.id)) takeArmed(armed_error)
  said.value = `Armed ${order.code ?? order.status ?? order.outcome}`
  return done
}

/** Takes it back. */
export async function disarm(id: string): Promise<void> {
  if ((await attemptTo(deleteArmedError(id))) === null) return
  takeArmed({ id, deleted: true })
  said.value = 'Disarmed'
}
