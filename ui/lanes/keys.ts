/** Moves through the arrows by keyboard. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { go } from '../place/navigation.ts'
import type { Place } from '../place/place.ts'
import { layout } from './drawing.ts'
import type { laneKeys } from './key-words.ts'
import type { Step } from './step.ts'
import { follow, scrub, stay, zoom } from './window.ts'

/** The active arrow, by the key of its step. */
export const cursor = signal<string | null>(null)
/** Increases to scroll to the active arrow and to focus it. */
export const reached = signal(0)

export const indexOfCursor = (): number =>
  cursor.value === null ? -1 : layout.value.arrows.findIndex(({ step }) => step.key === cursor.value)

/** Activates an arrow, at most the first or the last. */
function standOn(index: number): void {
  const { arrows } = layout.value
  const arrow = arrows[Math.max(0, Math.min(arrows.length - 1, index))]
  if (arrow === undefined) return
  cursor.value = arrow.step.key
  reached.value++
}

/** Activates the next or previous arrow in time; initially the newest. */
function moveArrow(step: 1 | -1): void {
  const at = indexOfCursor()
  standOn(at < 0 ? layout.value.arrows.length - 1 : at + step)
}

/** The record of an arrow; for a later attempt also the tab with all attempts. */
export const toldBy = ({ id, kind, order }: Step): Partial<Place> => ({
  open: id,
  tab: kind === 'attempt' && order > 2 ? 'attempts' : null,
})

/** Opens the record of an arrow, and keeps the drawing in place. */
export function openArrow(key: string): void {
  const arrow = layout.value.arrows.find(({ step }) => step.key === key)
  if (arrow === undefined) return
  cursor.value = key
  stay()
  go(toldBy(arrow.step))
}

type LaneKey = Exclude<(typeof laneKeys)[number][0], 'Enter' | 'p'>

const acts: Record<LaneKey, () => void> = {
  j: () => moveArrow(1),
  ArrowDown: () => moveArrow(1),
  k: () => moveArrow(-1),
  ArrowUp: () => moveArrow(-1),
  ArrowLeft: () => scrub(-0.5),
  ArrowRight: () => scrub(0.5),
  '+': () => zoom(2),
  '=': () => zoom(2),
  '-': () => zoom(0.5),
  Home: () => standOn(0),
  End: () => {
    follow()
    standOn(Number.MAX_SAFE_INTEGER)
  },
}
const isLaneKey = (key: string): key is LaneKey => Object.hasOwn(acts, key)

/** Whether the lanes handle keys, rather than the focused element. */
const isOurs = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target === document.body || target.id === 'main' || target.closest('.lanes-keys') !== null) &&
  target.closest('[role="menu"]') === null

/** Handles the keys while the lanes are shown. */
export function useLaneKeys(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !isOurs(event.target))
        return
      if (event.key === 'Enter' && event.target.tagName !== 'BUTTON' && cursor.value !== null)
        openArrow(cursor.value)
      else if (isLaneKey(event.key)) acts[event.key]()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}
