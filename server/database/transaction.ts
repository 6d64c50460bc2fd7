/** Describes what work inside a transaction may do besides SQL. */
import type { FrameData, FrameKind, News, Telling } from '../wire.ts'

/** What a unit of work may do besides SQL inside a transaction. */
export interface Transaction {
  /** Takes the next number of the sandbox's single sequence. */
  seq(): number
  /**
   * A frame for the bus, published after the commit if the work is not undone. `tell` is only called if somebody listens, so
   * it may only use data that no longer changes.
   */
  announce<K extends FrameKind>(
    kind: K,
    tell: (() => FrameData[K]) | Telling<FrameData[K]>,
    seq?: number,
  ): void
  /** Runs after the commit. */
  afterCommit(run: () => void): void
  /** Runs if the work is undone, newest first, to undo changes in memory. */
  ifUndone(takeBack: () => void): void
  /** Runs at the end of this transaction, once however often it is requested. */
  atEnd(last: LastWork): void
  /** Runs `work` so that an error undoes its changes and frames, and keeps the rest of the transaction. */
  undoable<T>(work: () => T): T
}

/** Work for the end of a transaction, and a function to call if only that fails. */
interface LastWork {
  work(tx: Transaction): void
  failed(error: unknown): void
}

/** What a transaction leaves for its end and for after its commit. */
export interface Round {
  news: News[]
  callbacks: (() => void)[]
  /** Functions that undo changes in memory, oldest first. */
  undoings: (() => void)[]
  outcomes: (() => void)[]
  last: Set<LastWork>
  /** How many jobs ran. */
  jobs: number
  /** Work failed without a savepoint, so the round must run again. */
  lacksSavepoint: boolean
}

/** The contents of an empty round. */
export const nothing = (): Omit<Round, 'jobs' | 'lacksSavepoint'> => ({
  news: [],
  callbacks: [],
  undoings: [],
  outcomes: [],
  last: new Set(),
})

/** Remembers the contents of a round. The returned function drops and undoes later additions. */
export function markOf({ news, callbacks, undoings }: Round): () => void {
  const [newsBefore, callbacksBefore, undoingsBefore] = [news.length, callbacks.length, undoings.length]
  return () => {
    news.length = newsBefore
    callbacks.length = callbacksBefore
    for (const takeBack of undoings.splice(undoingsBefore).reverse()) takeBack()
  }
}
