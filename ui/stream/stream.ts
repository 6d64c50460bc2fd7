/** Keeps the stream up to date: reads lists, takes in live frames, pauses and follows. */
import { computed, signal } from '@preact/signals'
import type { AttemptRow } from '../../server/wire.ts'
import type { Problem } from '../live/api.ts'
import type { Entry } from '../live/entries.ts'
import { question } from '../place/navigation.ts'
import { askedOf, isAsked, isSandboxAsked } from './asked.ts'
import { loadOlder, readAround } from './reading.ts'
import { fromTop, isRead, readOlder, type Source } from './source.ts'
import {
  deleted,
  detach,
  entriesOf,
  hasOlder,
  heldAt,
  hidden,
  hold,
  isHidden,
  letGo,
  loading,
  loadProblem,
  rows,
  shown,
  sight,
  span,
  version,
} from './span.ts'

export { loadingOlder, loadOlder } from './reading.ts'
export { hasOlder, hold, loading, loadProblem, rows, searchLag, shown, version } from './span.ts'

/** After a longer burst, the list reloads from the newest page instead of catching up. */
const pagesCaughtUp = 5
/** The number of rows to read before the user scrolls. */
const firstRows = 50
/** The number of deleted ids to remember while pages that contain them may arrive. */
const mostDeleted = 5000

/** Increases when the list is reloaded. */
export const generation = signal(0)
export const paused = signal(false)
export const following = computed(() => heldAt.value === null)

/** Lets the list follow the newest record, unless it is paused. */
export function follow(): void {
  if (paused.value || following.value) return
  if (span.isLive) heldAt.value = null
  else if (!loading.value) void reload()
}
export function setPaused(stop: boolean): void {
  paused.value = stop
  if (stop) hold()
  // A user who scrolled down stays there.
  else if (sight.isAtTop) follow()
}

const reading = signal<Promise<void>>(Promise.resolve())

/** Reads the newest page of every requested kind, and restarts the list. */
export function reload(): Promise<void> {
  reading.value = readAnew()
  return reading.value
}

/** Resolves when the last requested lists are read. */
export const listsRead = (): Promise<void> => reading.peek()

const isRefused = (page: Awaited<ReturnType<typeof readOlder>> | undefined): boolean =>
  page !== undefined && !isRead(page) && page.code === 'invalid_query'

/** A filter that one kind lacks is no problem if another kind has it. */
function problemOf(pages: Awaited<ReturnType<typeof readOlder>>[]): Problem | null {
  const problems = pages.flatMap((page) => (isRead(page) ? [] : [page]))
  const areAll = problems.length === pages.length
  return problems.find((one) => areAll || !isRefused(one)) ?? null
}

async function readAnew(): Promise<void> {
  const mine = ++span.turn
  const sources = askedOf(question.value).map(fromTop)
  loading.value = true
  span.meanwhile = []
  deleted.clear()
  const pages = await Promise.all(sources.map(readOlder))
  if (mine !== span.turn) return
  rows.clear()
  generation.value++
  // The list is drawn from its top; a reader that still waits must not go on where it was.
  Object.assign(sight, { first: 0, last: sight.last - sight.first, isAtTop: true })
  for (const [index, source] of sources.entries()) {
    const page = pages[index]
    if (page === undefined) continue
    Object.assign(source, isRead(page) ? page.known : { oldest: 0, newest: 0, hasOlder: false })
    if (isRead(page)) rows.add(entriesOf(source, page.rows))
  }
  loadProblem.value = problemOf(pages)
  rows.add(span.meanwhile?.filter(isListed) ?? [])
  span.meanwhile = null
  span.sources = sources.filter((_, index) => !isRefused(pages[index]))
  Object.assign(span, { isLive: true, above: 0, whole: null, lowest: null })
  heldAt.value = null
  if (paused.value) hold()
  loading.value = false
  version.value++
  void fill()
}

/** Filtering on the page may leave few rows: reads on until the list can scroll. */
async function fill(): Promise<void> {
  const { turn } = span
  for (let pages = 0; pages < 20 && turn === span.turn; pages++)
    if (!hasOlder.value || shown.value.count >= firstRows || !(await loadOlder())) return
}

/** Reloads the visible part: the newest rows, or the rows where the list stands still. */
export const readAgain = (): Promise<void> =>
  following.value || loading.value || loadProblem.value?.code === 'invalid_query' ? reload() : readAround()

/** Reads rows newer than a number; null if there are too many to catch up with. */
async function catchUp(source: Source, newest: number): Promise<Entry[] | null> {
  const ahead = fromTop(source)
  const fresh: Entry[] = []
  for (let pages = 0; pages < pagesCaughtUp; pages++) {
    const page = await readOlder(ahead)
    // The next live frame asks again. A partial read must not count as complete.
    if (!isRead(page)) return []
    Object.assign(ahead, page.known)
    source.lag = ahead.lag
    fresh.push(...entriesOf(source, page.rows))
    if (!ahead.hasOlder || ahead.oldest <= newest) {
      if (span.isLive) source.newest = Math.max(source.newest, ahead.newest)
      return fresh
    }
  }
  return null
}

/** The sandbox does the search: while a search is active, each live frame reloads the newest rows. */
export async function refresh(): Promise<void> {
  await listsRead()
  const { turn, isLive, newest, sources } = span
  const pages = await Promise.all(sources.map((one) => catchUp(one, isLive ? one.newest : newest)))
  if (turn !== span.turn || isLive !== span.isLive) return
  if (!isLive) countNews(pages.flatMap((page) => page ?? []))
  else if (!pages.includes(null)) for (const page of pages) rows.add(page ?? [])
  else if (following.value) return reload()
  else detach()
  version.value++
}

/** Counts rows that join only on reload. */
function countNews(fresh: readonly Entry[]): void {
  const seqs = new Set(fresh.map(({ seq }) => seq).filter((seq) => seq > span.newest))
  span.unseen += seqs.size
  span.newest = Math.max(span.newest, ...seqs)
}

/** Removes deleted rows from the list. */
export function drop(ids: readonly string[]): void {
  if (deleted.size > mostDeleted) deleted.clear()
  for (const id of ids) deleted.add(id)
  takeOut(ids)
}

function takeOut(ids: readonly string[]): void {
  const gone = new Set(ids)
  span.meanwhile = span.meanwhile?.filter(({ id }) => !gone.has(id)) ?? null
  const isGone = ids.length > 20 ? rows.removeAll(gone) : ids.map(rows.remove).includes(true)
  if (isGone) version.value++
}

/** Hides rows that are about to be deleted. The returned function ends that, and restores the remaining rows. */
export function hide(hides: (entry: Entry) => boolean): (bringBack: boolean) => void {
  hidden.value = [...hidden.value, hides]
  takeOut([...rows.all()].filter(hides).map(({ id }) => id))
  return (bringBack) => {
    hidden.value = hidden.value.filter((one) => one !== hides)
    if (bringBack) void readAgain()
  }
}

const isKnown = ({ id }: Entry) => rows.get(id) !== undefined
/** A shown row stays, even if it no longer matches the filter: no row vanishes under the hand. */
const isListed = (entry: Entry) =>
  isKnown(entry) || (!isSandboxAsked(question.value) && isAsked(entry, question.value) && !isHidden(entry))

/** Takes in the live frames of one animation frame. */
export function take(fresh: readonly Entry[], attempts: readonly AttemptRow[]): void {
  const wanted = fresh.filter(isListed)
  for (const { id } of fresh) deleted.delete(id)
  span.meanwhile?.push(...fresh)
  rows.add(span.isLive ? wanted : wanted.filter(isKnown))
  if (!span.isLive) countNews(wanted)
  for (const attempt of attempts) rows.addAttempt(attempt)
  letGo()
  version.value++
}
