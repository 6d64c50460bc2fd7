import type { Outside } from '../outside.ts'

/** Something that is held back. */
export interface Held {
  /** Fulfilled when its time has passed, when it was ended, or when it does not count any more. */
  over: Promise<void>
  /** Whether the world that it was begun in is still there. */
  counts(): boolean
  end(): void
}

/** Holds answers back for a while of real time. */
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
    /** In which world an answer was decided; taken in the transaction, since a reset may be part of the same commit. */
    world: () => generation,
    /** Begins to hold one for so many milliseconds, or without end. */
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
    /** Ends all that is held; none of it counts any more. */
    forget,
    /** As {@link forget}, and holds nothing from now on. */
    stop() {
      stopped = true
      forget()
    },
  }
}
export type Holding = ReturnType<typeof createHolding>
