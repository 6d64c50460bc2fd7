import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { textScale } from '../kit/appearance.ts'
import { demoMode } from '../kit/preferences.ts'
import { sheet } from './drawing.ts'
import { createMeasure } from './measure.ts'

/** Keeps the drawing as wide as the box it is in, in the size of the page's text. */
export function useSheet(box: RefObject<HTMLElement | null>): void {
  const demo = demoMode.value
  const scale = textScale.value
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const styles = getComputedStyle(document.documentElement)
    const text = Number.parseFloat(getComputedStyle(document.body).fontSize) || 13
    const families = { font: styles.getPropertyValue('--font'), mono: styles.getPropertyValue('--mono') }
    const measure = createMeasure(text, families)
    const adapt = () => {
      const width = element.clientWidth
      if (width > 0 && (sheet.peek().width !== width || sheet.peek().measure !== measure))
        sheet.value = { width, text, measure }
    }
    const observer = new ResizeObserver(adapt)
    observer.observe(element)
    adapt()
    return () => observer.disconnect()
  }, [demo, scale])
}
