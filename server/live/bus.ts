import type { Frame } from '../wire.ts'

type Listener = (frames: readonly Frame[]) => void
interface Kept {
  seq: number
  text: string
}

/** What the newest frames may take: older ones are forgotten, and a client that needs them is told of the gap. */
const keptFrames = 20_000
const keptCharacters = 32_000_000

/**
 * Carries news from the writer to whoever listens, in the order of their numbers, after the commit that holds them.
 * Keeps the newest for clients that come back.
 * @param startsAt the number after which this process' frames begin
 * @param onTrouble told of a listener that fails; the others hear the news all the same
 */
export function createBus(startsAt: number, onTrouble: (error: unknown) => void = () => {}) {
  const listeners = new Set<Listener>()
  let kept: Kept[] = []
  let characters = 0
  let forgottenUpTo = startsAt
  let newest = startsAt

  function keep(frame: Frame) {
    const text = JSON.stringify(frame)
    kept.push({ seq: frame.seq, text })
    characters += text.length
    newest = frame.seq
    if (kept.length <= keptFrames && characters <= keptCharacters) return
    const dropped = kept.slice(0, Math.ceil(kept.length / 4))
    kept = kept.slice(dropped.length)
    for (const { text } of dropped) characters -= text.length
    forgottenUpTo = dropped.at(-1)?.seq ?? forgottenUpTo
  }

  return {
    publish(frames: readonly Frame[]) {
      if (frames.length === 0) return
      for (const frame of frames) keep(frame)
      for (const listener of listeners) {
        try {
          listener(frames)
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
    /** The serialised frames after `seq`, oldest first and at most `limit`, or `gap` when some of them are forgotten. */
    after(seq: number, limit: number): readonly Kept[] | 'gap' {
      if (seq > newest || seq < forgottenUpTo) return 'gap'
      const from = kept.findLastIndex((frame) => frame.seq <= seq) + 1
      return kept.slice(from, from + limit)
    },
    oldest: () => kept[0]?.seq ?? newest + 1,
  }
}
export type Bus = ReturnType<typeof createBus>
