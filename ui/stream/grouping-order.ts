/** Keeps items of several lines each in order, and finds lines and items fast. */
import { firstThat } from '../kit/first-that.ts'

interface Counted {
  seq: number
  id: string
  lines: number
}
interface Spot<T> {
  item: T
  start: number
  /** Its index among the items that have lines. */
  place: number
}

const isBefore = (a: Counted, b: Counted) => a.seq < b.seq || (a.seq === b.seq && a.id < b.id)

/** Items in the order of their numbers. Lines count from the newest item. */
export function createOrder<T extends Counted>() {
  /** Oldest first, so a new item is a push at the end. */
  let items: T[] = []
  /** The first line of each item with lines, newest first; null after a change. */
  let counted: { spots: Spot<T>[]; lines: number } | null = null

  const indexOf = (item: T) => firstThat(items.length, (index) => !isBefore(items[index] ?? item, item))

  function count() {
    if (counted !== null) return counted
    const spots: Spot<T>[] = []
    let lines = 0
    for (let index = items.length - 1; index >= 0; index--) {
      const item = items[index]
      if (item === undefined || item.lines === 0) continue
      spots.push({ item, start: lines, place: spots.length })
      lines += item.lines
    }
    counted = { spots, lines }
    return counted
  }

  return {
    insert(item: T): void {
      items.splice(indexOf(item), 0, item)
      counted = null
    },
    remove(item: T): void {
      const index = indexOf(item)
      if (items[index] === item) items.splice(index, 1)
      counted = null
    },
    /** Sets the number of lines of an item; 0 hides the item. */
    resize(item: T, lines: number): void {
      item.lines = lines
      counted = null
    },
    at(line: number): Spot<T> | undefined {
      const { spots, lines } = count()
      return line < lines
        ? spots[firstThat(spots.length, (index) => (spots[index]?.start ?? 0) > line) - 1]
        : undefined
    },
    /** The place of an item; undefined if it has no line. */
    spotOf(item: T): Spot<T> | undefined {
      const { spots } = count()
      const spot = spots[firstThat(spots.length, (index) => !isBefore(item, spots[index]?.item ?? item))]
      return spot?.item === item ? spot : undefined
    },
    below: (seq: number): T[] =>
      items.slice(
        0,
        firstThat(items.length, (index) => (items[index]?.seq ?? seq) >= seq),
      ),
    all: (): readonly T[] => items,
    get lines() {
      return count().lines
    },
    get spots(): readonly Spot<T>[] {
      return count().spots
    },
    clear() {
      items = []
      counted = null
    },
  }
}
