const once = '[data-once], [type="submit"]'

/**
 * Takes the second click of a double click from what sends a form, and from buttons that are marked `data-once`: a habit of
 * the hand, which would do it twice, or reach what the first click brought under it. A held key is such a habit as well.
 */
export function heedDoubleClicks(): void {
  addEventListener(
    'click',
    (event) => {
      const { target, detail } = event
      if (detail < 2 || !(target instanceof Element) || target.closest(once) === null) return
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
  // A key that is held presses again and again, and in a field sends its form so.
  addEventListener(
    'keydown',
    (event) => {
      const { key, repeat, target } = event
      if (repeat && key === 'Enter' && target instanceof Element && target.matches(`${once}, input`))
        event.preventDefault()
    },
    true,
  )
}
