/** The sandbox's own clock and its alarms. */
import type { Outside } from '../outside.ts'

/** The state with which the clock resumes after a restart. */
export interface ClockState {
  mode: 'real' | 'manual'
  speed: number
  /** The sandbox's time at `wall`. Both in microseconds. */
  base: number
  wall: number
}

/** An alarm that rings once, at or after a time of the sandbox's clock. */
export interface Alarm {
  set(time: number | null): void
}

/**
 * Timers stop while the machine sleeps and ignore changes of the wall clock, so the clock is checked at this interval. Real
 * time, ms.
 */
const lookMs = 20_000

export const wallState = (outside: Outside): ClockState => {
  const wall = outside.wallTime()
  return { mode: 'real', speed: 1, base: wall, wall }
}

/** The sandbox's own time. Real mode runs, at a speed. Manual mode stops until the clock is moved. */
export function createClock(outside: Outside, initial: ClockState = wallState(outside)) {
  let state = initial
  /** The wall clock at the last check. */
  let seen = initial.wall
  let standing = false
  const rearms = new Set<() => void>()

  const timeAt = (wall: number) => Math.floor(state.base + (wall - state.wall) * state.speed)

  /** The wall clock. If it was set back, time continues from the last check, so that nothing is delayed for long. */
  function wallTime() {
    const wall = outside.wallTime()
    if (wall < seen) state = { ...state, base: timeAt(seen), wall }
    seen = wall
    return wall
  }

  const now = () => (standing || state.mode === 'manual' ? state.base : timeAt(wallTime()))

  function rearmAll() {
    for (const rearm of rearms) rearm()
  }

  return {
    /** Microseconds since the epoch. */
    now,
    state: (): ClockState => ({ ...state }),
    /** Sets a new state and every alarm again. */
    change(next: ClockState) {
      state = next
      seen = next.wall
      rearmAll()
    },
    /** Whether the clock is being moved. */
    isMoved: (): boolean => standing,
    moveTo(time: number) {
      state = { ...state, base: time, wall: standing ? state.wall : wallTime() }
      rearmAll()
    },
    /**
     * Stops time and alarms, so that the caller decides what comes first. The returned function resumes; a
     * real clock then catches up.
     */
    stand(): () => void {
      state = { ...state, base: now(), wall: wallTime() }
      standing = true
      rearmAll()
      return () => {
        standing = false
        rearmAll()
      }
    },
    /** An alarm that calls `ring`. On the manual clock it only rings once its time has come. */
    alarm(ring: () => void): Alarm {
      let due: number | null = null
      let cancel = () => {}
      function arm() {
        cancel()
        cancel = () => {}
        if (due === null || standing) return
        const wait = due - now()
        if (wait > 0 && state.mode === 'manual') return
        const waitMs = wait <= 0 ? 0 : Math.ceil(wait / 1000 / state.speed)
        cancel = outside.after(Math.min(waitMs, lookMs), () => {
          if (due === null) return
          // A timer may fire slightly early.
          if (due > now()) return arm()
          due = null
          ring()
        })
      }
      rearms.add(arm)
      return {
        set(time) {
          if (time === due && time !== null) return
          due = time
          arm()
        },
      }
    },
  }
}
export type Clock = ReturnType<typeof createClock>
