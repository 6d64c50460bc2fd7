/** Publishes changes to listeners after their commit, and keeps the newest for clients that reconnect. */
import type { Pausable } from '../memory/in-slices.ts'
import type { Frame, News } from '../wire.ts'

type Listener = (news: readonly News[]) => void

interface Kept {
  seq: number
  kind: Frame['kind']
  /** Undefined if the record is gone. */
  tell(): Frame['data'] | undefined
}

/** How many of the newest frames are kept. A client that needs older frames gets a gap message. */
const keptFrames = 20_000

/**
 * Publishes changes in the order of their numbers, after the commit that contains them. Keeps the newest for clients that
 * reconnect.
 * @param startsAt the frames of this process begin after this number
 * @param onTrouble called if a listener throws; the other listeners still get the news
 */
export function createBus(startsAt: number, onTrouble: (error: unknown) => void = () => {}) {
  const listeners = new Set<Listener>()
  let kept: Kept[] = []
  let forgottenUpTo = startsAt
  let newest = startsAt

  function keep(news: readonly News[]) {
    for (const one of news) kept.push(keptOf(one))
    newest = kept.at(-1)?.seq ?? newest
    if (kept.length <= keptFrames * 1.25) return
    forgottenUpTo = kept[kept.length - keptFrames - 1]?.seq ?? forgottenUpTo
    kept = kept.slice(-keptFrames)
  }

  return {
    publish(news: readonly News[]) {
      if (news.length === 0) return
      keep(news)
      for (const listener of listeners) {
        try {
          listener(news)
        } catch (error) {
          onTrouble(error)
        }
      }
    },
    /** Returns the function that unsubscribes. */
    subscribe(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    newest: () => newest,
    /**
     * The frames after `seq`, oldest first and at most `limit`, without deleted records, and the last number they cover.
     * `gap` if some are no longer kept. Pauses after each frame, since reading and `write` take time.
     */
    *after<T>(
      seq: number,
      limit: number,
      write: (frame: Frame) => T,
    ): Pausable<{ frames: readonly T[]; upTo: number } | 'gap'> {
      if (seq > newest || seq < forgottenUpTo) return 'gap'
      const from = kept.findLastIndex((one) => one.seq <= seq) + 1
      const missed = kept.slice(from, from + limit)
      const frames: T[] = []
      for (const one of missed) {
        frames.push(...frameOf(one).map(write))
        yield
      }
      return { frames, upTo: missed.at(-1)?.seq ?? seq }
    },
    oldest: () => kept[0]?.seq ?? newest + 1,
  }
}

/** Only the number is kept for records that the database holds. Other data is kept whole. */
const keptOf = (one: News): Kept =>
  one.later === undefined ? one : { seq: one.seq, kind: one.kind, tell: one.later }

function frameOf({ seq, kind, tell }: Kept): Frame[] {
  const data = tell()
  return data === undefined ? [] : [{ seq, kind, data } as Frame]
}

export type Bus = ReturnType<typeof createBus>
