/** Holds a run back between its steps while it is paused, and lets single ones through. */
export function createGate(paused: boolean, signal: AbortSignal) {
  let isPaused = paused
  /** Steps that may begin all the same. */
  let passes = 0
  /** Whether a step that was let through is under way. */
  let stepping = false
  /** How many steps are under way, and how many wait to begin. */
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
      // Nobody lets single steps through any more.
      tellEnded()
    },
    /** Lets the step that was held under way come to its end, or else a next one through; fulfilled when it has ended. */
    async step(): Promise<void> {
      const ended = new Promise<void>((resolve) => stepEnds.push(resolve))
      if (underWay > 0 && atDoor === 0 && !stepping) stepping = true
      else passes++
      wake()
      await ended
    },
    /** Fulfilled when a next step may begin. */
    async mayStep(): Promise<void> {
      atDoor++
      while (isPaused && passes === 0 && !signal.aborted) await changed()
      atDoor--
      underWay++
      stepping = isPaused
      if (stepping) passes--
    },
    /** Fulfilled when time may go on for the step under way. */
    async mayGoOn(): Promise<void> {
      while (isPaused && !stepping && !signal.aborted) await changed()
    },
    /** Told of the end of each step. */
    stepEnded() {
      underWay--
      if (!stepping) return
      stepping = false
      tellEnded()
    },
  }
}
export type Gate = ReturnType<typeof createGate>
