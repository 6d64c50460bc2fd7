import type { Outside } from '../../outside.ts'

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
    /** Begins to hold one; `over` is fulfilled when its time has passed, or when it does not count any more. */
    begin(ms: number, born: number) {
      const over = new Promise<void>((resolve) => {
        if (stopped || born !== generation) return resolve()
        function end() {
          cancel()
          held.delete(end)
          resolve()
        }
        const cancel = outside.after(ms, end)
        held.add(end)
      })
      return { over, counts: () => born === generation && !stopped }
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
