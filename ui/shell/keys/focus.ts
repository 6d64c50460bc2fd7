/** Moves the focus to the list or detail where the keys continue. */

import { effect, signal } from '@preact/signals'
import { pending } from '../../live/pending.ts'
import { takeFocusNext } from '../../place/awaited-field.ts'
import { place } from '../../place/navigation.ts'
import type { Place } from '../../place/place.ts'

export const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()

/** Whether the element is drawn, on screen or not. */
export const isVisible = (element: HTMLElement) => element.getClientRects().length > 0
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
export function isLost(): boolean {
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
