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

/** Where nothing bounds an attempt of a delivery, a replay is bounded all the same: somebody waits for its answer. Real time, ms. */
const mostMs = 60_000

/** Sends captures again and writes down what came of it. */
export function createReplayer(needs: {
  config: Config
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  captures: CaptureStore
  exchanges: ExchangeStore
  /** Where an address is really found; undefined for one that nothing is sent to, since a session is played again. */
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
     * Sends a request that was made of a capture; what came of it is kept with the capture, which is told anew.
     * @param edited whether the body is another than the capture's own
     */
    async replay(
      capture: Pick<CaptureRow, 'id' | 'seq'>,
      { request, url, edited }: { request: Outgoing; url: string; edited: boolean },
    ): Promise<Exchange> {
      const at = clock.now()
      const sent = await send(request)
      return writer.write((tx) => {
        // It may have gone while the answer was waited for.
        const row = captures.rowOf(capture.id)
        if (row?.seq !== capture.seq)
          return fail('capture_unknown', `No capture has the id ${capture.id} any more.`)
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
