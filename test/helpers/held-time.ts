import { type Outside, realOutside } from '../../server/outside.ts'

/** The real world, but for timers of the lengths named: these run when the test says so, and never by themselves. */
export function holdTimers(...lengths: number[]) {
  const held: { ms: number; run: () => void }[] = []
  const real = realOutside()
  const outside: Outside = {
    ...real,
    after(ms, run) {
      if (!lengths.includes(ms)) return real.after(ms, run)
      const timer = { ms, run }
      held.push(timer)
      return () => {
        const at = held.indexOf(timer)
        if (at >= 0) held.splice(at, 1)
      }
    },
  }
  return {
    outside,
    /** How many are waiting. */
    waiting: () => held.length,
    /** Runs those that wait now. */
    release() {
      for (const { run } of held.splice(0)) run()
    },
  }
}
