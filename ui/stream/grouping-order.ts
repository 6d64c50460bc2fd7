import { firstThat } from '../kit/first-that.ts'

/** What is kept in order: each has a number, and so many lines as it was last said to have. */
interface Counted {
  seq: number
  id: string
  lines: number
}
interface Spot<T> {
  item: T
  /** The first line of the item. */
  start: number
  /** Its place among the items that have a line. */
  place: number
}

const isBefore = (a: Counted, b: Counted) => a.seq < b.seq || (a.seq === b.seq && a.id < b.id)

/** Items of several lines each in the order of their numbers; lines are counted from the newest item. */
export function createOrder<T extends Counted>() {
  /** Oldest first, so that news is a push at the end. */
  let items: T[] = []
  /** Where each item with a line begins, newest first; null once something has changed. */
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
    /** Says how many lines an item has now; 0 hides it. */
    resize(item: T, lines: number): void {
      item.lines = lines
      counted = null
    },
    /** The item at a line. */
    at(line: number): Spot<T> | undefined {
      const { spots, lines } = count()
      return line < lines
        ? spots[firstThat(spots.length, (index) => (spots[index]?.start ?? 0) > line) - 1]
        : undefined
    },
    /** Where an item is; undefined where it has no line. */
    spotOf(item: T): Spot<T> | undefined {
      const { spots } = count()
      const spot = spots[firstThat(spots.length, (index) => !isBefore(item, spots[index]?.item ?? item))]
      return spot?.item === item ? spot : undefined
    },
    /** Those with a number below `seq`. */
    below: (seq: number): T[] =>
      items.slice(
        0,
        firstThat(items.length, (index) => (items[index]?.seq ?? seq) >= seq),
      ),
    all: (): readonly T[] => items,
    get lines() {
      return count().lines
    },
    /** How many items have a line. */
    get seen() {
      return count().spots.length
    },
    clear() {
      items = []
      counted = null
    },
  }
}
