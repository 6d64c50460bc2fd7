/**
 * What keeps one order of things on a clock that stands: waves hand on together what ended together, and requests to the sandbox's
 * own endpoints leave one after the other. On a clock that runs, both let everything pass at once.
 */
import { notSent } from '../client/message.ts'
import type { AttemptSender, Sent } from '../client/send.ts'
import type { Bus } from '../live/bus.ts'
import type { FrameData } from '../wire.ts'
import type { UnderWay } from './under-way.ts'

/** Attempts of a claim that have all ended, and how. */
export interface Ended {
  underWay: UnderWay
  sents: Sent[]
}

/**
 * How many places in its lane what has ended leaves to others, by subscription: none where it was released, which may be tried again all
 * the same.
 */
export function freedBy(ended: readonly Ended[]): Map<string, number> {
  const freed = new Map<string, number>()
  for (const { underWay } of ended) {
    const { id } = underWay.claim.subscription
    freed.set(id, (freed.get(id) ?? 0) + (underWay.holdsPlace ? 1 : 0))
  }
  return freed
}

/**
 * Hands on what has ended. On a clock that stands, what is under way together is handed on together and in the order in
 * which it began, so that which of several answers was a moment earlier changes nothing, no number and no row of failures.
 * What is slower than all others by more than the patience is waited for no more.
 */
export function createWaves(needs: {
  /** Whether the clock stands. */
  keepsOrder(): boolean
  after(ms: number, run: () => void): () => void
  /** What is under way and waited for. */
  underWay(): readonly UnderWay[]
  tell(ended: readonly Ended[]): void
}) {
  let waiting: Ended[] = []
  /** Claims of which some attempts have ended and others have not, and what tells of it. */
  let some = new Map<UnderWay, () => void>()
  let cancel: (() => void) | undefined

  const awaited = () => {
    const ended = new Set(waiting.map(({ underWay }) => underWay))
    return needs.underWay().filter((one) => !ended.has(one) && !one.isPassed)
  }

  function forget() {
    cancel?.()
    cancel = undefined
    waiting = []
    some = new Map()
  }

  function handOn() {
    const ended = waiting.sort((a, b) => a.underWay.order - b.underWay.order)
    const tells = [...some.values()]
    forget()
    for (const { underWay } of ended) underWay.isPassed = true
    for (const tell of tells) tell()
    needs.tell(ended)
  }

  /** Looks whether those that have ended may go on: somebody is waited for no more, or the clock runs. */
  function look() {
    if (waiting.length === 0 && some.size === 0) return
    if (!needs.keepsOrder() || awaited().length === 0) return handOn()
    cancel ??= afterPatience(needs.after, () => {
      for (const slow of awaited()) slow.isPassed = true
      handOn()
    })
  }

  /** As long as one after the other leaves or ends, there is no telling who is slow. */
  function goesOn() {
    cancel?.()
    cancel = undefined
    look()
  }

  return {
    ended(one: Ended) {
      some.delete(one.underWay)
      waiting.push(one)
      goesOn()
    },
    /** Some attempts of a claim ended long ago: has it told at once where nobody waits for the others any more, else with the wave. */
    someEnded(one: UnderWay, tell: () => void) {
      if (one.isPassed) return tell()
      some.set(one, tell)
      look()
    },
    goesOn,
    look,
    /** Whether its attempts have ended and wait to be handed on. */
    holds: (one: UnderWay): boolean => waiting.some(({ underWay }) => underWay === one),
    forget,
  }
}

const stepMs = 25
const steps = 6

/**
 * Calls `run` after 150 ms of real time, in steps in each of which this process has had its turn: on a busy machine
 * what has long come may be waiting to be read. The answer cancels it.
 */
function afterPatience(after: (ms: number, run: () => void) => () => void, run: () => void): () => void {
  let left = steps
  let cancel = after(stepMs, tick)
  function tick() {
    left--
    if (left === 0) run()
    else cancel = after(stepMs, tick)
  }
  return () => cancel()
}

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
        tell(notSent(outcome))
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
