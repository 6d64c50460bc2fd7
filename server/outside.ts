/** The outside world as an argument: clocks, timers and the seed. Tests pass another one. */
import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

/** The outside world of a sandbox. */
export interface Outside {
  /** The wall clock, in microseconds since the epoch. */
  wallTime(): number
  /** A monotonic time in milliseconds, for durations only. */
  elapsed(): number
  /** How long this thread has worked rather than waited, in milliseconds of {@link elapsed}. */
  worked(): number
  /** Calls `run` once after `ms` of real time. The returned function cancels it. */
  after(ms: number, run: () => void): () => void
  /** A seed for a new database: an integer of 31 bits. */
  drawSeed(): number
}

/** The longest timer in Node: about 24.8 days. */
export const longestTimerMs = 2 ** 31 - 1

/**
 * Calls `run` every `ms` of real time, as long as something else keeps the process alive. The returned function
 * stops it.
 */
export function meanwhileEvery(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms).unref()
  return () => clearInterval(timer)
}

/** How often the delay of the event loop is measured, in ms. */
const measureMs = 20

/** Measures how long the event loop of this process keeps timers waiting, from now until `stop`. */
export function watchEventLoop() {
  const histogram = monitorEventLoopDelay({ resolution: measureMs })
  histogram.enable()
  // The histogram holds the time between two measurements, in ns.
  const delayMs = (ns: number) => Math.max(0, Math.round((ns / 1e6 - measureMs) * 10) / 10)
  return {
    read: () => ({
      p50_ms: delayMs(histogram.percentile(50)),
      p99_ms: delayMs(histogram.percentile(99)),
      max_ms: delayMs(histogram.max),
    }),
    stop: () => void histogram.disable(),
  }
}

/** 24 random bytes: a secret, or a path that nobody can guess. */
export const drawSecretBytes = (): Buffer => randomBytes(24)

/** The real clock, timers and randomness of this process. */
export function realOutside(): Outside {
  let lastMs = 0
  let lastMsAt = 0
  return {
    wallTime() {
      // performance.now() alone stops while a laptop sleeps. Date.now() alone has no microseconds.
      const ms = Date.now()
      if (ms !== lastMs) {
        lastMs = ms
        lastMsAt = performance.now()
      }
      return ms * 1000 + Math.min(999, Math.floor((performance.now() - lastMsAt) * 1000))
    },
    elapsed: () => performance.now(),
    worked: () => performance.eventLoopUtilization().active,
    after(ms, run) {
      const timer = setTimeout(run, Math.min(Math.max(ms, 0), longestTimerMs))
      return () => clearTimeout(timer)
    },
    drawSeed: () => Math.floor(Math.random() * 2 ** 31),
  }
}
