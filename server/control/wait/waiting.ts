/** Repeats a look at the records at each relevant change until the look ends the wait, or the time is up. */
import type { Bus } from '../../live/bus.ts'
import type { Outside } from '../../outside.ts'
import type { FrameKind } from '../../wire.ts'

/** The result of a look. `ends` means that the wait is over. */
interface Found {
  ends: boolean
}

interface Waited<Seen extends Found> {
  kind: FrameKind
  /**
   * Brings the search index up to date, if the look uses it, unless `isOver` says that nobody waits any longer. Fulfilled
   * with how far the index is behind.
   */
  catchUp(isOver: () => boolean): Promise<number>
  /** How far the index was behind when it last grew. */
  lag(): number
  /** The result is ignored once the wait is over. */
  look(isOver: () => boolean): Promise<Seen>
  timeoutMs: number
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

/** A longer look is followed by a pause, so that waiting uses at most a tenth of the time. */
const briefMs = 5
const restsPerLook = 9
const longestRestMs = 1000
/** How long the last look, after the timeout, waits for the search index and for causes. A wait may only last so much longer. */
const graceMs = 250

/** Looks again at each change of a kind until a look ends the wait. Uses real time. */
export function createWaiting({ bus, outside }: { bus: Bus; outside: Outside }) {
  /** Fulfilled when the time is up or the timer is stopped. */
  function timer() {
    let cancel = () => {}
    let resolve = () => {}
    return {
      rings: (ms: number) =>
        new Promise<void>((told) => {
          resolve = told
          cancel = outside.after(ms, told)
        }),
      end() {
        cancel()
        resolve()
      },
    }
  }

  /**
   * The first look that ends the wait, or `over` at the timeout or when the client disconnects. Releases its listeners and
   * timers.
   */
  function firstEnding<Seen extends Found>(waited: Waited<Seen>): Promise<Seen | 'over'> {
    const { kind, catchUp, look, timeoutMs, signal } = waited
    return new Promise((resolve, reject) => {
      let [isOver, isBusy, isNews] = [signal.aborted, false, true]
      const rest = timer()
      if (isOver) return resolve('over')

      function end(tell: () => void) {
        isOver = true
        unsubscribe()
        cancel()
        rest.end()
        signal.removeEventListener('abort', over)
        tell()
      }
      const over = () => end(() => resolve('over'))

      async function lookOn() {
        if (isBusy) return
        isBusy = true
        try {
          while (isNews && !isOver) {
            isNews = false
            await catchUp(() => isOver)
            if (isOver) return
            const began = outside.elapsed()
            const seen = await look(() => isOver)
            if (isOver) return
            if (seen.ends) return end(() => resolve(seen))
            const tookMs = outside.elapsed() - began
            if (tookMs > briefMs) await rest.rings(Math.min(tookMs * restsPerLook, longestRestMs))
          }
        } catch (error) {
          end(() => reject(error))
        } finally {
          isBusy = false
        }
      }
      const unsubscribe = bus.subscribe((told) => {
        if (!told.some((one) => one.kind === kind)) return
        isNews = true
        void lookOn()
      })
      const cancel = outside.after(timeoutMs, over)
      signal.addEventListener('abort', over)
      void lookOn()
    })
  }

  /** The last look, and how far the index was behind it. */
  return async function wait<Seen extends Found>(
    waited: Waited<Seen>,
  ): Promise<{ seen: Seen; indexLag: number }> {
    const ended = await firstEnding(waited)
    if (ended !== 'over') return { seen: ended, indexLag: 0 }
    const grace = timer()
    let isOver = false
    const lag = await Promise.race([
      waited.catchUp(() => isOver),
      grace.rings(graceMs).then(() => waited.lag()),
    ])
    isOver = true
    grace.end()
    return { seen: await waited.look(() => waited.signal.aborted), indexLag: lag }
  }
}
