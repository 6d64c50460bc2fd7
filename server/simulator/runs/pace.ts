/** Lets time pass for a run. */
import type { Clock } from '../../clock/clock.ts'
import type { ClockControl } from '../../clock/control.ts'
import type { Bus } from '../../live/bus.ts'
import type { Outside } from '../../outside.ts'
import type { Gate } from './gate.ts'

/** How often the clock moves for a run with a speed, in ms of real time. */
const sliceMs = 100
/** How long news is gathered before a check, in ms of real time, since other traffic causes news too. */
const gatherMs = 10

/** How time passes for a run: at once, or by a number of sandbox seconds in each real second. */
export function createPace(needs: {
  clock: Clock
  clockControl: ClockControl
  outside: Outside
  bus: Bus
  speed: number | null
  signal: AbortSignal
  gate: Gate
}) {
  const { clock, clockControl, outside, bus, speed, signal, gate } = needs
  const isOver = () => signal.aborted

  /** Fulfilled when the run is over, the time has passed, or `listen` calls back. */
  function until(ms: number, listen: (done: () => void) => () => void = () => () => {}): Promise<void> {
    return new Promise((resolve) => {
      function done() {
        cancel()
        unlisten()
        signal.removeEventListener('abort', done)
        resolve()
      }
      const cancel = outside.after(ms, done)
      const unlisten = listen(done)
      signal.addEventListener('abort', done)
      if (signal.aborted) done()
    })
  }

  return {
    /** On a manual clock, waiting changes nothing. */
    isStill: () => clock.state().mode === 'manual',
    /** Moves the clock to a time, or one slice towards it if the run has a speed. */
    async nearer(time: number): Promise<void> {
      await gate.mayGoOn()
      if (speed === null) return clockControl.reach(time, isOver)
      const next = Math.min(time, clock.now() + speed * sliceMs * 1000)
      await until(sliceMs)
      await gate.mayGoOn()
      if (!isOver()) await clockControl.reach(next, isOver)
    },
    async news(atMostMs: number): Promise<void> {
      await until(atMostMs, (done) => bus.subscribe(done))
      await until(Math.min(gatherMs, atMostMs))
    },
  }
}
