import { computed, effect } from '@preact/signals'
import { demoMode, highContrast, theme } from './preferences.ts'

/** How high a row of a list is, px; `--row` in the styles. */
export const rowHeight = computed(() => (demoMode.value ? 40 : 28))

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
  effect(() => {
    root.dataset.theme = theme.value
    root.dataset.demo = demoMode.value ? 'on' : 'off'
    root.style.setProperty('--row', `${rowHeight.value}px`)
  })
}
