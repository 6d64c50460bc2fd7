/** Moves the focus to the list or detail where the keys continue. */

import { effect, signal } from '@preact/signals'
import { afterFrames } from '../../live/frames.ts'
import { pending } from '../../live/pending.ts'
import { takeFocusNext } from '../../place/awaited-field.ts'
import { place } from '../../place/navigation.ts'
import type { Place } from '../../place/place.ts'

export const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()

/** Whether the element is drawn, on screen or not. */
const isVisible = (element: HTMLElement) => element.getClientRects().length > 0
const inMain = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(`#main :is(${selector})`)].find(isVisible)

/** Whether part of the view is still loading. */
export const isLoading = () =>
  document.querySelector('#main [aria-busy="true"]:not(button), #app:empty') !== null

const list = () =>
  inMain('.virtual-list, .lane-step[tabindex="0"]') ?? inMain('.card.active') ?? inMain('.card')

/** Focuses the list of the view, or the view itself. */
export const focusList = () => (list() ?? document.getElementById('main'))?.focus()

/** Moves from a field to its detail, else to the list. */
export function leave(field: EventTarget | null): void {
  const detail = field instanceof Element && field.closest<HTMLElement>('.split-detail')
  if (detail) detail.focus()
  else focusList()
}

/** Focuses the current tab of the detail, else its first control. */
export function focusDetail(): void {
  const detail = '.split-detail'
  const first =
    inMain(`${detail} [role="tab"][aria-selected="true"]`) ??
    inMain(`${detail} :is(input, select, textarea, button, a[href], summary):not(.back)`)
  first?.focus()
}

/** Runs after the effects of a signal have been drawn. */
export const afterDrawing = (act: () => void) =>
  requestAnimationFrame(() => requestAnimationFrame(() => act()))

/** Whether no visible element has the focus. */
function isLost(): boolean {
  const at = document.activeElement
  return !(at instanceof HTMLElement) || at === document.body || at.id === 'main' || !isVisible(at)
}

/** Where the keys continue in another view: its list, or the detail that covers the list. */
const start = () => list() ?? inMain('.split.covered > .split-detail')
/** Longest wait for an element that has to load, ms. The reader may go elsewhere meanwhile. */
const mostWait = 3000
/** The focus request that still applies. */
const leading = signal<object | null>(null)

/** `from` may lose the focus. Without it, only an invisible element may. A faster reader keeps the new focus. */
function focusWhenDrawn(find: () => HTMLElement | undefined, from?: Element | null): void {
  const until = performance.now() + mostWait
  const mine = {}
  leading.value = mine
  const look = () => {
    if (mine !== leading.peek()) return
    if (isLost() || document.activeElement === from) {
      const found = find()
      if (found === undefined && performance.now() < until) {
        focus('#main')
        requestAnimationFrame(look)
        return
      }
      found?.focus()
    }
    leading.value = null
  }
  afterDrawing(look)
}

/** Moves the focus to what is being drawn: the list, unless `selector` names another element. */
export const leadFocus = (selector?: string) =>
  focusWhenDrawn(selector === undefined ? start : () => inMain(selector), document.activeElement)

/**
 * The list takes the focus of a closed or deleted element. If the detail covers the list, the detail takes the focus.
 */
export function keepFocus(from: Place): void {
  let deleted = 0
  effect(() => {
    const now = pending.value.length
    if (now > deleted) afterDrawing(() => isLost() && focusList())
    deleted = now
  })
  let before = from
  effect(() => {
    const now = place.value
    const isHere = now.view === before.view && now.section === before.section
    const changed = isHere && now.open !== before.open
    before = now
    const wanted = takeFocusNext()
    if (wanted !== null) focusWhenDrawn(() => inMain(wanted))
    else if (!isHere) focusWhenDrawn(start)
    else if (changed)
      afterDrawing(() => {
        if (leading.peek() !== null || !isLost()) return
        if (now.open === null) focusList()
        else if (inMain('.split.covered > .split-list') === undefined) focus('.split-detail')
        else focusList()
      })
  })
}

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
  afterFrames(['reset'], () => {
    leave = guard(looksAfterReset, leave)
  })
}
