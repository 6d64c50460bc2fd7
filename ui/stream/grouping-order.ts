/** What is kept in order: each has a number, and so many lines as it was last said to have. */
interface Counted {
  seq: number
  id: string
  lines: number
}

interface Chunk<T> {
  items: T[]
  lines: number
  /** How many of them have a line at all. */
  seen: number
}

const mostInChunk = 512

const isBefore = (a: Counted, b: Counted) => a.seq < b.seq || (a.seq === b.seq && a.id < b.id)

/** The index of the first item for which `holds`; it holds for all behind that one. */
function firstThat<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && !holds(item)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Items of several lines each in the order of their numbers, counted from the newest. What one changes costs a piece of the
 * whole, never all of it.
 */
export function createOrder<T extends Counted>() {
  let chunks: Chunk<T>[] = []
  let lines = 0
  let seen = 0

  /** The chunk an item is in or belongs into. */
  const chunkFor = (item: T): number => {
    const behind = firstThat(chunks, ({ items: [first] }) => first !== undefined && isBefore(item, first))
    return Math.max(0, behind - 1)
  }

  function count(chunk: Chunk<T>, by: { lines: number; seen: number }): void {
    chunk.lines += by.lines
    chunk.seen += by.seen
    lines += by.lines
    seen += by.seen
  }

  function split(index: number): void {
    const chunk = chunks[index]
    if (chunk === undefined || chunk.items.length <= mostInChunk) return
    const items = chunk.items.splice(mostInChunk >>> 1)
    const moved: Chunk<T> = {
      items,
      lines: items.reduce((sum, one) => sum + one.lines, 0),
      seen: items.filter((one) => one.lines > 0).length,
    }
    chunk.lines -= moved.lines
    chunk.seen -= moved.seen
    chunks.splice(index + 1, 0, moved)
  }

  const worth = (item: T) => ({ lines: item.lines, seen: item.lines > 0 ? 1 : 0 })

  return {
    insert(item: T): void {
      if (chunks.length === 0) chunks.push({ items: [], lines: 0, seen: 0 })
      const index = chunkFor(item)
      const chunk = chunks[index]
      if (chunk === undefined) return
      chunk.items.splice(
        firstThat(chunk.items, (one) => isBefore(item, one)),
        0,
        item,
      )
      count(chunk, worth(item))
      split(index)
    },
    remove(item: T): void {
      const index = chunkFor(item)
      const chunk = chunks[index]
      const at = chunk?.items.indexOf(item) ?? -1
      if (chunk === undefined || at < 0) return
      chunk.items.splice(at, 1)
      const { lines, seen } = worth(item)
      count(chunk, { lines: -lines, seen: -seen })
      if (chunk.items.length === 0) chunks.splice(index, 1)
    },
    /** Says how many lines an item has now; 0 hides it. */
    resize(item: T, to: number): void {
      const before = worth(item)
      item.lines = to
      const chunk = chunks[chunkFor(item)]
      const now = worth(item)
      if (chunk !== undefined) count(chunk, { lines: now.lines - before.lines, seen: now.seen - before.seen })
    },
    /** The item at a line, the first line it has, and its place among those seen; counted from the newest. */
    at(line: number): { item: T; start: number; place: number } | undefined {
      let start = 0
      let place = 0
      for (let index = chunks.length - 1; index >= 0; index--) {
        const chunk = chunks[index]
        if (chunk === undefined) continue
        if (line >= start + chunk.lines) {
          start += chunk.lines
          place += chunk.seen
          continue
        }
        for (let inside = chunk.items.length - 1; inside >= 0; inside--) {
          const item = chunk.items[inside]
          if (item === undefined) continue
          if (line < start + item.lines) return { item, start, place }
          start += item.lines
          if (item.lines > 0) place++
        }
      }
      return undefined
    },
    /** The first line of an item that is in the order. */
    startOf(item: T): number {
      const index = chunkFor(item)
      let start = 0
      for (let newer = chunks.length - 1; newer > index; newer--) start += chunks[newer]?.lines ?? 0
      const items = chunks[index]?.items ?? []
      for (let newer = items.length - 1; items[newer] !== item && newer >= 0; newer--)
        start += items[newer]?.lines ?? 0
      return start
    },
    /** Those with a number below `seq`. */
    below(seq: number): T[] {
      const found: T[] = []
      for (const { items } of chunks)
        for (const item of items) {
          if (item.seq >= seq) return found
          found.push(item)
        }
      return found
    },
    all: (): T[] => chunks.flatMap(({ items }) => items),
    get lines() {
      return lines
    },
    /** How many items have a line. */
    get seen() {
      return seen
    },
    clear() {
      chunks = []
      lines = 0
      seen = 0
    },
  }
}
