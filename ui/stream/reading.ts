/** Loads pages of the stream as the user scrolls, and attempts of deliveries. */
import { signal } from '@preact/signals'
import { isSettled, painted } from '../kit/painted.ts'
import type { Entry } from '../live/entries.ts'
import { getDelivery } from '../live/routes.ts'
import { place } from '../place/navigation.ts'
import { ahead, isHere, readingFor, seqAt } from './reach.ts'
import {
  ceilingOf,
  floorOf,
  fromBelow,
  fromEnd,
  isRead,
  pageSize,
  readNewer,
  readOlder,
  type Source,
} from './source.ts'
import {
  detach,
  entriesOf,
  heldAt,
  hold,
  leftAbove,
  letGo,
  loading,
  loadProblem,
  rows,
  setAbove,
  shown,
  sight,
  span,
  version,
} from './span.ts'
import { noteAttempts } from './under-way.ts'

/** Takes in one page of each source: all, or none after a restart. False if nothing was read. */
async function readPages(
  sources: readonly Source[],
  read: typeof readNewer,
  begin?: () => void,
): Promise<boolean> {
  const { turn } = span
  const upTo = heldAt.value ?? Number.MAX_SAFE_INTEGER
  const pages = await Promise.all(sources.map((source) => read(source, upTo)))
  if (turn !== span.turn) return false
  const problem = pages.find((page) => !isRead(page))
  loadProblem.value = problem === undefined || isRead(problem) ? null : problem
  if (begin !== undefined && loadProblem.value !== null) return false
  begin?.()
  for (const [index, source] of sources.entries()) {
    const page = pages[index]
    if (page === undefined || !isRead(page)) continue
    Object.assign(source, page.known)
    rows.add(entriesOf(source, page.rows))
  }
  return loadProblem.value === null
}

export const loadingOlder = signal(false)

/** Loads lines below the gapless part; false if nothing was read. */
export async function loadOlder(): Promise<boolean> {
  const floor = floorOf(span.sources)
  const due = span.sources.filter((source) => source.hasOlder && source.oldest >= floor)
  if (due.length === 0 || loadingOlder.value) return false
  loadingOlder.value = true
  const isDone = await readPages(due, readOlder)
  loadingOlder.value = false
  if (!isDone) return false
  letGo()
  version.value++
  return true
}

/** Loads lines above it, up to where the list stood still. */
async function loadNewer(): Promise<boolean> {
  const [ceiling, upTo] = [ceilingOf(span.sources), heldAt.value ?? 0]
  const before = shown.value.things
  const due = span.sources.filter(({ newest }) => newest <= ceiling && newest < upTo)
  if (due.length > 0 && !(await readPages(due, readNewer))) return false
  version.value++
  setAbove(span.above - (shown.value.things - before))
  letGo()
  version.value++
  return true
}

/** The lowest sequence number of several lists. */
async function lowestOf(sources: readonly Source[]): Promise<number> {
  const pages = await Promise.all(sources.map((source) => readNewer(source, Number.MAX_SAFE_INTEGER, 1)))
  return Math.min(...pages.map((page) => (isRead(page) ? (page.rows[0]?.seq ?? Infinity) : 0)))
}

/** Restarts the list around the line at `index`; false if nothing was read. */
async function begin(index: number, number?: number): Promise<boolean> {
  hold()
  const { above, count, below, to } = shown.value
  span.whole ??= above + count + below
  const turn = ++span.turn
  const [whole, upTo] = [span.whole, heldAt.value ?? 0]
  const asked = span.sources
  const start = Math.max(0, index - ahead)
  const isEnd = start > 0 && number === undefined && index + pageSize / 2 >= whole
  if (start > 0 && !isEnd) span.lowest ??= await lowestOf(asked.map(fromEnd))
  if (turn !== span.turn) return false
  const around = [
    [0, upTo],
    ...(count > 0
      ? [
          [above, rows.line(to - 1)?.entry.seq ?? 0],
          [above + count, floorOf(span.sources)],
        ]
      : []),
    [whole, span.lowest ?? 0],
  ] as [number, number][]
  const from = start === 0 ? upTo + 1 : (number ?? seqAt(around, start))
  const sources = asked.map((one) => (isEnd ? fromEnd(one) : fromBelow(one, from)))
  const isDone = await readPages(sources, isEnd ? readNewer : readOlder, () => {
    detach()
    rows.clear()
    span.sources = sources
  })
  if (!isDone) return false
  version.value++
  // An estimate below the lowest number means the end.
  if (shown.value.count === 0 && start > 0 && !isEnd) return begin(whole)
  setAbove(isEnd ? whole - shown.value.things : start)
  if (leftAbove() === 0) span.above = 0
  version.value++
  return true
}

/** A line to reach before the visible lines. */
const aimed = signal<number | null>(null)

/** Loads missing visible lines, page by page, while the view moves. */
async function readOn(): Promise<void> {
  for (let vain = 0; vain < 10 && !loading.value; ) {
    const wanted = aimed.value === null ? sight : { first: aimed.value, last: aimed.value }
    const before = shown.value
    const reading = readingFor(before, wanted)
    if (reading === null) return
    const isDone =
      reading === 'afar'
        ? await begin(wanted.first)
        : reading === 'older'
          ? await loadOlder()
          : await loadNewer()
    const isMore = isDone && (reading === 'afar' || shown.value.things !== before.things)
    vain = isMore ? 0 : vain + 1
    if (loadProblem.value !== null) return
    // Drawing reports the visible lines again.
    await painted()
  }
}
const attending = signal<Promise<void> | null>(null)
const attend = () => {
  attending.value ??= readOn().finally(() => {
    attending.value = null
  })
  return attending.value
}

/** Notes the visible lines, and loads the missing ones. */
export function look(first: number, last: number, isAtTop: boolean): void {
  Object.assign(sight, { first, last, isAtTop })
  if (!isAtTop) hold()
  // Nearby lines wait until the page is idle.
  if (!isSettled.value && isHere(shown.value, sight)) return
  if (readingFor(shown.value, sight) !== null) void attend()
}

/** Loads around the line at `index`, unless another line is requested meanwhile. */
export async function reach(index: number): Promise<void> {
  hold()
  aimed.value = index
  for (
    let tries = 0;
    tries < 3 &&
    aimed.value === index &&
    !loading.value &&
    readingFor(shown.value, { first: index, last: index }) !== null;
    tries++
  )
    await attend()
  if (aimed.value === index) aimed.value = null
}

/** Reloads all listed records in place. Groups reach down from the newest record, so they do not restart elsewhere. */
async function readAll(): Promise<void> {
  const { turn, sources } = span
  const [floor, upTo] = [floorOf(sources), heldAt.value ?? rows.newest]
  const found: Entry[] = []
  const read = async (source: Source): Promise<boolean> => {
    const again = fromBelow(source, upTo + 1)
    while (again.hasOlder && again.oldest > source.oldest) {
      const page = await readOlder(again)
      if (!isRead(page) || turn !== span.turn) return false
      Object.assign(again, page.known)
      found.push(...entriesOf(source, page.rows))
    }
    return true
  }
  if ((await Promise.all(sources.map(read))).includes(false)) return
  const ids = new Set(found.map(({ id }) => id))
  const isGone = ({ id, seq }: Entry) => seq >= floor && seq <= upTo && !ids.has(id)
  rows.removeAll(new Set([...rows.all()].filter(isGone).map(({ id }) => id)))
  rows.add(found)
  loadProblem.value = null
  version.value++
}

/** Reloads the visible lines of a paused list. */
export async function readAround(): Promise<void> {
  if (place.value.grouped) return readAll()
  const { above, count, to } = shown.value
  const start = Math.max(above, sight.first - ahead)
  const line = rows.line(to - 1 - (start - above))
  await (count === 0 || line === undefined ? begin(sight.first) : begin(start + ahead, line.entry.seq + 1))
}

/** Deliveries whose attempts were requested. */
const attemptsAsked = new WeakSet<Entry>()

/** Loads the attempts of a listed delivery; lists omit them. */
export async function readAttempts(delivery: string): Promise<void> {
  const entry = rows.get(delivery)
  if (entry === undefined || attemptsAsked.has(entry)) return
  attemptsAsked.add(entry)
  const answer = await getDelivery(delivery, 0)
  if (!answer.ok) return void attemptsAsked.delete(entry)
  noteAttempts(answer.value.delivery.attempts)
  for (const attempt of answer.value.delivery.attempts) rows.addAttempt(attempt)
  version.value++
}
