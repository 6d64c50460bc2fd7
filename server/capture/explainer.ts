import type { Transaction, Writer } from '../database/writer.ts'
import { toFailure } from '../failures.ts'
import type { Outside } from '../outside.ts'
import type { Verdict } from '../wire.ts'
import { type EndpointStore, newEndpoint } from './endpoints.ts'
import type { Judge } from './judge.ts'
import type { CaptureStore, UnexplainedCapture } from './store.ts'

/** As many are explained without a rest; a flood has more. What a manual clock brings about one by one never rests. */
const atOnce = 8
/** A rest is so many times as long as the work before it, so that a flood leaves most of the processor to others. */
const restRatio = 3
/** How long those wait who want the causes of everything that has come, real time in ms. */
const patienceMs = 1000

/**
 * Looks for the causes of verdicts behind the reply: one capture a turn of the event loop, so that none holds up the others,
 * and with rests when there are many. What is still to be explained is told by the table, so that it outlives the process
 * and takes no memory.
 */
export function createExplainer(needs: {
  writer: Writer
  outside: Outside
  endpoints: EndpointStore
  captures: CaptureStore
  judge: Judge
  onTrouble(error: unknown): void
}) {
  const { writer, outside, endpoints, captures, judge } = needs
  let news = false
  let isStopped = false
  let running: Promise<void> | undefined
  /** Those who wait: while there are any, nothing rests. */
  let waiting = 0
  let endRest: (() => void) | undefined

  /** Answers how long it took, in ms; undefined when there was nothing to explain. */
  function explainNext(tx: Transaction): number | undefined {
    const found = isStopped ? undefined : captures.unexplained()
    if (!found) return undefined
    const began = outside.elapsed()
    tx.announce('capture', captures.explain(found.row, verdictOn(tx, found)))
    return outside.elapsed() - began
  }

  function verdictOn(tx: Transaction, { row, body }: UnexplainedCapture): Verdict {
    const endpoint = endpoints.find(row.endpoint) ?? newEndpoint(row.endpoint, { seq: 0, createdAt: 0 })
    const request = { ...row, body, bodyCut: row.body_cut }
    try {
      return judge.explain(endpoint, request, row.delivery_id)
    } catch (error) {
      if (toFailure(error).code === 'storage') throw error
      // Left as it is, it would be the next one for ever, and hold up all that came after it.
      tx.afterCommit(() => needs.onTrouble(error))
      return { ...row.verdict, explained: true }
    }
  }

  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = outside.after(ms, () => endRest?.())
      endRest = () => {
        cancel()
        endRest = undefined
        resolve()
      }
    })

  async function run() {
    try {
      let inARow = 0
      do {
        news = false
        for (let took = await next(); took !== undefined; took = await next())
          if (++inARow >= atOnce && waiting === 0) await rest(took * restRatio)
      } while (news)
    } catch (error) {
      needs.onTrouble(error)
    } finally {
      running = undefined
    }
  }
  const next = () => writer.write(explainNext)

  return {
    /** There may be something to explain; the first turn is asked for at once, so that its place does not depend on what comes meanwhile. */
    wake() {
      news = true
      if (!isStopped) running ??= run()
    },
    /** Fulfilled when everything that is committed now is explained, or when under a flood that takes too long. */
    async caughtUp(): Promise<void> {
      if (!running) return
      waiting++
      endRest?.()
      let cancel: (() => void) | undefined
      const patience = new Promise<void>((resolve) => {
        cancel = outside.after(patienceMs, resolve)
      })
      await Promise.race([running, patience])
      cancel?.()
      waiting--
    },
    /** Begins no other; what is left is explained in another life. */
    async stop(): Promise<void> {
      isStopped = true
      endRest?.()
      await running
    },
  }
}
export type Explainer = ReturnType<typeof createExplainer>
