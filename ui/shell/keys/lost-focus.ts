import { frameListeners } from '../../live/frames.ts'
import { place } from '../../place/navigation.ts'
import { focusList, isLost, isVisible } from './focus.ts'

/** Parts of the page that are too large to stand for what was in them; the field of the filter would cover what is below it. */
const regions = 'body, .frame, main, .split, .split-list, .stream, .lanes, .search, .filter-field'
const takesFocus = ':is(button, input, select, textarea, a[href], summary, [tabindex="0"]):not(:disabled)'

/** What is nearest to something that is gone: the first that takes the focus in the part that held it. */
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

/** How long after an act what had the focus may go, ms. */
const looksAfter = [50, 250, 1000]
/** The same of a reset from elsewhere, after which all is read anew: as long as a request may take. */
const looksAfterReset = [...looksAfter, 2000, 4000, 8000, 16_000]

/** Ends the guarding of what had the focus at the last act. */
let leave = () => {}

/**
 * A button may take itself away by what it does; the focus goes to what is beside it then, or to the list. One that is
 * switched off while its act is under way has the focus again as soon as it can.
 */
function guard(looksAfter: readonly number[]): void {
  const had = document.activeElement
  if (!(had instanceof HTMLElement) || had === document.body) return
  leave()
  const held = ancestors(had)
  const from = place.value
  let beside: HTMLElement | undefined
  const isLeft = () => {
    const { view, section, open } = place.value
    // What is gone to takes the focus itself.
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
  leave = () => {
    watch.disconnect()
    for (const look of looks) clearTimeout(look)
  }
}

// What is shown may all go by a reset from elsewhere.
frameListeners.add((frames) => {
  if (frames.some(({ kind }) => kind === 'reset')) guard(looksAfterReset)
})
const guardAct = () => guard(looksAfter)
addEventListener('click', guardAct, true)
addEventListener('submit', guardAct, true)
addEventListener(
  'keydown',
  ({ key, target }) => {
    // A dialog gives the focus back itself.
    if (key === 'Escape' && target instanceof Element && target.closest('dialog') === null) guardAct()
  },
  true,
)
