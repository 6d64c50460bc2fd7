/** Delays deletions so that the user can undo them. */
import { signal } from '@preact/signals'
import { doFirst, isClosing } from './api.ts'
import { type Later, leaving, type Pending, pending } from './pending.ts'
import { refusal, said } from './refusal.ts'

/** The time to undo, ms. */
const graceMs = 8000

const timers = new Map<number, { timer: ReturnType<typeof setTimeout>; since: number; left: number }>()
const running = new Set<Promise<void>>()
const last = signal(0)
const isHeld = signal(false)

/** Offers to undo an action that already ran. */
export const undoable = (said: string, undo: () => unknown) => doLater({ said, undo })

const without = (ids: readonly string[] = []) => {
  const left = new Set(leaving.value)
  for (const id of ids) left.delete(id)
  leaving.value = left
}

/** Hides the record at once, and runs the action when the time to undo is over. */
export function doLater(later: Later): void {
  settleInTime()
  const one = { ...later, number: ++last.value }
  pending.value = [...pending.value, one]
  leaving.value = new Set([...leaving.value, ...(later.ids ?? [])])
  timers.set(one.number, { timer: wait(one, graceMs), since: Date.now(), left: graceMs })
}

const wait = (one: Pending, ms: number) =>
  setTimeout(() => void finish(one), isHeld.peek() ? 2 ** 31 - 1 : ms)

function take(one: Pending): boolean {
  if (!pending.value.includes(one)) return false
  clearTimeout(timers.get(one.number)?.timer)
  timers.delete(one.number)
  pending.value = pending.value.filter((other) => other !== one)
  // The bar disappears under the pointer, so no leave event follows.
  if (pending.value.length === 0) isHeld.value = false
  return true
}

function finish(one: Pending): Promise<void> {
  if (!take(one)) return Promise.resolve()
  // The request must start before this returns: the page may be closing.
  const work = (one.run?.() ?? Promise.resolve(undefined)).then((result) => {
    without(one.ids)
    // If somebody else deleted the record meanwhile, the goal is reached.
    if (!result || result.ok || result.problem.code.endsWith('_unknown')) return
    one.undo()
    refusal.value = result.problem
  })
  running.add(work)
  return work.finally(() => running.delete(work))
}

/** Undoes the newest action, or the named one. */
export function undo(number?: number): void {
  const one =
    number === undefined ? pending.value.at(-1) : pending.value.find((other) => other.number === number)
  if (one === undefined || !take(one)) return
  without(one.ids)
  one.undo()
  said.value = `Undone: ${one.said}`
}

/** Runs waiting actions at once, for an action that needs their result. */
async function settle(): Promise<void> {
  await Promise.all([...pending.value.filter(({ run }) => run !== undefined).map(finish), ...running])
}

/** Drops unsent actions: after a reset their ids may name other records. */
export function forgetDeletions(): void {
  for (const one of pending.value) if (one.run !== undefined && take(one)) without(one.ids)
}

/** The time to undo does not run while the user is at the bar. */
export function holdUndo(hold: boolean): void {
  if (hold === isHeld.peek()) return
  isHeld.value = hold
  for (const one of pending.value) {
    const known = timers.get(one.number)
    if (known === undefined) continue
    clearTimeout(known.timer)
    const left = hold ? Math.max(0, known.left - (Date.now() - known.since)) : known.left
    // A user who leaves the bar still has a moment to return.
    timers.set(one.number, { timer: wait(one, Math.max(left, 1500)), since: Date.now(), left })
  }
}

/** Runs waiting actions before requests that depend on them, and when the page closes. */
function settleInTime(): void {
  if (doFirst.peek() !== null) return
  doFirst.value = settle
  addEventListener('pagehide', () => {
    isClosing.value = true
    void settle()
  })
  addEventListener('pageshow', () => {
    isClosing.value = false
  })
}
