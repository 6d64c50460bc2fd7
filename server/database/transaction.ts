import type { FrameData, FrameKind, News, Telling } from '../wire.ts'

/** What a piece of work may do besides SQL while it is inside the transaction. */
export interface Transaction {
  /** Takes the next number of the sandbox's one sequence. */
  seq(): number
  /**
   * News for the bus, told after the commit and only if the work stands. `tell` is asked for the words only when somebody
   * listens, so that it must go by what does not change any more.
   */
  announce<K extends FrameKind>(
    kind: K,
    tell: (() => FrameData[K]) | Telling<FrameData[K]>,
    seq?: number,
  ): void
  /** Runs after the commit. */
  afterCommit(run: () => void): void
  /** Runs where the work comes to nothing, the newest first: takes back what was done in memory. */
  ifUndone(takeBack: () => void): void
  /** Does it as the last of this transaction, once however often the same is asked for. */
  atEnd(last: LastWork): void
  /** Runs `work` so that, if it throws, its changes and news are undone and the rest of the transaction stands. */
  undoable<T>(work: () => T): T
}

/** What is done at the end of a transaction, and who is told if only that fails. */
interface LastWork {
  work(tx: Transaction): void
  failed(error: unknown): void
}

/** What a transaction leaves to be done at its end and after its commit. */
export interface Round {
  news: News[]
  callbacks: (() => void)[]
  /** What takes back what was done in memory, oldest first. */
  undoings: (() => void)[]
  outcomes: (() => void)[]
  last: Set<LastWork>
  /** Something was to be undone that there was no savepoint for: the round has to be done again. */
  lacksSavepoint: boolean
}

/** What an empty round holds. */
export const nothing = (): Omit<Round, 'lacksSavepoint'> => ({
  news: [],
  callbacks: [],
  undoings: [],
  outcomes: [],
  last: new Set(),
})

/** Remembers what a round holds; the answer forgets what has come since, and takes it back. */
export function markOf({ news, callbacks, undoings }: Round): () => void {
  const [newsBefore, callbacksBefore, undoingsBefore] = [news.length, callbacks.length, undoings.length]
  return () => {
    news.length = newsBefore
    callbacks.length = callbacksBefore
    for (const takeBack of undoings.splice(undoingsBefore).reverse()) takeBack()
  }
}
