import { effect } from '@preact/signals'
import { pending } from '../../live/undo.ts'
import { takeFocusNext } from '../../place/awaited-field.ts'
import { place } from '../../place/navigation.ts'

export const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()

/** Whether it is drawn, in sight or not. */
export const isVisible = (element: HTMLElement) => element.getClientRects().length > 0
const inMain = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(`#main :is(${selector})`)].find(isVisible)

/** Whether something of the view is still being loaded, as the view itself when the page has just begun. */
export const isLoading = () =>
  document.querySelector('#main [aria-busy="true"]:not(button), #app:empty') !== null

const list = () =>
  inMain('.virtual-list, .lane-step[tabindex="0"]') ?? inMain('.card.active') ?? inMain('.card')

/** To the list of the view, or to the view itself where it has none. */
export const focusList = () => (list() ?? document.getElementById('main'))?.focus()

/** From a field to where the keys go on: the detail that it stands in, else the list. */
export function leave(field: EventTarget | null): void {
  const detail = field instanceof Element && field.closest<HTMLElement>('.split-detail')
  if (detail) detail.focus()
  else focusList()
}

/** Into what stands beside the list: the current tab, else the first control. */
export function focusDetail(): void {
  const detail = '.split-detail'
  const first =
    inMain(`${detail} [role="tab"][aria-selected="true"]`) ??
    inMain(`${detail} :is(input, select, textarea, button, a[href], summary):not(.back)`)
  first?.focus()
}

/** Runs when what a signal led to has been drawn. */
export const afterDrawing = (act: () => void) =>
  requestAnimationFrame(() => requestAnimationFrame(() => act()))

/** Whether nothing that can be seen has the focus. */
export function isLost(): boolean {
  const at = document.activeElement
  return !(at instanceof HTMLElement) || at === document.body || at.id === 'main' || !isVisible(at)
}

/** Where the keys go on in another view: its list, or the detail that covers it. */
const start = () => list() ?? inMain('.split.covered > .split-detail')
/** What is waited for may have to be loaded first; the reader does not wait, and may go elsewhere meanwhile. */
const mostWait = 3000
/** Who leads the focus: the last that was told to, and whether it still does. */
let leading = 0
let isLed = false

/** `from` is what may lose the focus to it; without it, only what cannot be seen. A hand that was quicker keeps what it went to. */
function focusWhenDrawn(find: () => HTMLElement | undefined, from?: Element | null): void {
  const until = performance.now() + mostWait
  const mine = ++leading
  isLed = true
  const look = () => {
    if (mine !== leading) return
    if (isLost() || document.activeElement === from) {
      const found = find()
      if (found === undefined && performance.now() < until) {
        focus('#main')
        requestAnimationFrame(look)
        return
      }
      found?.focus()
    }
    isLed = false
  }
  afterDrawing(look)
}

/** Leads the focus from where it is to what is being drawn: the list, unless told otherwise. */
export const leadFocus = (selector?: string) =>
  focusWhenDrawn(selector === undefined ? start : () => inMain(selector), document.activeElement)

/**
 * What had the focus may go away with what was closed or deleted; then the list takes it, so that the keys go on from
 * there. Where a detail covers the list, the detail takes it.
 */
export function keepFocus(): void {
  let deleted = 0
  effect(() => {
    const now = pending.value.length
    if (now > deleted) afterDrawing(() => isLost() && focusList())
    deleted = now
  })
  let before = place.value
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
        if (isLed || !isLost()) return
        if (now.open === null) focusList()
        else if (inMain('.split.covered > .split-list') === undefined) focus('.split-detail')
        else focusList()
      })
  })
}
