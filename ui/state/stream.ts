import { computed, signal } from '@preact/signals'
import type { AttemptRow } from '../../server/wire.ts'
import type { Problem } from './api.ts'
import { askedOf, isAsked, isSandboxAsked } from './asked.ts'
import { question } from './navigation.ts'
import { type Filters, type Kind, listRows } from './routes.ts'
import { createRows, type Entry, entryOf } from './rows.ts'

const pageSize = 200
/** A burst longer than this is read from its newest page down instead of being caught up with. */
const pagesCaughtUp = 5

export const rows = createRows()
/** Goes up once for every change of `rows` that is to be drawn. */
export const version = signal(0)
/** Goes up when the list was read anew. */
export const generation = signal(0)
export const loading = signal(true)
export const loadProblem = signal<Problem | null>(null)
export const loadingOlder = signal(false)

/** Newest number shown while the list stands still; null while it follows. */
const heldAt = signal<number | null>(null)
export const paused = signal(false)
export const following = computed(() => heldAt.value === null)

/** Stops the list at what it shows now. */
export function hold(): void {
  heldAt.value ??= rows.newest
}
/** Lets it follow the newest again, unless it is paused. */
export function follow(): void {
  if (!paused.value) heldAt.value = null
}
export function setPaused(stop: boolean): void {
  paused.value = stop
  if (stop) hold()
  else follow()
}

interface Source {
  kind: Kind
  filters: Filters
  next: string | null
  /** Number of the oldest row read so far. */
  oldest: number
  /** Number of the newest one. */
  newest: number
}
let sources: Source[] = []
/** While older pages of one kind are unread, rows of the others below this number would leave gaps. */
let floor = 0
/** Rows that came by the socket while the lists were being read. */
let meanwhile: Entry[] | null = null
let turn = 0

const begin = (): Source[] =>
  askedOf(question.value).map((asked) => ({ ...asked, next: null, oldest: 0, newest: 0 }))

/** The part of `rows` that is drawn: lines from `from` up to `to`, and how many are held back. */
export const shown = computed(() => {
  version.value
  const to = heldAt.value === null ? rows.length : rows.indexOf(heldAt.value + 1)
  const from = Math.min(rows.indexOf(floor), to)
  return { from, to, count: to - from, fresh: rows.length - to }
})

export const hasOlder = computed(() => {
  version.value
  return sources.some((source) => source.next !== null)
})

async function readPage(source: Source): Promise<Entry[] | Problem> {
  const answer = await listRows(source.kind, { limit: pageSize, cursor: source.next, ...source.filters })
  if (!answer.ok) return answer.problem
  source.next = answer.value.next
  source.oldest = answer.value.rows.at(-1)?.seq ?? 0
  source.newest = Math.max(source.newest, answer.value.rows[0]?.seq ?? 0)
  return answer.value.rows
    .map((row) => entryOf(source.kind, row))
    .filter((entry) => isAsked(entry, question.value))
}

const setFloor = () => {
  floor = Math.max(0, ...sources.filter((source) => source.next !== null).map((source) => source.oldest))
}

let reading: Promise<void> = Promise.resolve()

/** Reads the newest page of every kind asked for, and starts over with it. */
export function reload(): Promise<void> {
  reading = readAnew()
  return reading
}

async function readAnew(): Promise<void> {
  const mine = ++turn
  const fresh = begin()
  loading.value = true
  meanwhile = []
  const pages = await Promise.all(fresh.map(readPage))
  if (mine !== turn) return
  sources = fresh
  setFloor()
  rows.clear()
  generation.value++
  loadProblem.value = null
  for (const page of pages)
    if (Array.isArray(page)) rows.add(page)
    else loadProblem.value = page
  rows.add(meanwhile)
  meanwhile = null
  heldAt.value = paused.value ? rows.newest : null
  loading.value = false
  version.value++
  void fill()
}

/** What is filtered here may leave little of a page: reads on until the list can be scrolled. */
async function fill(): Promise<void> {
  const mine = turn
  for (let pages = 0; pages < 20 && mine === turn; pages++) {
    if (!hasOlder.value || shown.value.count >= pageSize / 4) return
    await loadOlder()
  }
}

/** Reads on where the gapless part of the list ends. */
export async function loadOlder(): Promise<void> {
  if (loadingOlder.value || loading.value) return
  const mine = turn
  const due = sources.filter((source) => source.next !== null && source.oldest >= floor)
  if (due.length === 0) return
  loadingOlder.value = true
  const pages = await Promise.all(due.map(readPage))
  loadingOlder.value = false
  if (mine !== turn) return
  for (const page of pages)
    if (Array.isArray(page)) rows.add(page)
    else loadProblem.value = page
  setFloor()
  version.value++
}

/** Reads what is newer than a source knows; null when that is too much to catch up with. */
async function catchUp(source: Source): Promise<Entry[] | null> {
  const ahead: Source = { ...source, next: null }
  const fresh: Entry[] = []
  for (let pages = 0; pages < pagesCaughtUp; pages++) {
    const page = await readPage(ahead)
    // The next news asks again; what was read until now must not pass for all of it.
    if (!Array.isArray(page)) return []
    fresh.push(...page)
    if (ahead.next === null || ahead.oldest <= source.newest) {
      source.newest = ahead.newest
      return fresh
    }
  }
  return null
}

/** Searching is the sandbox's work: while a search stands, news makes what is newest be read again. */
export async function refresh(): Promise<void> {
  await reading
  const mine = turn
  const pages = await Promise.all(sources.map(catchUp))
  if (mine !== turn) return
  if (pages.includes(null)) return reload()
  for (const page of pages) rows.add(page ?? [])
  version.value++
}

/** Takes rows out of the list that are gone. */
export function drop(ids: readonly string[]): void {
  const gone = new Set(ids)
  meanwhile = meanwhile?.filter(({ id }) => !gone.has(id)) ?? null
  if (ids.map(rows.remove).includes(true)) version.value++
}

/** Takes in what one animation frame's worth of live frames brought. */
export function take(fresh: readonly Entry[], attempts: readonly AttemptRow[]): void {
  const wanted = fresh.filter(
    // What is shown already stays and follows its news, even out of the filter: no row vanishes under the hand.
    (entry) =>
      rows.get(entry.id) !== undefined || (!isSandboxAsked(question.value) && isAsked(entry, question.value)),
  )
  meanwhile?.push(...wanted)
  rows.add(wanted)
  for (const attempt of attempts) rows.addAttempt(attempt)
  version.value++
}
