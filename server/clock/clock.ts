import type { Outside } from '../outside.ts'

/** What the clock needs to go on after a restart. */
export interface ClockState {
  mode: 'real' | 'manual'
  speed: number
  /** The sandbox's time at `wall`, both in microseconds. */
  base: number
  wall: number
}

/** An alarm that rings once, at or after a time of the sandbox's clock. */
export interface Alarm {
  set(time: number | null): void
}

/** No timer goes on while the machine sleeps, or with a wall clock that is set: so the time is looked at so often. Real time, ms. */
const lookMs = 20_000

export const wallState = (outside: Outside): ClockState => {
  const wall = outside.wallTime()
  return { mode: 'real', speed: 1, base: wall, wall }
}

/** The sandbox's own time. Real time runs (at a speed); manual time stands until it is moved. */
export function createClock(outside: Outside, initial: ClockState = wallState(outside)) {
  let state = initial
  /** The wall clock when it was last looked at. */
  let seen = initial.wall
  let standing = false
  const rearms = new Set<() => void>()

  const timeAt = (wall: number) => Math.floor(state.base + (wall - state.wall) * state.speed)

  /** The wall clock. Where it was set back, time goes on from where it was at the last look, so that nothing is put off for long. */
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
    /** Takes a new state and sets every alarm anew. */
    change(next: ClockState) {
      state = next
      seen = next.wall
      rearmAll()
    },
    /** Whether it is being moved. */
    isMoved: (): boolean => standing,
    moveTo(time: number) {
      state = { ...state, base: time, wall: standing ? state.wall : wallTime() }
      rearmAll()
    },
    /**
     * Lets time stand and no alarm ring, so that whoever moves the clock decides what comes first. The answer lets it go on:
     * on the real clock the time that passed meanwhile is made up for.
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
    /** An alarm that calls `ring`; on the manual clock it rings only when the time it is set to has come. */
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
          // It may be early by a little, too.
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
