/** Finds palette entries by words and ranks them. */

import UFuzzy from '@leeoniya/ufuzzy'
import type { Entry, GroupName } from './entry.ts'

/** A found entry. `ranges` holds the matches in its title: from, to, from, to. */
export interface Found {
  entry: Entry
  ranges: readonly number[]
}

/** Each word may have one wrong, missing, extra or swapped letter. */
const fuzzy = new UFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 })
/** Up to this many words also match in another order. */
const permuted = 4
/** More matches than this are not ranked. */
const ranked = 10_000

/** With this many title matches, other search words are not needed. */
const enough = 100

/** The matches in `texts`, best first. */
function search(texts: string[], query: string): { index: number; ranges: readonly number[] }[] {
  const [found, info, order] = fuzzy.search(texts, query, permuted, ranked)
  if (found === null) return []
  if (info === null || order === null) return found.map((index) => ({ index, ranges: [] }))
  return order.map((at) => ({ index: info.idx[at] ?? 0, ranges: info.ranges[at] ?? [] }))
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Entries that contain the exact input come first, else the given order stays. */
function exactFirst(found: readonly Found[], query: string): Found[] {
  const asked = plain(query)
  const rank = ({ entry }: Found) => {
    const title = plain(entry.title)
    return title === asked ? 0 : ` ${title} `.includes(` ${asked} `) ? 1 : title.includes(asked) ? 2 : 3
  }
  const ranks = found.map((one) => ({ one, rank: rank(one) }))
  return ranks.sort((a, b) => a.rank - b.rank).map(({ one }) => one)
}

/** Searches titles first, then the additional search words. */
export function createMatcher(entries: readonly Entry[]) {
  const titles = entries.map(({ title }) => title)
  const wholes = entries.map(({ title, about = '', words = '' }) => `${title} ${about} ${words}`)
  const foundAt = (index: number, ranges: readonly number[]): Found[] => {
    const entry = entries[index]
    return entry === undefined ? [] : [{ entry, ranges }]
  }
  return function match(query: string): Found[] {
    if (query.trim() === '') return entries.map((entry) => ({ entry, ranges: [] }))
    const byTitle = search(titles, query)
    const called = exactFirst(
      byTitle.flatMap(({ index, ranges }) => foundAt(index, ranges)),
      query,
    )
    if (called.length >= enough) return called
    const seen = new Set(byTitle.map(({ index }) => index))
    const byWords = search(wholes, query)
      .filter(({ index }) => !seen.has(index))
      .map(({ index, ranges }) => ({ index, ranges: within(ranges, titles[index]?.length ?? 0) }))
    return [...called, ...byWords.flatMap(({ index, ranges }) => foundAt(index, ranges))]
  }
}

/** The ranges before `end`. */
function within(ranges: readonly number[], end: number): number[] {
  const kept: number[] = []
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const [from = 0, to = 0] = [ranges[at], ranges[at + 1]]
    if (to <= end) kept.push(from, to)
  }
  return kept
}

const verbOf = ({ title }: Entry) => plain(title).split(' ', 1)[0] ?? ''

/** Fewer letters than this do not name a verb. */
const clear = 3

/**
 * Sorts entries: what shows something, then other actions on the page, then the search, then what changes state.
 * A change whose verb was typed, whole or as a prefix of no other verb, keeps its place among the first.
 */
export function showingFirst(found: readonly Found[], query: string): Found[] {
  const verbs = new Set(found.flatMap(({ entry }) => (entry.changes ? [verbOf(entry)] : [])))
  const typed = new Set(
    plain(query)
      .split(' ')
      .flatMap((word) => {
        const begun = [...verbs].filter((verb) => verb.startsWith(word))
        if (verbs.has(word)) return [word]
        return word.length >= clear && begun.length === 1 ? begun : []
      }),
  )
  const rank = ({ entry }: Found) => {
    if (entry.changes) return typed.has(verbOf(entry)) ? 0 : 3
    if (entry.group === 'words') return 2
    return entry.group === 'page' || entry.group === 'clock' ? 1 : 0
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** A piece of a title, and whether it matches. */
export interface Piece {
  text: string
  hit: boolean
}

/** Splits a title where its matches begin and end. */
export function piecesOf(title: string, ranges: readonly number[]): Piece[] {
  const pieces: Piece[] = []
  let last = 0
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const [from = 0, to = 0] = [ranges[at], ranges[at + 1]]
    pieces.push({ text: title.slice(last, from), hit: false }, { text: title.slice(from, to), hit: true })
    last = to
  }
  pieces.push({ text: title.slice(last), hit: false })
  return pieces.filter(({ text }) => text !== '')
}

/** The matches of one group. */
export interface Group {
  name: GroupName
  found: Found[]
  /** The number of matches that are not shown. */
  more: number
}

interface Limits {
  /** Per group. */
  each: number
  /** In total. */
  all: number
}

/** The best matches per group. The group with the best match comes first. */
export function grouped(found: readonly Found[], { each, all }: Limits): Group[] {
  const byName = new Map<GroupName, Group>()
  let taken = 0
  for (const one of found) {
    const name = one.entry.group
    const group = byName.get(name) ?? { name, found: [], more: 0 }
    byName.set(name, group)
    if (group.found.length < each && taken < all) {
      group.found.push(one)
      taken++
    } else group.more++
  }
  return [...byName.values()].filter((group) => group.found.length > 0)
}
