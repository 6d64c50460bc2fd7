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
export { hasOlder, hold, loading, loadProblem, rows, shown, version } from './span.ts'

/** A burst longer than this is read from its newest page down instead of being caught up with. */
const pagesCaughtUp = 5
/** So many are read before one has scrolled. */
const firstRows = 50
/** So many ids of what was deleted are remembered while pages may be on their way that hold it. */
const mostDeleted = 5000

/** Goes up when the list was read anew. */
export const generation = signal(0)
export const paused = signal(false)
export const following = computed(() => heldAt.value === null)

/** Lets it follow the newest again, unless it is paused. */
export function follow(): void {
  if (paused.value || following.value) return
  if (span.isLive) heldAt.value = null
  else if (!loading.value) void reload()
}
export function setPaused(stop: boolean): void {
  paused.value = stop
  if (stop) hold()
  // Who reads further down is not carried off.
  else if (sight.isAtTop) follow()
}

/** Rows that came by the socket while the lists were being read. */
let meanwhile: Entry[] | null = null
let reading: Promise<void> = Promise.resolve()

/** Reads the newest page of every kind asked for, and starts over with it. */
export function reload(): Promise<void> {
  reading = readAnew()
  return reading
}

/** Once the lists that were asked for last have been read. */
export const listsRead = (): Promise<void> => reading

const isRefused = (page: Awaited<ReturnType<typeof readOlder>> | undefined): boolean =>
  page !== undefined && !isRead(page) && page.code === 'invalid_query'

/** A filter that one kind cannot read is nothing to complain of where another can. */
function problemOf(pages: Awaited<ReturnType<typeof readOlder>>[]): Problem | null {
  const problems = pages.flatMap((page) => (isRead(page) ? [] : [page]))
  const areAll = problems.length === pages.length
  return problems.find((one) => areAll || !isRefused(one)) ?? null
}

async function readAnew(): Promise<void> {
  const mine = ++span.turn
  const sources = askedOf(question.value).map(fromTop)
  loading.value = true
  meanwhile = []
  deleted.clear()
  const pages = await Promise.all(sources.map(readOlder))
  if (mine !== span.turn) return
  rows.clear()
  generation.value++
  for (const [index, source] of sources.entries()) {
    const page = pages[index]
    if (page === undefined) continue
    Object.assign(source, isRead(page) ? page.known : { oldest: 0, newest: 0, hasOlder: false })
    if (isRead(page)) rows.add(entriesOf(source, page.rows))
  }
  loadProblem.value = problemOf(pages)
  rows.add(meanwhile)
  meanwhile = null
  span.sources = sources.filter((_, index) => !isRefused(pages[index]))
  Object.assign(span, { isLive: true, above: 0, whole: null, lowest: null })
  heldAt.value = null
  if (paused.value) hold()
  loading.value = false
  version.value++
  void fill()
}

/** What is filtered here may leave little of a page: reads on until the list can be scrolled. */
async function fill(): Promise<void> {
  const { turn } = span
  for (let pages = 0; pages < 20 && turn === span.turn; pages++)
    if (!hasOlder.value || shown.value.count >= firstRows || !(await loadOlder())) return
}

/** Reads anew what one looks at: the newest, or where the list stands still. */
export const readAgain = (): Promise<void> =>
  following.value || loading.value || loadProblem.value?.code === 'invalid_query' ? reload() : readAround()

/** Reads what is newer than a source knows; null when that is too much to catch up with. */
async function catchUp(source: Source): Promise<Entry[] | null> {
  const ahead = fromTop(source)
  const fresh: Entry[] = []
  for (let pages = 0; pages < pagesCaughtUp; pages++) {
    const page = await readOlder(ahead)
    // The next news asks again; what was read until now must not pass for all of it.
    if (!isRead(page)) return []
    Object.assign(ahead, page.known)
    fresh.push(...entriesOf(source, page.rows))
    if (!ahead.hasOlder || ahead.oldest <= source.newest) {
      if (span.isLive) source.newest = Math.max(source.newest, ahead.newest)
      return fresh
    }
  }
  return null
}

/** Searching is the sandbox's work: while a search stands, news makes what is newest be read again. */
export async function refresh(): Promise<void> {
  await listsRead()
  const { turn, isLive, newest, sources } = span
  const pages = await Promise.all(sources.map((one) => catchUp(isLive ? one : { ...one, newest })))
  if (turn !== span.turn || isLive !== span.isLive) return
  if (!isLive) countNews(pages.flatMap((page) => page ?? []))
  else if (!pages.includes(null)) for (const page of pages) rows.add(page ?? [])
  else if (following.value) return reload()
  else detach()
  version.value++
}

/** Counts what joins the list only when it is read anew. */
function countNews(fresh: readonly Entry[]): void {
  const seqs = new Set(fresh.map(({ seq }) => seq).filter((seq) => seq > span.newest))
  span.unseen += seqs.size
  span.newest = Math.max(span.newest, ...seqs)
}

/** Takes rows out of the list that are gone. */
export function drop(ids: readonly string[]): void {
  if (deleted.size > mostDeleted) deleted.clear()
  for (const id of ids) deleted.add(id)
  takeOut(ids)
}

function takeOut(ids: readonly string[]): void {
  const gone = new Set(ids)
  meanwhile = meanwhile?.filter(({ id }) => !gone.has(id)) ?? null
  const isGone = ids.length > 20 ? rows.removeAll(gone) : ids.map(rows.remove).includes(true)
  if (isGone) version.value++
}

/** Leaves out what is about to be deleted; what it answers ends that, and brings back what is still there. */
export function hide(hides: (entry: Entry) => boolean): (bringBack: boolean) => void {
  hidden.value = [...hidden.value, hides]
  takeOut([...rows.all()].filter(hides).map(({ id }) => id))
  return (bringBack) => {
    hidden.value = hidden.value.filter((one) => one !== hides)
    if (bringBack) void readAgain()
  }
}

/** Takes in what one animation frame's worth of live frames brought. */
export function take(fresh: readonly Entry[], attempts: readonly AttemptRow[]): void {
  const isKnown = ({ id }: Entry) => rows.get(id) !== undefined
  const isWanted = (entry: Entry) =>
    !isSandboxAsked(question.value) && isAsked(entry, question.value) && !isHidden(entry)
  // What is shown already stays and follows its news, even out of the filter: no row vanishes under the hand.
  const wanted = fresh.filter((entry) => isKnown(entry) || isWanted(entry))
  for (const { id } of fresh) deleted.delete(id)
  meanwhile?.push(...wanted)
  rows.add(span.isLive ? wanted : wanted.filter(isKnown))
  if (!span.isLive) countNews(wanted)
  for (const attempt of attempts) rows.addAttempt(attempt)
  letGo()
  version.value++
}
