/** Sends captures again and records the outcome. */
import { createSender, type Outgoing, type Sent } from '../../client/send.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Ids } from '../../database/ids.ts'
import type { Writer } from '../../database/writer.ts'
import { senderOptions } from '../../delivery/sending.ts'
import { fail } from '../../failures.ts'
import type { Outside } from '../../outside.ts'
import type { CaptureRow, Exchange } from '../../wire.ts'
import { parseDuration } from '../../words/time.ts'
import type { ExchangeStore } from '../exchanges/store.ts'
import { played } from '../forward/played.ts'
import type { CaptureStore } from '../store.ts'

/** The limit for a replay if delivery attempts have none, since a client waits for it. Real time, ms. */
const mostMs = 60_000

/** Sends captures again and records the outcome. */
export function createReplayer(needs: {
  config: Config
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  captures: CaptureStore
  exchanges: ExchangeStore
  /** The real address of a URL. Undefined while a session is played and nothing is sent there. */
  route(url: string): string | undefined
  onTrouble(error: unknown): void
}) {
  const { config, clock, ids, writer, captures, exchanges } = needs
  const sender = createSender(senderOptions(needs))
  const timeoutMs = Math.min(parseDuration(config.delivery.timeout) || mostMs, mostMs)

  function send(request: Outgoing): Promise<Sent> | Sent {
    const url = needs.route(request.url)
    return url === undefined ? played : sender.send({ ...request, url }, { timeoutMs }).done
  }

  return {
    comesFrom: sender.comesFrom,
    close: sender.close,
    /**
     * Sends a request made from a capture. The outcome is stored with the capture, which is announced again.
     * @param edited whether the body differs from the capture's own
     */
    async replay(
      capture: Pick<CaptureRow, 'id' | 'seq'>,
      { request, url, edited }: { request: Outgoing; url: string; edited: boolean },
    ): Promise<Exchange> {
      const at = clock.now()
      const sent = await send(request)
      return writer.write((tx) => {
        // The capture may have been deleted meanwhile.
        const row = captures.rowOf(capture.id)
        if (row?.seq !== capture.seq)
          return fail('capture_unknown', `The capture ${capture.id} was deleted during the replay.`)
        const id = ids.next('exc')
        exchanges.insert({
          seq: tx.seq(),
          id,
          captureSeq: capture.seq,
          kind: 'replay',
          url,
          at,
          durationMs: sent.durationMs,
          method: request.method ?? 'POST',
          httpVersion: request.wire.httpVersion,
          headers: request.headers,
          trailers: request.trailers ?? [],
          body: edited ? request.body : null,
          outcome: sent.outcome,
          response: sent.response,
          answered: false,
        })
        tx.announce('capture', captures.telling(row))
        return exchanges.ofCapture(capture.seq).find((one) => one.id === id) as Exchange
      })
    },
  }
}
export type Replayer = ReturnType<typeof createReplayer>
