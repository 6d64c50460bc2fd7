import type { Frame, News } from '../wire.ts'

type Listener = (news: readonly News[]) => void

interface Kept {
  seq: number
  kind: Frame['kind']
  /** Undefined where its record is gone. */
  tell(): Frame['data'] | undefined
}

/** How many of the newest frames are kept: a client that needs older ones is told of the gap. */
const keptFrames = 20_000

/**
 * Carries news from the writer to whoever listens, in the order of their numbers, after the commit that holds them.
 * Keeps the newest for clients that come back.
 * @param startsAt the number after which this process' frames begin
 * @param onTrouble told of a listener that fails; the others hear the news all the same
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
    /** Answers the function that ends the listening. */
    subscribe(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    newest: () => newest,
    /**
     * The frames after `seq`, oldest first and at most `limit`, without those whose records are gone, and up to which number
     * they go; or `gap` when some of them are forgotten.
     */
    after(seq: number, limit: number): { frames: readonly Frame[]; upTo: number } | 'gap' {
      if (seq > newest || seq < forgottenUpTo) return 'gap'
      const from = kept.findLastIndex((one) => one.seq <= seq) + 1
      const missed = kept.slice(from, from + limit)
      return { frames: missed.flatMap(frameOf), upTo: missed.at(-1)?.seq ?? seq }
    },
    oldest: () => kept[0]?.seq ?? newest + 1,
  }
}

/** What news is told from is kept along with it, and moved about in memory: of what the database can tell, only its number. */
const keptOf = (one: News): Kept =>
  one.later === undefined ? one : { seq: one.seq, kind: one.kind, tell: one.later }

function frameOf({ seq, kind, tell }: Kept): Frame[] {
  const data = tell()
  return data === undefined ? [] : [{ seq, kind, data } as Frame]
}

export type Bus = ReturnType<typeof createBus>
