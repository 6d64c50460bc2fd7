import type { Transaction, Writer } from '../database/writer.ts'
import { type EndpointStore, newEndpoint } from './endpoints.ts'
import type { Judge } from './judge.ts'
import type { CaptureStore } from './store.ts'

/**
 * Looks for the causes of verdicts behind the reply: one capture a turn of the event loop, so that none holds up the others.
 * What is still to be explained is told by the table, so that it outlives the process and takes no memory.
 */
export function createExplainer(needs: {
  writer: Writer
  endpoints: EndpointStore
  captures: CaptureStore
  judge: Judge
  onTrouble(error: unknown): void
}) {
  const { writer, endpoints, captures, judge } = needs
  let news = false
  let running: Promise<void> | undefined

  /** Answers whether there was one. */
  function explainNext(tx: Transaction): boolean {
    const found = captures.unexplained()
    if (!found) return false
    const { row, body } = found
    const endpoint = endpoints.find(row.endpoint) ?? newEndpoint(row.endpoint, { seq: 0, createdAt: 0 })
    const request = { ...row, body, bodyCut: row.body_cut }
    const verdict = judge.explain(endpoint, request, row.delivery_id)
    tx.announce('capture', captures.explain(row, verdict))
    return true
  }

  async function run() {
    try {
      do {
        news = false
        while (await writer.write(explainNext));
      } while (news)
    } catch (error) {
      needs.onTrouble(error)
    } finally {
      running = undefined
    }
  }

  return {
    /** There may be something to explain; the first turn is asked for at once, so that its place does not depend on what comes meanwhile. */
    wake() {
      news = true
      running ??= run()
    },
    /** Fulfilled when everything that is committed now is explained. */
    caughtUp: (): Promise<void> => running ?? Promise.resolve(),
  }
}
export type Explainer = ReturnType<typeof createExplainer>
