/** Delays responses for a period of real time, and releases them all at a reset. */
import type { Outside } from '../outside.ts'

/** A response that is held back. */
export interface Held {
  /** Fulfilled when the time has passed, the holding ended, or a reset made it void. */
  over: Promise<void>
  /** Whether no reset happened since the response was decided. */
  counts(): boolean
  end(): void
}

/** Holds responses back for a period of real time. */
export function createHolding(outside: Outside) {
  const held = new Set<() => void>()
  let generation = 0
  let stopped = false

  function forget() {
    generation++
    for (const end of held) end()
    held.clear()
  }

  return {
    /**
     * The generation in which a response was decided. Read it within the transaction, since a reset may be
     * part of the same commit.
     */
    world: () => generation,
    /** Holds a response for `ms` milliseconds, or without end if null. */
    begin(ms: number | null, born: number): Held {
      let end = () => {}
      const over = new Promise<void>((resolve) => {
        if (stopped || born !== generation) return resolve()
        const cancel = ms === null ? () => {} : outside.after(ms, () => end())
        end = () => {
          cancel()
          held.delete(end)
          resolve()
        }
        held.add(end)
      })
      return { over, counts: () => born === generation && !stopped, end: () => end() }
    },
    /** Releases everything that is held, and makes it void. */
    forget,
    /** As {@link forget}, and holds nothing afterwards. */
    stop() {
      stopped = true
      forget()
    },
  }
}
export type Holding = ReturnType<typeof createHolding>
