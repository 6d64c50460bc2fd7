/** Keeps the listed records as trees by their origin. */
import { firstThat } from '../kit/first-that.ts'
import { causesOf, type Entry, type Line } from '../live/entries.ts'
import { countLines, hasBelow, linesOf, type Node, newestIn } from './grouping-lines.ts'

const kindsAbove: Record<Entry['kind'], readonly Entry['kind'][]> = {
  call: [],
  event: ['call'],
  delivery: ['event'],
  capture: ['delivery', 'event'],
}

/** The number of groups whose lines stay cached: more than any screen shows. */
const mostReady = 400

/**
 * The listed records as trees: each record is below the nearest listed record it came from. The trees do not depend on the
 * order of arrival. Groups follow the order of their heads.
 */
export function createGrouping() {
  const nodes = new Map<string, Node>()
  /** The records that name an id as their origin, whether that record is listed or not. */
  const named = new Map<string, Set<Node>>()
  /** Oldest first, so a new group is a push at the end. */
  let heads: Node[] = []
  /** The groups that have lines, newest first; null after a change. */
  let shown: readonly Node[] | null = null
  const dirty = new Set<Node>()
  const ready = new Map<Node, Line[]>()
  let floor = 0
  let areFolded = false
  /** The groups folded against the default. */
  const turned = new Set<string>()

  /** The rows fold the attempts of a delivery, in the plain list too. Its captures go with them. */
  const isFolded = (node: Node) =>
    node.entry.kind === 'delivery' && node.entry.lines > 0
      ? node.entry.drawn === 0
      : (node.parent === null && areFolded) !== turned.has(node.id)

  const indexOf = (head: Node) => firstThat(heads.length, (index) => !isBefore(heads[index] ?? head, head))

  function headOf(node: Node): Node {
    let head = node
    while (head.parent !== null) head = head.parent
    return head
  }
  const touch = (node: Node) => dirty.add(headOf(node))

  function detach(node: Node): void {
    if (node.parent === null) {
      const index = indexOf(node)
      if (heads[index] === node) heads.splice(index, 1)
      shown = null
      dirty.delete(node)
      ready.delete(node)
      return
    }
    touch(node.parent)
    node.parent.children.splice(node.parent.children.indexOf(node), 1)
    node.parent = null
  }

  function attach(node: Node, parent: Node | null): void {
    node.parent = parent
    node.lines = 0
    if (parent === null) {
      heads.splice(indexOf(node), 0, node)
      shown = null
    } else {
      let at = parent.children.length
      while (at > 0 && isBefore(node, parent.children[at - 1] ?? node)) at--
      parent.children.splice(at, 0, node)
    }
    touch(node)
  }

  const parentFor = (entry: Entry): Node | null => {
    for (const id of causesOf(entry)) {
      const cause = nodes.get(id)
      if (cause !== undefined && kindsAbove[entry.kind].includes(cause.entry.kind)) return cause
    }
    return null
  }

  function place(node: Node): void {
    const parent = parentFor(node.entry)
    if (parent === node.parent) return
    detach(node)
    attach(node, parent)
  }

  function remove(id: string): void {
    const node = nodes.get(id)
    if (node === undefined) return
    detach(node)
    nodes.delete(id)
    for (const cause of causesOf(node.entry)) {
      const naming = named.get(cause)
      naming?.delete(node)
      if (naming?.size === 0) named.delete(cause)
    }
    for (const child of [...node.children]) place(child)
    dirty.delete(node)
  }

  function add(entry: Entry): void {
    if (nodes.has(entry.id)) return
    const node: Node = {
      seq: entry.seq,
      id: entry.id,
      entry,
      parent: null,
      children: [],
      lines: 0,
      start: 0,
      place: 0,
    }
    nodes.set(node.id, node)
    for (const cause of causesOf(entry)) {
      const naming = named.get(cause)
      if (naming === undefined) named.set(cause, new Set([node]))
      else naming.add(node)
    }
    attach(node, parentFor(entry))
    for (const other of named.get(node.id) ?? []) place(other)
  }

  /** The groups that have lines, newest first. Recounts those that changed. */
  function settle(): readonly Node[] {
    for (const head of dirty) head.lines = newestIn(head) < floor ? 0 : countLines(head, isFolded)
    // A change moves the places of all later groups.
    if (dirty.size > 0) {
      ready.clear()
      shown = null
    }
    dirty.clear()
    if (shown !== null) return shown
    let start = 0
    shown = heads.toReversed().filter((head) => head.lines > 0)
    for (const [index, head] of shown.entries()) {
      Object.assign(head, { start, place: index + 1 })
      start += head.lines
    }
    return shown
  }

  function linesReady(head: Node): Line[] {
    const known = ready.get(head)
    if (known !== undefined) return known
    if (ready.size > mostReady) ready.clear()
    const lines = linesOf(head, { position: head.place, size: settle().length, isFolded, floor })
    ready.set(head, lines)
    return lines
  }

  /** The record itself, or its outermost folded ancestor. */
  function standIn(node: Node): Node {
    let found = node
    for (let above = node.parent; above !== null; above = above.parent) if (isFolded(above)) found = above
    return found
  }

  return {
    add,
    remove,
    /** Whether a record would be below another listed record. */
    belongs: (entry: Entry): boolean => parentFor(entry) !== null,
    /** A record changed: its state, or its number of attempt lines. */
    changed(id: string): void {
      const node = nodes.get(id)
      if (node !== undefined) touch(node)
    },
    /** Does not draw groups that are wholly older than this number: some of their records may be unread. */
    setFloor(seq: number): void {
      if (seq === floor) return
      const highest = Math.max(floor, seq)
      floor = seq
      const above = firstThat(heads.length, (index) => (heads[index]?.seq ?? highest) >= highest)
      for (const head of heads.slice(0, above)) dirty.add(head)
    },
    clear(): void {
      nodes.clear()
      named.clear()
      heads = []
      shown = null
      dirty.clear()
      ready.clear()
      turned.clear()
      floor = 0
    },
    /** Folds or unfolds the group of a record; false if there is nothing to fold or no change. */
    fold(id: string, isToFold: boolean): boolean {
      const node = nodes.get(id)
      if (node === undefined || !hasBelow(node) || isFolded(node) === isToFold) return false
      if (!turned.delete(id)) turned.add(id)
      touch(node)
      return true
    },
    foldAll(areToFold: boolean): void {
      areFolded = areToFold
      turned.clear()
      for (const head of heads) dirty.add(head)
    },
    /** The listed origin of a record. */
    above: (id: string): string | null => nodes.get(id)?.parent?.id ?? null,
    /** The first listed descendant of a record. */
    below: (id: string): string | null => nodes.get(id)?.children[0]?.id ?? null,
    get count(): number {
      const last = settle().at(-1)
      return last === undefined ? 0 : last.start + last.lines
    },
    /** The drawn groups, each with the index of its first line. */
    get heads(): readonly Node[] {
      return settle()
    },
    /** The line at an index, from the top. */
    at(index: number): Line | undefined {
      const groups = settle()
      const found = groups[firstThat(groups.length, (nth) => (groups[nth]?.start ?? 0) > index) - 1]
      return found && linesReady(found)[index - found.start]
    },
    /** The index of a record, or of its folded ancestor; -1 if neither is drawn. */
    indexOf(id: string): number {
      settle()
      const node = nodes.get(id)
      if (node === undefined) return -1
      const { id: drawn } = standIn(node)
      const head = headOf(node)
      if (head.lines === 0) return -1
      const lines = linesReady(head)
      return head.start + lines.findIndex(({ entry, attempt }) => attempt === 0 && entry.id === drawn)
    },
  }
}
export type Grouping = ReturnType<typeof createGrouping>

const isBefore = (a: Node, b: Node) => a.seq < b.seq || (a.seq === b.seq && a.id < b.id)
