/** Loads, starts and stops checks. */
import { signal } from '@preact/signals'
import type { Check } from '../../server/wire.ts'
import type { Problem, Result } from '../live/api.ts'
import { afterFrames } from '../live/frames.ts'
import { attemptTo, said } from '../live/refusal.ts'
import {
  type CheckOrder,
  getCheck,
  getChecks,
  postCheck,
  repeatCheck,
  stopCheck,
} from '../live/routes/checks.ts'
import { besideTold } from '../live/told.ts'
import { place } from '../place/navigation.ts'
import { checks, takeCheck, withCheck } from './checks.ts'

export const checksProblem = signal<Problem | null>(null)

/** Loads the newest checks, and the open check if it is older. */
export const readChecks = (): Promise<void> =>
  besideTold(async () => {
    const { view, open } = place.value
    const [newest, opened] = await Promise.all([
      getChecks(),
      view === 'check' && open?.startsWith('chk_') ? getCheck(open) : null,
    ])
    checksProblem.value = newest.ok ? null : newest.problem
    if (!newest.ok) return
    const list = newest.value.checks
    checks.value = opened?.ok ? withCheck(list, opened.value.check) : list
  })

// A reset deletes the checks. After a reconnection the page may have missed frames.
afterFrames(['reset'], () => {
  checks.value = []
})
afterFrames(['hello', 'gap'], () => void readChecks())

/** Starts a check and lists it. */
export async function startCheck(order: CheckOrder): Promise<Result<{ check: Check }>> {
  const begun = await postCheck(order)
  if (!begun.ok) return begun
  // The live frame may have been faster, and newer.
  const { check } = begun.value
  if (!checks.value?.some(({ id }) => id === check.id)) takeCheck(check)
  said.value = 'Check started'
  return begun
}

/** Runs a whole check again as a new one, or some of its probes, whose rows show the new results. */
export async function again(id: string, only?: string[]): Promise<Check | null> {
  const begun = await attemptTo(repeatCheck(id, only))
  if (begun === null) return null
  takeCheck(begun.check)
  said.value = only === undefined ? 'Check started' : `${only.join(', ')} runs again`
  return begun.check
}

export async function stop(id: string): Promise<void> {
  const stopped = await attemptTo(stopCheck(id))
  if (stopped === null) return
  takeCheck(stopped.check)
  said.value = 'Check stopped'
}
