/**
 * Keeps results in a fixed order on a manual clock. Waves pass on together what ended together, and requests to the
 * sandbox's own endpoints are sent one after another. On a running clock, both pass everything on at once.
 */
import { notSent } from '../client/message.ts'
import type { Attempting, AttemptSender, Sent } from '../client/send.ts'
import type { Bus } from '../live/bus.ts'
import type { FrameData } from '../wire.ts'
import type { UnderWay } from './under-way.ts'

/** A claim whose attempts have all ended, with their results. */
export interface Ended {
  underWay: UnderWay
  sents: Sent[]
}

/** How many places the ended attempts free in each lane. A released delivery frees none, but may be retried. */
export function freedBy(ended: readonly Ended[]): Map<string, number> {
  const freed = new Map<string, number>()
  for (const { underWay } of ended) {
    const { id } = underWay.claim.subscription
    freed.set(id, (freed.get(id) ?? 0) + (underWay.holdsPlace ? 1 : 0))
  }
  return freed
}

/**
 * Passes on what has ended. On a manual clock, work that is under way together is passed on together, in the order in which
 * it began. So the response times change neither numbers nor failure counts. Work that is slower than all other by more than
 * the patience is not waited for.
 */
export function createWaves(needs: {
  /** Whether the clock is manual. */
  keepsOrder(): boolean
  after(ms: number, run: () => void): () => void
  /** The work that is waited for. */
  underWay(): readonly UnderWay[]
  tell(ended: readonly Ended[]): void
}) {
  let waiting: Ended[] = []
  /** Claims with some ended attempts, and how to report these. */
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

  /** Checks whether ended attempts may be passed on: nothing else is waited for, or the clock runs. */
  function look() {
    if (waiting.length === 0 && some.size === 0) return
    if (!needs.keepsOrder() || awaited().length === 0) return handOn()
    cancel ??= afterPatience(needs.after, () => {
      for (const slow of awaited()) slow.isPassed = true
      handOn()
    })
  }

  /** While requests keep leaving or ending, nobody can tell which one is slow. */
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
    /**
     * Some attempts of a claim ended long ago. They are reported at once if nobody waits for the others, else
     * with the wave.
     */
    someEnded(one: UnderWay, tell: () => void) {
      if (one.isPassed) return tell()
      some.set(one, tell)
      look()
    },
    goesOn,
    look,
    /** Whether its attempts have ended and wait to be passed on. */
    holds: (one: UnderWay): boolean => waiting.some(({ underWay }) => underWay === one),
    forget,
  }
}

const stepMs = 25
const steps = 6

/**
 * Calls `run` after 150 ms of real time, in steps that each give this process a turn: on a busy machine, received data may
 * still be unread. The returned function cancels.
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

/** As {@link AttemptSender}, with progress reports. */
export interface InTurn extends AttemptSender {
  /** Calls `tell` at each turn: a request leaves, or the current one has arrived. */
  onTurn(tell: () => void): void
  /** Interrupts what waits for its turn. Fulfilled when the requests to the sandbox's own endpoints have ended, or after `ms`. */
  endOwn(ms: number): Promise<void>
}

/**
 * A sender that, on a manual clock, sends requests to the sandbox's own endpoints one after another: each once the previous
 * one has arrived, however long its response takes. So captures are numbered in the order of their attempts.
 */
export function createInTurn(needs: {
  sender: AttemptSender
  bus: Bus
  after(ms: number, run: () => void): () => void
  /** Whether the clock is manual. */
  keepsOrder(): boolean
  isOwn(url: string): boolean
}): InTurn {
  const { sender, bus } = needs
  const queue: { begin(): void; cut(outcome: Sent['outcome']): void }[] = []
  const own = new Set<Promise<Sent>>()
  /** The delivery whose request is on its way. */
  let leaving: { deliveryId: string; forget(): void } | undefined
  let tellTurn = () => {}

  function next() {
    leaving?.forget()
    leaving = undefined
    queue.shift()?.begin()
    tellTurn()
  }

  const stopListening = bus.subscribe((news) => {
    const awaited = leaving?.deliveryId
    if (awaited === undefined) return
    if (news.some((one) => one.kind === 'capture' && deliveryOf(one.tell()) === awaited)) next()
  })

  function sendInTurn(...[request, options]: Parameters<AttemptSender['send']>): Attempting {
    let cut = (outcome: Sent['outcome']) => {
      cut = () => {}
      queue.splice(queue.indexOf(waiting), 1)
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
    const waiting = { begin, cut: (outcome: Sent['outcome']) => cut(outcome) }
    queue.push(waiting)
    if (leaving === undefined) next()
    return { done, cut: waiting.cut }
  }

  return {
    send(request, options) {
      if (!needs.isOwn(request.url)) return sender.send(request, options)
      const attempting = needs.keepsOrder() ? sendInTurn(request, options) : sender.send(request, options)
      own.add(attempting.done)
      void attempting.done.finally(() => own.delete(attempting.done))
      return attempting
    },
    async endOwn(ms) {
      for (const { cut } of [...queue]) cut({ kind: 'interrupted', code: 'stopped' })
      let cancel = () => {}
      const late = new Promise<void>((resolve) => {
        cancel = needs.after(ms, resolve)
      })
      await Promise.race([Promise.all(own), late])
      cancel()
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

/** The delivery that a capture belongs to, or null. */
const deliveryOf = (capture: FrameData['capture']) => ('deleted' in capture ? null : capture.delivery_id)
