const once = '[data-once], [type="submit"]'

/**
 * Takes the second click of a double click from what sends a form, and from buttons that are marked `data-once`: a habit of
 * the hand, which would do it twice, or reach what the first click brought under it.
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
}
