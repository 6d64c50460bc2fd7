import type { Sent } from '../client/send.ts'
import { afterPatience } from './patience.ts'
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
