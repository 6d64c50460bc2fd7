/** Restores the focus when a focused element disappears. */

import type { Frame } from '../../../server/wire.ts'
import { frameListeners } from '../../live/frames.ts'
import { place } from '../../place/navigation.ts'
import { focusList, isLost, isVisible } from './focus.ts'

/** Parts too large to replace a lost element. The filter field would cover the list. */
const regions = 'body, .frame, main, .split, .split-list, .stream, .lanes, .search, .filter-field'
const takesFocus = ':is(button, input, select, textarea, a[href], summary, [tabindex="0"]):not(:disabled)'

/** The nearest focusable element to a removed one. */
function nearest(held: readonly Element[]): HTMLElement | undefined {
  for (const part of held) {
    if (!part.isConnected) continue
    if (part.matches(regions)) return undefined
    const found = [...part.querySelectorAll<HTMLElement>(takesFocus)].find(isVisible)
    if (found !== undefined) return found
  }
  return undefined
}

function ancestors(of: Element | null): Element[] {
  const all: Element[] = []
  for (let at = of?.parentElement ?? null; at !== null; at = at.parentElement) all.push(at)
  return all
}

/** Checks after an action, ms. The focused element may disappear late. */
const looksAfter = [50, 250, 1000]
/** Checks after a reset by another client, which reloads everything, ms. */
const looksAfterReset = [...looksAfter, 2000, 4000, 8000, 16_000]

/**
 * Watches the focused element after an action. If the element disappears, its neighbour or the list gets the focus. A
 * disabled element gets the focus back. Ends the watch before; returns how to end this one.
 */
function guard(looksAfter: readonly number[], leave: () => void): () => void {
  const had = document.activeElement
  if (!(had instanceof HTMLElement) || had === document.body) return leave
  leave()
  const held = ancestors(had)
  const from = place.value
  let beside: HTMLElement | undefined
  const isLeft = () => {
    const { view, section, open } = place.value
    // The opened view focuses itself.
    if (view !== from.view || section !== from.section || open !== from.open) return true
    return !isLost() && document.activeElement !== beside
  }
  const watch = new MutationObserver(() => {
    if (!had.matches(':disabled') && !isLeft()) had.focus()
  })
  watch.observe(had, { attributeFilter: ['disabled'] })
  const looks = looksAfter.map((ms) =>
    setTimeout(() => {
      const isOff = had.matches(':disabled') && ms === looksAfter.at(-1)
      if ((had.isConnected && !isOff) || isLeft()) return
      beside = nearest(held)
      if (beside === undefined) focusList()
      else beside.focus()
    }, ms),
  )
  return () => {
    watch.disconnect()
    for (const look of looks) clearTimeout(look)
  }
}

/** Guards the focus during actions, and during a reset by another client. */
export function guardFocus(): void {
  let leave = () => {}
  const act = () => {
    leave = guard(looksAfter, leave)
  }
  const heed = (frames: readonly Frame[]) => {
    if (frames.some(({ kind }) => kind === 'reset')) leave = guard(looksAfterReset, leave)
  }
  addEventListener('click', act, true)
  addEventListener('submit', act, true)
  addEventListener(
    'keydown',
    ({ key, target }) => {
      // A dialog returns the focus itself.
      if (key === 'Escape' && target instanceof Element && target.closest('dialog') === null) act()
    },
    true,
  )
  frameListeners.add(heed)
}
