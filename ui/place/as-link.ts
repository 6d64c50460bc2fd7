import { go, place } from './navigation.ts'
import { type Place, writePlace } from './place.ts'

/**
 * Has a row, a card or an arrow answer the mouse as a link does: with Ctrl or Cmd, or by the wheel, what it leads to opens in a tab of its own.
 */
export function asLink(to: Partial<Place>, follow: (event: MouseEvent) => void = () => go(to)) {
  const openElsewhere = () => void open(writePlace({ ...place.value, ...to }), '_blank', 'noopener')
  return {
    onClick: (event: MouseEvent) => (event.ctrlKey || event.metaKey ? openElsewhere() : follow(event)),
    onMouseDown: (event: MouseEvent) => {
      // Otherwise the wheel begins to scroll.
      if (event.button === 1) event.preventDefault()
    },
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1) openElsewhere()
    },
  }
}

/** Has an anchor lead to a place: followed in the page, unless it is to be opened elsewhere. */
export const linkTo = (to: Place, follow: () => void = () => go(to)) => ({
  href: writePlace(to),
  onClick: (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    follow()
  },
})
