import { type Outside, realOutside } from '../../server/outside.ts'

/** The real world, but for time: the wall clock stands until the test lets some pass, and timers run as it does. */
export function holdWall(start: string) {
  let wall = Date.parse(start) * 1000
  const timers = new Set<{ at: number; run: () => void }>()
  const outside: Outside = {
    ...realOutside(),
    wallTime: () => wall,
    after(ms, run) {
      const timer = { at: wall + ms * 1000, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  const firstUpTo = (time: number) =>
    [...timers].filter(({ at }) => at <= time).sort((a, b) => a.at - b.at)[0]
  return {
    outside,
    /** How many timers wait. */
    waiting: () => timers.size,
    /** Lets time pass; each timer that falls due runs at its own time. */
    pass(ms: number) {
      const target = wall + ms * 1000
      for (let next = firstUpTo(target); next; next = firstUpTo(target)) {
        timers.delete(next)
        wall = Math.max(wall, next.at)
        next.run()
      }
      wall = target
    },
  }
}
