import { signal } from '@preact/signals'
import { doFirst, outliveThePage, type Result } from './api.ts'
import { refusal, said } from './refusal.ts'

/** How long something can be taken back, ms. */
const graceMs = 8000

/** Something that is done a little later, until when it can be taken back. */
export interface Later {
  /** What was done, in the words that are shown: `Deleted /in/demo`. */
  said: string
  /** Does it. What it is refused with is shown, and the thing comes back. Absent where it was done at once. */
  run?(): Promise<Result<unknown> | undefined>
  /** Brings the thing back to the page. */
  undo(): unknown
  /** What is not to be seen from now on, by its id or name. */
  ids?: readonly string[]
}
interface Pending extends Later {
  number: number
}

/** What can still be taken back, the oldest first. */
export const pending = signal<readonly Pending[]>([])
/** What is being deleted, by id or name. */
const leaving = signal<ReadonlySet<string>>(new Set())
const timers = new Map<number, { timer: ReturnType<typeof setTimeout>; since: number; left: number }>()
const running = new Set<Promise<void>>()
let last = 0
let isHeld = false

/** Whether something is about to be deleted, so that it is no longer listed. */
export const isLeaving = (id: string): boolean => leaving.value.has(id)

/** What was done at once, and can be made good again. */
export const undoable = (said: string, undo: () => unknown) => doLater({ said, undo })

const without = (ids: readonly string[] = []) => {
  const left = new Set(leaving.value)
  for (const id of ids) left.delete(id)
  leaving.value = left
}

/** Takes the thing off the page at once and does it when nobody can take it back any more. */
export function doLater(later: Later): void {
  const one = { ...later, number: ++last }
  pending.value = [...pending.value, one]
  leaving.value = new Set([...leaving.value, ...(later.ids ?? [])])
  timers.set(one.number, { timer: wait(one, graceMs), since: Date.now(), left: graceMs })
}

const wait = (one: Pending, ms: number) => setTimeout(() => void finish(one), isHeld ? 2 ** 31 - 1 : ms)

function take(one: Pending): boolean {
  if (!pending.value.includes(one)) return false
  clearTimeout(timers.get(one.number)?.timer)
  timers.delete(one.number)
  pending.value = pending.value.filter((other) => other !== one)
  // The bar goes from under the hand, which cannot leave it any more.
  if (pending.value.length === 0) isHeld = false
  return true
}

function finish(one: Pending): Promise<void> {
  if (!take(one)) return Promise.resolve()
  // The request has to be on its way before this returns: the page may be going.
  const work = (one.run?.() ?? Promise.resolve(undefined)).then((result) => {
    without(one.ids)
    // What somebody else has deleted meanwhile is not there any more: that is all that was asked.
    if (!result || result.ok || result.problem.code.endsWith('_unknown')) return
    one.undo()
    refusal.value = result.problem
  })
  running.add(work)
  return work.finally(() => running.delete(work))
}

/** Takes back the newest, or the one that is named. */
export function undo(number?: number): void {
  const one =
    number === undefined ? pending.value.at(-1) : pending.value.find((other) => other.number === number)
  if (one === undefined || !take(one)) return
  without(one.ids)
  one.undo()
  said.value = `Taken back: ${one.said}`
}

/** Does at once what waits, for an act that needs it done. */
async function settle(): Promise<void> {
  await Promise.all([...pending.value.filter(({ run }) => run !== undefined).map(finish), ...running])
}
doFirst(settle)

/** Leaves undone what is not sent yet: all is gone by itself, and what has its id now is something else. */
export function forgetDeletions(): void {
  for (const one of pending.value) if (one.run !== undefined && take(one)) without(one.ids)
}

/** While somebody is at the bar, its time does not run. */
export function holdUndo(hold: boolean): void {
  if (hold === isHeld) return
  isHeld = hold
  for (const one of pending.value) {
    const known = timers.get(one.number)
    if (known === undefined) continue
    clearTimeout(known.timer)
    const left = hold ? Math.max(0, known.left - (Date.now() - known.since)) : known.left
    // Whoever moves on has a moment to come back.
    timers.set(one.number, { timer: wait(one, Math.max(left, 1500)), since: Date.now(), left })
  }
}

if (typeof addEventListener === 'function') {
  addEventListener('pagehide', () => {
    outliveThePage(true)
    void settle()
  })
  addEventListener('pageshow', () => outliveThePage(false))
}
