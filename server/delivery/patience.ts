const stepMs = 25
const steps = 6

/**
 * Calls `run` after 150 ms of real time, in steps in each of which this process has had its turn: on a busy machine
 * what has long come may be waiting to be read. The answer cancels it.
 */
export function afterPatience(
  after: (ms: number, run: () => void) => () => void,
  run: () => void,
): () => void {
  let left = steps
  let cancel = after(stepMs, tick)
  function tick() {
    left--
    if (left === 0) run()
    else cancel = after(stepMs, tick)
  }
  return () => cancel()
}
