/** Decides what happens to a request at an endpoint. */
import type { Transaction } from '../../database/writer.ts'
import type { EndpointRecord } from '../endpoints.ts'
import type { Forwarder } from '../forward/forwarder.ts'
import type { Asking } from './asking.ts'
import { chooseReply } from './choose.ts'
import { type ChosenReply, replyOf } from './chosen.ts'
import { forcedReply, noted } from './forced.ts'
import type { Limiter } from './limiter.ts'
import { inCircle } from './unchosen.ts'

/**
 * Decides what happens to a request: a reply forced by its URL, a refusal beyond the rate limit, a forward, or the
 * endpoint's reply.
 */
export function createDecision({
  limiter,
  forwarder,
}: {
  limiter: Limiter
  forwarder: Pick<Forwarder, 'goesRound'>
}) {
  function passedOn({ name, forwardTo }: EndpointRecord, asking: Asking, way: readonly string[]) {
    const [first] = forwardTo
    if (first === undefined) return undefined
    if (way.includes(name)) return inCircle([...way, name])
    const body = asking.body ?? Buffer.alloc(0)
    if (forwarder.goesRound({ endpoint: name, method: asking.method, body }))
      return inCircle([name, '…', name])
    return replyOf({ why: { kind: 'forwarding', to: first }, status: 0, outcome: 'forward' })
  }

  /**
   *
   * @param way the endpoints that the request passed before
   */
  return (
    tx: Transaction,
    endpoint: EndpointRecord,
    { asking, way }: { asking: Asking; way: readonly string[] },
  ): ChosenReply =>
    noted(
      forcedReply(asking.rest, asking.query) ??
        limiter.take(tx, endpoint) ??
        passedOn(endpoint, asking, way) ??
        chooseReply(endpoint, asking),
      asking,
    )
}
export type Decision = ReturnType<typeof createDecision>
