/** Makes rows, cards and arrows behave like links. */
import { go, place } from './navigation.ts'
import { type Place, writePlace } from './place.ts'

/** With Ctrl, Cmd or the middle button the target opens in a new tab. */
export function asLink(to: Partial<Place>, follow: (event: MouseEvent) => void = () => go(to)) {
  const openElsewhere = () => void open(writePlace({ ...place.value, ...to }), '_blank', 'noopener')
  return {
    onClick: (event: MouseEvent) => (event.ctrlKey || event.metaKey ? openElsewhere() : follow(event)),
    onMouseDown: (event: MouseEvent) => {
      // Otherwise the middle button starts scrolling.
      if (event.button === 1) event.preventDefault()
    },
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1) openElsewhere()
    },
  }
}

/** Makes an anchor lead to a place: within the page, unless it should open elsewhere. */
export const linkTo = (to: Place, follow: () => void = () => go(to)) => ({
  href: writePlace(to),
  onClick: (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    follow()
  },
})
