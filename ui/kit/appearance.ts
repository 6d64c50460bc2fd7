import { computed, effect, signal } from '@preact/signals'
import { demoMode, highContrast, theme } from './preferences.ts'

/** How much larger than usual the reader has the browser write. */
export const textScale = signal(1)

/** How high a row of a list is, px; `--row` in the styles. */
export const rowHeight = computed(() => Math.round((demoMode.value ? 40 : 28) * textScale.value))

/** Keeps the page's look as the reader chose it, or as the system says where he did not. */
export function applyAppearance(): void {
  const root = document.documentElement
  // A link to a demo opens it, ready to be played; it plays nothing by itself.
  if (new URLSearchParams(location.search).get('demo')) demoMode.value = true
  const more = matchMedia('(prefers-contrast: more)')
  const contrast = () => {
    root.dataset.contrast = highContrast.value || more.matches ? 'more' : 'normal'
  }
  more.addEventListener('change', contrast)
  effect(contrast)
  const readScale = () => {
    textScale.value = Number.parseFloat(getComputedStyle(root).fontSize) / 16 || 1
  }
  readScale()
  addEventListener('resize', readScale)
  // The size is changed in the browser's settings; the page is seen again after that.
  document.addEventListener('visibilitychange', readScale)
  effect(() => {
    root.dataset.theme = theme.value
    root.dataset.demo = demoMode.value ? 'on' : 'off'
    root.style.setProperty('--row', `${rowHeight.value}px`)
  })
}
