/** Holds the current drawing of the lanes, and redraws it at a limited rate. */

import { computed, effect, signal, untracked } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { addressName } from '../../server/words/receiver.ts'
import { textScale } from '../kit/appearance.ts'
import { createTimer } from '../kit/pace.ts'
import { demoMode } from '../kit/preferences.ts'
import { type CaptureLine, entryOf } from '../live/entries.ts'
import { successes } from '../live/health.ts'
import { listRows } from '../live/routes.ts'
import { receiverName } from '../live/settings.ts'
import { place } from '../place/navigation.ts'
import { runs } from '../simulator/simulator.ts'
import { askedOf } from '../stream/asked.ts'
import { following, generation, rows, version } from '../stream/stream.ts'
import { type Layout, layoutOf, type Sheet } from './layout.ts'
import { createMeasure, guess } from './measure.ts'
import { inOrder, type Step } from './step.ts'
import { partiesOf, stepsOf, type World } from './steps.ts'
import { isFollowing, type Part, part, size, triedAgain } from './window.ts'

/** The drawing area; the page sets its width. */
const sheet = signal<Sheet>({ width: 1000, text: 13, measure: guess(13) })

/** Captures by delivery, for lists that omit captures; read again with the list. */
const readings = computed(() => {
  generation.value
  return {
    caught: signal<ReadonlyMap<string, readonly CaptureLine[]>>(new Map()),
    /** The number of attempts when the captures of a delivery were read. */
    readAt: new Map<string, number>(),
  }
})

async function readCaptures(delivery: string): Promise<void> {
  const { caught } = readings.peek()
  const answer = await listRows('capture', { delivery_id: delivery, limit: 50 })
  if (!answer.ok) return
  const lines = answer.value.rows
    .map((row) => entryOf('capture', row))
    .flatMap((entry) => (entry.kind === 'capture' ? [entry.data] : []))
    .reverse()
  caught.value = new Map(caught.peek()).set(delivery, lines)
}

/** Reads the captures of deliveries to the sandbox's own endpoints, if the list omits captures. */
export function readMissingCaptures(deliveries: readonly string[]): void {
  if (askedOf(place.peek()).some(({ kind }) => kind === 'capture')) return
  const { readAt } = readings.peek()
  for (const id of deliveries) {
    const entry = rows.get(id)
    if (entry?.kind !== 'delivery' || readAt.get(id) === entry.data.attempts_made) continue
    if (entry.data.state === 'sending' || entry.data.attempts_made === 0) continue
    readAt.set(id, entry.data.attempts_made)
    void readCaptures(id)
  }
}

const runName = (id: string) => runs.value?.find((run) => run.id === id)?.scenario ?? id

function stepsIn(now: Part): Step[] {
  const world: World = {
    origin: location.origin,
    successes: successes.value,
    receiverName: (delivery) => receiverName.value(delivery) || addressName(delivery.url, location.origin),
    runName,
    capturesOf: (delivery) => readings.value.caught.value.get(delivery) ?? [],
  }
  const steps = stepsOf(rows.between(now.from, now.to), world)
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined) return steps
  const until = isFollowing.value ? Number.POSITIVE_INFINITY : last.at
  const again = stepsOf(triedAgain(now, first.at), world).filter(({ at }) => at >= first.at && at <= until)
  return again.length === 0 ? steps : [...steps, ...again].sort(inOrder)
}

/** The drawn version: the newest, as often as drawing leaves time for other work. */
const drawnVersion = signal(0)
/** The time between two drawings, ms: nobody can read faster arrows. */
const leastPause = 80

/** Draws new versions until the returned function is called. */
export function drawNews(): () => void {
  let [spent, drawnAt] = [0, Number.NEGATIVE_INFINITY]
  const timer = createTimer()
  const draw = () => {
    drawnAt = performance.now()
    drawnVersion.value = drawnVersion.peek() + 1
    layout.peek()
    spent = performance.now() - drawnAt
  }
  return effect(() => {
    version.value
    if (timer.isSet()) return
    const rest = Math.max(leastPause, spent * 10) - (performance.now() - drawnAt)
    if (rest < 4) draw()
    else timer.set(rest, draw)
  })
}

/** The steps of the shown range, each with its place. */
export const layout = computed((): Layout => {
  drawnVersion.value
  following.value
  size.value
  const { from, to } = place.value
  void [from, to]
  const steps = stepsIn(untracked(() => part.value))
  return layoutOf(steps, partiesOf(steps), sheet.value)
})

/** Keeps the drawing as wide as its box, in the text size of the page. */
export function useSheet(box: RefObject<HTMLElement | null>): void {
  const demo = demoMode.value
  const scale = textScale.value
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const styles = getComputedStyle(document.documentElement)
    const text = Number.parseFloat(getComputedStyle(document.body).fontSize) || 13
    const families = { font: styles.getPropertyValue('--font'), mono: styles.getPropertyValue('--mono') }
    const measure = createMeasure(text, families)
    const adapt = () => {
      const width = element.clientWidth
      if (width > 0 && (sheet.peek().width !== width || sheet.peek().measure !== measure))
        sheet.value = { width, text, measure }
    }
    const observer = new ResizeObserver(adapt)
    observer.observe(element)
    adapt()
    return () => observer.disconnect()
  }, [demo, scale])
}
