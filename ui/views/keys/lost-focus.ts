import { place } from '../../state/navigation.ts'
import { focusList, isLost, isVisible } from './focus.ts'

/** Parts of the page that are too large to stand for what was in them; the field of the filter would cover what is below it. */
const regions = 'body, main, .split-list, .stream, .lanes, .search, .filter-field'
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

/** A button may take itself away by what it does; the focus goes to what is beside it then, or to the list. */
function guard(): void {
  const had = document.activeElement
  if (had === null || had === document.body) return
  const held = ancestors(had)
  const from = place.value
  for (const ms of looksAfter)
    setTimeout(() => {
      const { view, section, open } = place.value
      // What is gone to takes the focus itself.
      if (view !== from.view || section !== from.section || open !== from.open) return
      if (had.isConnected || !isLost()) return
      const next = nearest(held)
      if (next === undefined) focusList()
      else next.focus()
    }, ms)
}

addEventListener('click', guard, true)
