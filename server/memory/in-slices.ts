/** Runs long work in slices, so that the event loop serves other work between them. */
import { setImmediate } from 'node:timers/promises'

/** Work that yields wherever it may pause, and returns its result. */
export type Pausable<T> = Generator<undefined, T, void>

/**
 * Runs work to its end. Whenever a slice lasts at least `sliceMs`, the event loop gets a turn. The result must not depend
 * on where the slices end.
 * @param elapsed a monotonic time in ms, see `Outside`
 */
export async function runInSlices<T>(work: Pausable<T>, sliceMs: number, elapsed: () => number): Promise<T> {
  let began = elapsed()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (elapsed() - began < sliceMs) continue
    await setImmediate()
    began = elapsed()
  }
}

/** Runs work to its end without a pause, where the caller cannot wait. */
export function runAtOnce<T>(work: Pausable<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
