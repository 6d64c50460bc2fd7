/** Turns a group into lines, and sums it up. */
import { count, many, type Sign } from '../kit/format.ts'
import type { DeliveryEntry, Entry, Line } from '../live/entries.ts'

/** A record and its descendants. */
export interface Node {
  seq: number
  id: string
  entry: Entry
  parent: Node | null
  /** In order of time. */
  children: Node[]
  /** The number of lines in the group, for its head. */
  lines: number
  /** For a head: the index of its first line, and its position among the drawn groups. */
  start: number
  place: number
}

/** Whether the descendants of a record are folded. */
export type IsFolded = (node: Node) => boolean

const drawnOf = ({ entry }: Node): number => (entry.kind === 'delivery' ? entry.drawn : 0)
/** Whether the record has descendants. */
export const hasBelow = ({ entry, children }: Node): boolean =>
  children.length > 0 || (entry.kind === 'delivery' && entry.lines > 0)

/** The number of lines of a record and its descendants. */
export function countLines(node: Node, isFolded: IsFolded): number {
  if (!hasBelow(node) || isFolded(node)) return 1
  return node.children.reduce((sum, child) => sum + countLines(child, isFolded), 1 + drawnOf(node))
}

/** The newest sequence number in a group. */
export const newestIn = (node: Node): number =>
  node.children.reduce((newest, child) => Math.max(newest, newestIn(child)), node.seq)

/**
 * Assigns captures to attempts by time: the last attempt that started before the capture. Of several that started together,
 * the first without a capture. Number 0 means none.
 */
function byAttempt({ attempts, drawn }: DeliveryEntry, captures: readonly Node[]): Map<number, Node[]> {
  const of = new Map<number, Node[]>()
  const begun = [...attempts.values()]
    .filter(({ number }) => number <= drawn)
    .sort((a, b) => a.number - b.number)
  for (const node of captures) {
    const at = node.entry.kind === 'capture' ? node.entry.data.received_at : ''
    const last = begun.findLast(({ started_at }) => started_at <= at)
    const free = begun.find(({ started_at, number }) => started_at === last?.started_at && !of.has(number))
    const number = (free ?? last)?.number ?? 0
    of.set(number, [...(of.get(number) ?? []), node])
  }
  return of
}

interface Standing {
  position: number
  size: number
  isFolded: IsFolded
  /** Older records may be missing. */
  floor: number
}

/** The lines of a group from its head down, each with its place in the tree. */
export function linesOf(head: Node, { position, size, isFolded, floor }: Standing): Line[] {
  const lines: Line[] = []

  function draw(node: Node, depth: number, position: number, size: number): void {
    const isOpen = hasBelow(node) ? !isFolded(node) : null
    const summary = depth === 0 && isOpen !== null ? summaryOf(node, node.seq < floor) : null
    lines.push({ entry: node.entry, attempt: 0, branch: { depth, position, size, isOpen, summary } })
    if (isOpen !== true) return
    if (node.entry.kind === 'delivery' && node.entry.drawn > 0)
      drawAttempts(node.entry, node.children, depth + 1)
    else
      for (const [at, child] of node.children.entries()) draw(child, depth + 1, at + 1, node.children.length)
  }

  function drawAttempts(entry: DeliveryEntry, captures: readonly Node[], depth: number): void {
    const of = byAttempt(entry, captures)
    const loose = of.get(0) ?? []
    const size = entry.drawn + loose.length
    for (let attempt = 1; attempt <= entry.drawn; attempt++) {
      const branch = { depth, position: attempt, size, isOpen: null, summary: null }
      lines.push({ entry, attempt, branch })
      const led = of.get(attempt) ?? []
      for (const [at, capture] of led.entries()) draw(capture, depth + 1, at + 1, led.length)
    }
    for (const [at, capture] of loose.entries()) draw(capture, depth, entry.drawn + at + 1, size)
  }

  draw(head, 0, position, size)
  return lines
}

const failedStates = ['failed', 'wrongly_accepted']
const openStates = ['pending', 'sending', 'retrying']

/**
 * The worst state in a group, and its size: `1 failed of 3 deliveries`; `of 3+` if more records may exist. Narrow views cut
 * the end.
 */
function summaryOf(head: Node, isCut: boolean): Sign {
  const tally = { event: 0, delivery: 0, capture: 0, call: 0, failed: 0, open: 0, unverified: 0 }
  const note = ({ entry, children }: Node): void => {
    tally[entry.kind]++
    if (entry.kind === 'delivery') {
      if (failedStates.includes(entry.data.state)) tally.failed++
      if (openStates.includes(entry.data.state)) tally.open++
    }
    if (entry.kind === 'capture' && entry.data.verdict.result === 'failed') tally.unverified++
    for (const child of children) note(child)
  }
  note(head)
  const { event, delivery, capture, failed, open, unverified } = tally
  const counted = (value: number, one: string, more: string) =>
    isCut ? `${count(value)}+ ${more}` : many(value, one, more)
  const what =
    delivery > 0
      ? counted(delivery, 'delivery', 'deliveries')
      : capture > 0
        ? counted(capture, 'capture', 'captures')
        : counted(event, 'event', 'events')
  const worst =
    failed > 0
      ? `${failed} failed`
      : unverified > 0
        ? `${unverified} not verified`
        : open > 0
          ? `${open} waiting`
          : null
  const isBad = failed > 0 || unverified > 0
  // Records that were not read may have failed.
  const calm = delivery + capture > 0 && !isCut ? 'good' : 'quiet'
  return {
    tone: isBad ? 'bad' : open > 0 ? 'wait' : calm,
    text: worst === null ? what : `${worst} of ${what}`,
  }
}
