import { noPhases } from '../client/message.ts'
import type { AttemptSender, Sent } from '../client/send.ts'
import type { Bus } from '../live/bus.ts'
import type { FrameData } from '../wire.ts'
import { afterPatience } from './patience.ts'

/** As {@link AttemptSender}, telling how it gets on. */
export interface InTurn extends AttemptSender {
  /** Has `tell` called at each turn: a request leaves, or the one whose turn it was has come in. */
  onTurn(tell: () => void): void
}

/**
 * A sender by which, on a clock that stands, requests to the sandbox's own endpoints leave one after the other: each when
 * the one before has come in, however long its answer takes. So captures are numbered in the order of their attempts.
 */
export function createInTurn(needs: {
  sender: AttemptSender
  bus: Bus
  after(ms: number, run: () => void): () => void
  /** Whether the clock stands. */
  keepsOrder(): boolean
  isOwn(url: string): boolean
}): InTurn {
  const { sender, bus } = needs
  const queue: (() => void)[] = []
  /** The one whose request is on its way. */
  let leaving: { deliveryId: string; forget(): void } | undefined
  let tellTurn = () => {}

  function next() {
    leaving?.forget()
    leaving = undefined
    queue.shift()?.()
    tellTurn()
  }

  const stopListening = bus.subscribe((news) => {
    const awaited = leaving?.deliveryId
    if (awaited === undefined) return
    if (news.some((one) => one.kind === 'capture' && deliveryOf(one.tell()) === awaited)) next()
  })

  return {
    send(request, options) {
      if (!needs.keepsOrder() || !needs.isOwn(request.url)) return sender.send(request, options)
      let cut = (outcome: Sent['outcome']) => {
        cut = () => {}
        queue.splice(queue.indexOf(begin), 1)
        tell({ outcome, response: null, durationMs: 0, phases: noPhases, sentBytes: 0 })
      }
      let tell = (_sent: Sent) => {}
      const done = new Promise<Sent>((resolve) => {
        tell = resolve
      })
      function begin() {
        const attempting = sender.send(request, options)
        cut = attempting.cut
        const mine = {
          deliveryId: options.attempt.deliveryId,
          forget: afterPatience(needs.after, () => leaving === mine && next()),
        }
        leaving = mine
        void attempting.done.then((sent) => {
          tell(sent)
          if (leaving === mine) next()
        })
      }
      queue.push(begin)
      if (leaving === undefined) next()
      return { done, cut: (outcome) => cut(outcome) }
    },
    onTurn(tell) {
      tellTurn = tell
    },
    close() {
      stopListening()
      return sender.close()
    },
  }
}

/** The delivery that brought a capture, null for none. */
const deliveryOf = (capture: FrameData['capture']) => ('deleted' in capture ? null : capture.delivery_id)
