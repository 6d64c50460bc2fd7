/** Limits how often work runs, to keep the page responsive. */

/** Runs `act` at once, then at most every `ms`. The last request always runs, and runs never overlap. */
export function throttle(ms: number, act: () => Promise<void> | void): () => void {
  let busy = false
  let again = false
  async function run(): Promise<void> {
    busy = true
    do {
      again = false
      await act()
      await new Promise((resolve) => setTimeout(resolve, ms))
    } while (again)
    busy = false
  }
  return () => {
    again = true
    if (!busy) void run()
  }
}

/** A timer for one work at a time: what is set last replaces what was set before. */
export function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const set = (ms: number, work: () => Promise<void> | void) => {
    clear()
    timer = setTimeout(() => {
      clear()
      void work()
    }, ms)
  }
  return { isSet: () => timer !== undefined, set, clear }
}

/** Longest pause after a frame, ms. */
const longestRest = 100

/**
 * Runs work in animation frames, one piece at a time. After each piece it pauses for as long as the piece took until
 * painted. A flooded page thus responds to the reader and leaves processor time for senders.
 */
export function createPace() {
  let restUntil = 0
  let isPainting = false
  let next: (() => void) | null = null

  function run(work: () => void): void {
    const began = performance.now()
    isPainting = true
    // After the frame, even if the work fails.
    setTimeout(() => {
      const now = performance.now()
      restUntil = now + Math.min(longestRest, now - began)
      isPainting = false
      if (next !== null) plan(next)
      next = null
    })
    work()
  }

  function plan(work: () => void): void {
    const rest = restUntil - performance.now()
    if (rest <= 0) requestAnimationFrame(() => run(work))
    else setTimeout(() => requestAnimationFrame(() => run(work)), rest)
  }

  return (work: () => void): void => {
    if (isPainting) next = work
    else plan(work)
  }
}
