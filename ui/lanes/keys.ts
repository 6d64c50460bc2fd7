import { useEffect } from 'preact/hooks'
import { cursor, moveArrow, openArrow, standOn } from './cursor.ts'
import type { laneKeys } from './key-words.ts'
import { follow, scrub, zoom } from './window.ts'

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

/** Whether keys belong to the lanes rather than to what has the focus. */
const isOurs = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target === document.body || target.id === 'main' || target.closest('.lanes-keys') !== null) &&
  target.closest('[role="menu"]') === null

/** Listens to the keys of the lanes while they are drawn. */
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
