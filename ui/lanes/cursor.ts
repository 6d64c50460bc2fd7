import { signal } from '@preact/signals'
import { go } from '../place/navigation.ts'
import type { Place } from '../place/place.ts'
import { layout } from './drawing.ts'
import type { Step } from './step.ts'
import { stay } from './window.ts'

/** The arrow on which the keys stand, by the key of its step. */
export const cursor = signal<string | null>(null)
/** Goes up when the arrow on which the keys stand is to be seen and to have the focus. */
export const reached = signal(0)

export const indexOfCursor = (): number =>
  cursor.value === null ? -1 : layout.value.arrows.findIndex(({ step }) => step.key === cursor.value)

/** Stands on an arrow, at most the first or the last. */
export function standOn(index: number): void {
  const { arrows } = layout.value
  const arrow = arrows[Math.max(0, Math.min(arrows.length - 1, index))]
  if (arrow === undefined) return
  cursor.value = arrow.step.key
  reached.value++
}

/** To the next arrow in time or the one before; from nowhere to the newest. */
export function moveArrow(step: 1 | -1): void {
  const at = indexOfCursor()
  standOn(at < 0 ? layout.value.arrows.length - 1 : at + step)
}

/** What an arrow tells of: the thing, and of an attempt that is not the first the timeline of all. */
export const toldBy = ({ id, kind, order }: Step): Partial<Place> => ({
  open: id,
  tab: kind === 'attempt' && order > 2 ? 'attempts' : null,
})

/** Opens what an arrow tells of, and keeps the drawing where it is. */
export function openArrow(key: string): void {
  const arrow = layout.value.arrows.find(({ step }) => step.key === key)
  if (arrow === undefined) return
  cursor.value = key
  stay()
  go(toldBy(arrow.step))
}
