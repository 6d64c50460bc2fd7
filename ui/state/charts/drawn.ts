import { effect, signal } from '@preact/signals'
import { throttle } from '../../kit/throttle.ts'
import { go, place, placeOf } from '../../place/navigation.ts'
import { successes } from '../../shell/session.ts'
import { readAttempts } from '../../stream/attempts.ts'
import { filterPieces, withPiece } from '../../stream/filter-text.ts'
import { hasOlder, loading, loadOlder, rows, shown, version } from '../../stream/stream.ts'
import { type Buckets, bucketsOf } from './buckets.ts'
import { timeTerms } from './curves.ts'
import { pointsOf, untoldOf } from './points.ts'

/** What the charts show, and of how much. */
interface DrawnCharts {
  buckets: Buckets
  /** How many things were counted. */
  things: number
  /** Attempts of which it is not known when they were made. */
  untold: number
}
const none: DrawnCharts = { buckets: bucketsOf(pointsOf([], [])), things: 0, untold: 0 }

/** The charts as they were last drawn: at most four times a second. */
export const drawnCharts = signal<DrawnCharts>(none)

/** So many lines are read at once when the charts are opened. */
const wanted = 2000

function* listed() {
  const { from, to } = shown.peek()
  for (let index = from; index < to; index++) {
    const line = rows.line(index)
    if (line?.attempt === 0) yield line.entry
  }
}

const draw = throttle(250, () => {
  if (document.hidden) return
  const points = pointsOf(listed(), successes.peek())
  drawnCharts.value = { buckets: bucketsOf(points), things: shown.peek().things, untold: points.untold }
})

async function readSome(): Promise<void> {
  const { q } = place.peek()
  while (hasOlder.peek() && shown.peek().count < wanted && place.peek().q === q)
    if (!(await loadOlder())) return
}

/** Of so many deliveries the attempts that lists leave out are read, the newest first. */
const mostRead = 100

async function readUntold(isWanted: () => boolean): Promise<void> {
  const untold = [...listed()].filter((entry) => entry.kind === 'delivery' && untoldOf(entry) > 0)
  for (const { id } of untold.slice(-mostRead).reverse()) {
    if (!isWanted()) return
    await readAttempts(id)
  }
}

/** Draws what comes until it is told to stop. */
export function startDrawing(): () => void {
  let turn = 0
  const stopDrawing = effect(() => {
    version.value
    shown.value
    successes.value
    draw()
  })
  const stopReading = effect(() => {
    if (loading.value) return
    const mine = ++turn
    void readSome().then(() => readUntold(() => mine === turn))
  })
  document.addEventListener('visibilitychange', draw)
  return () => {
    turn++
    stopDrawing()
    stopReading()
    document.removeEventListener('visibilitychange', draw)
    drawnCharts.value = none
  }
}

const isTime = ({ name, negated }: { name: string | null; negated: boolean }) =>
  (name === 'since' || name === 'until') && !negated

/** A filter without what it says of time. */
export function withoutTime(text: string): string {
  const piece = filterPieces(text).find(isTime)
  return piece === undefined ? text : withoutTime(withPiece(text, piece))
}
const within = (text: string, from: number, to: number) =>
  [withoutTime(text), ...timeTerms(from, to)].filter((one) => one !== '').join(' ')

/** Shows a part of the time alone, by the filter, so that it stands in the address. */
export const zoomTo = (from: number, to: number): void => go({ q: within(place.peek().q, from, to) })
/** Lists what happened in a bucket. */
export function goToBucket({ list, size }: Buckets, index: number): void {
  const bucket = list[index]
  if (bucket === undefined) return
  const { kind, q, endpoint, run, state, event, subscription } = place.peek()
  go({
    ...placeOf('stream'),
    ...{ kind, endpoint, run, state, event, subscription },
    q: within(q, bucket.from, bucket.from + size),
  })
}
