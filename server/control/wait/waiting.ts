import type { Bus } from '../../live/bus.ts'
import type { Outside } from '../../outside.ts'
import type { FrameKind } from '../../wire.ts'

/** What a look finds; `ends` when there is nothing to wait for any more. */
interface Found {
  ends: boolean
}

interface Waited<Seen extends Found> {
  kind: FrameKind
  /** Brings up to date what a look goes by, where that is done behind the commits. */
  catchUp(): Promise<void>
  /** What it finds does not count any more once it is over. */
  look(isOver: () => boolean): Promise<Seen>
  timeoutMs: number
  /** Aborted when nobody listens any more. */
  signal: AbortSignal
}

/** A look that takes longer is followed by a rest, so that waiting takes a tenth of the time at the most. */
const briefMs = 5
const restsPerLook = 9
const longestRestMs = 1000
/** How long the last look, after the time is over, waits for what is done behind the commits. */
const graceMs = 2000

/** Looks again at each news of a kind until something ends it, on real time. */
export function createWaiting({ bus, outside }: { bus: Bus; outside: Outside }) {
  /** Fulfilled when it rings or is ended. */
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

  /** The first look that ends it, or `over` when the time is up or the client gone; frees all that it holds. */
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
            await catchUp()
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

  return async function wait<Seen extends Found>(waited: Waited<Seen>): Promise<Seen> {
    const ended = await firstEnding(waited)
    if (ended !== 'over') return ended
    const grace = timer()
    await Promise.race([waited.catchUp(), grace.rings(graceMs)])
    grace.end()
    return waited.look(() => waited.signal.aborted)
  }
}
