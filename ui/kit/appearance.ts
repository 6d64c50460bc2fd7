/** Applies theme, contrast, text size and demo mode to the page. */

import { computed, effect, signal } from '@preact/signals'
import { demoMode, highContrast, theme } from './preferences.ts'

/** The browser's text size relative to 16 px. */
export const textScale = signal(1)

/** Height of a list row in px. The styles read it as `--row`. */
export const rowHeight = computed(() => Math.round((demoMode.value ? 40 : 28) * textScale.value))

/** The reader's choices override the system's preferences. */
export function applyAppearance(): void {
  const root = document.documentElement
  // A demo link opens demo mode but does not start the demo.
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
  // The page becomes visible again after a change in the browser's settings.
  document.addEventListener('visibilitychange', readScale)
  effect(() => {
    root.dataset.theme = theme.value
    root.dataset.demo = demoMode.value ? 'on' : 'off'
    root.style.setProperty('--row', `${rowHeight.value}px`)
  })
}
