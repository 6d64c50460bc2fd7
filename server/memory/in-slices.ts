/** Runs long work in slices, so that the event loop serves other work between them. */
import { setImmediate } from 'node:timers/promises'

/** Work that yields wherever it may pause, and returns its result. */
export type Pausable<T> = Generator<undefined, T, void>

/** The usual length of a slice, in ms. */
export const sliceMs = 5

/**
 * The turn that the newest slice waits for. All sliced work of the process shares the turns, because Node would otherwise
 * run one slice of each in a single turn of the event loop.
 */
let newest: Promise<unknown> = Promise.resolve()

/** Waits for a turn of the event loop that no other sliced work has. */
export function ownTurn(): Promise<unknown> {
  newest = newest.then(() => setImmediate())
  return newest
}

/**
 * Runs work to its end. Each slice has a turn of the event loop for itself and ends at the first yield after `sliceMs`. The
 * result must not depend on where the slices end.
 * @param elapsed a monotonic time in ms, see `Outside`
 */
export async function runInSlices<T>(work: Pausable<T>, sliceMs: number, elapsed: () => number): Promise<T> {
  for (;;) {
    await ownTurn()
    const end = elapsed() + sliceMs
    do {
      const { done, value } = work.next()
      if (done) return value
    } while (elapsed() < end)
  }
}

/** Maps a list, with a pause after each item. */
export function* mapping<Item, T>(items: Iterable<Item>, map: (item: Item) => T): Pausable<T[]> {
  const mapped: T[] = []
  for (const item of items) {
    mapped.push(map(item))
    yield
  }
  return mapped
}

/** Runs work to its end without a pause, where the caller cannot wait. */
export function runAtOnce<T>(work: Pausable<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
