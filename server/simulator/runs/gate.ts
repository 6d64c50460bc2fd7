/** Holds a paused run between its steps, and lets single steps through. */
export function createGate(paused: boolean, signal: AbortSignal) {
  let isPaused = paused
  /** How many steps may start in spite of the pause. */
  let passes = 0
  /** Whether a released step is running. */
  let stepping = false
  /** How many steps are running, and how many wait to start. */
  let underWay = 0
  let atDoor = 0
  let waiting: (() => void)[] = []
  let stepEnds: (() => void)[] = []

  function wake() {
    const woken = waiting
    waiting = []
    for (const one of woken) one()
  }
  function tellEnded() {
    const told = stepEnds
    stepEnds = []
    for (const one of told) one()
  }
  signal.addEventListener('abort', () => {
    wake()
    tellEnded()
  })
  const changed = () => new Promise<void>((resolve) => waiting.push(resolve))

  return {
    isPaused: () => isPaused,
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      stepping = false
      passes = 0
      wake()
      // Single steps end with the pause.
      tellEnded()
    },
    /** Lets the held step finish, or else releases the next one. Fulfilled when that step has ended. */
    async step(): Promise<void> {
      const ended = new Promise<void>((resolve) => stepEnds.push(resolve))
      if (underWay > 0 && atDoor === 0 && !stepping) stepping = true
      else passes++
      wake()
      await ended
    },
    /** Fulfilled when the next step may start. */
    async mayStep(): Promise<void> {
      atDoor++
      while (isPaused && passes === 0 && !signal.aborted) await changed()
      atDoor--
      underWay++
      stepping = isPaused
      if (stepping) passes--
    },
    /** Fulfilled when the running step may continue. */
    async mayGoOn(): Promise<void> {
      while (isPaused && !stepping && !signal.aborted) await changed()
    },
    /** Called at the end of each step. */
    stepEnded() {
      underWay--
      if (!stepping) return
      stepping = false
      tellEnded()
    },
  }
}
export type Gate = ReturnType<typeof createGate>
