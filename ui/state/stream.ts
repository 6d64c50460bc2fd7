import { computed, signal } from '@preact/signals'
import type { AttemptRow } from '../../server/wire.ts'
import type { Problem } from './api.ts'
import { place } from './navigation.ts'
import type { KindFilter } from './place.ts'
import { type Kind, listRows, plurals } from './routes.ts'
import { createRows, type Entry, entryOf } from './rows.ts'

const pageSize = 200

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
  next: string | null
  /** Number of the oldest row read so far. */
  oldest: number
}
let sources: Source[] = []
/** While older pages of one kind are unread, rows of the others below this number would leave gaps. */
let floor = 0
/** Rows that came by the socket while the lists were being read. */
let meanwhile: Entry[] | null = null
let turn = 0

const kindsOf = (filter: KindFilter): Kind[] => {
  const all: Kind[] = ['event', 'delivery', 'capture', 'call']
  return filter === 'all' ? all : all.filter((kind) => plurals[kind] === filter)
}

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

async function readPage(source: Source, q: string): Promise<Entry[] | Problem> {
  const answer = await listRows(source.kind, { limit: pageSize, cursor: source.next, q })
  if (!answer.ok) return answer.problem
  source.next = answer.value.next
  source.oldest = answer.value.rows.at(-1)?.seq ?? 0
  return answer.value.rows.map((row) => entryOf(source.kind, row))
}

const setFloor = () => {
  floor = Math.max(0, ...sources.filter((source) => source.next !== null).map((source) => source.oldest))
}

/** Reads the newest page of every kind asked for, and starts over with it. */
export async function reload(): Promise<void> {
  const mine = ++turn
  const { kind, q } = place.value
  const fresh = kindsOf(kind).map((one): Source => ({ kind: one, next: null, oldest: 0 }))
  loading.value = true
  meanwhile = []
  const pages = await Promise.all(fresh.map((source) => readPage(source, q)))
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
}

/** Reads on where the gapless part of the list ends. */
export async function loadOlder(): Promise<void> {
  if (loadingOlder.value || loading.value) return
  const mine = turn
  const due = sources.filter((source) => source.next !== null && source.oldest >= floor)
  if (due.length === 0) return
  loadingOlder.value = true
  const pages = await Promise.all(due.map((source) => readPage(source, place.value.q)))
  loadingOlder.value = false
  if (mine !== turn) return
  for (const page of pages)
    if (Array.isArray(page)) rows.add(page)
    else loadProblem.value = page
  setFloor()
  version.value++
}

/** Searching is the sandbox's work: while a search stands, news only makes the first page be read again. */
export async function refresh(): Promise<void> {
  const mine = turn
  const { kind, q } = place.value
  const pages = await Promise.all(
    kindsOf(kind).map((one) => readPage({ kind: one, next: null, oldest: 0 }, q)),
  )
  if (mine !== turn) return
  for (const page of pages) if (Array.isArray(page)) rows.add(page)
  version.value++
}

/** Takes in what one animation frame's worth of live frames brought. */
export function take(fresh: readonly Entry[], attempts: readonly AttemptRow[]): void {
  const kinds = kindsOf(place.value.kind)
  const wanted = fresh.filter(
    (entry) => kinds.includes(entry.kind) && (place.value.q === '' || rows.get(entry.id) !== undefined),
  )
  meanwhile?.push(...wanted)
  rows.add(wanted)
  for (const attempt of attempts) rows.addAttempt(attempt)
  version.value++
}
