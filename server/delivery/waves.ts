import { afterPatience } from './patience.ts'
import type { Sent } from './send.ts'
import type { UnderWay } from './under-way.ts'

/** Attempts of a claim that have all ended, and how. */
export interface Ended {
  underWay: UnderWay
  sents: Sent[]
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
  let cancel: (() => void) | undefined

  const awaited = () => {
    const ended = new Set(waiting.map(({ underWay }) => underWay))
    return needs.underWay().filter((one) => !ended.has(one) && !one.isPassed)
  }

  function handOn() {
    cancel?.()
    cancel = undefined
    const ended = waiting.sort((a, b) => a.underWay.order - b.underWay.order)
    waiting = []
    for (const { underWay } of ended) underWay.isPassed = true
    needs.tell(ended)
  }

  /** Looks whether those that have ended may go on: somebody is waited for no more, or the clock runs. */
  function look() {
    if (waiting.length === 0) return
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
      waiting.push(one)
      goesOn()
    },
    goesOn,
    look,
    /** Whether its attempts have ended and wait to be handed on. */
    holds: (one: UnderWay): boolean => waiting.some(({ underWay }) => underWay === one),
    forget() {
      cancel?.()
      cancel = undefined
      waiting = []
    },
  }
}
