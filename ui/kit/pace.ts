/** Runs `act` at once and then at most every `ms`; the last request is never lost, nor are two under way. */
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

/** No frame is put off for longer than this for the sake of the one before it, ms. */
const longestRest = 100

/**
 * Runs work in animation frames, one piece at a time, and leaves as much time after each as it took until it was painted:
 * a page that is flooded answers the hand in between, and leaves the processor to those who send.
 */
export function createPace() {
  let restUntil = 0
  let isPainting = false
  let next: (() => void) | null = null

  function run(work: () => void): void {
    const began = performance.now()
    isPainting = true
    // Behind the frame, whatever comes of the work.
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
