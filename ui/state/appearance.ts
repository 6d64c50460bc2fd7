import { effect } from '@preact/signals'
import { demoMode, highContrast, theme } from './preferences.ts'

/** Keeps the page's look as the reader chose it, or as the system says where he did not. */
export function applyAppearance(): void {
  const root = document.documentElement.dataset
  const more = matchMedia('(prefers-contrast: more)')
  const contrast = () => {
    root.contrast = highContrast.value || more.matches ? 'more' : 'normal'
  }
  more.addEventListener('change', contrast)
  effect(contrast)
  effect(() => {
    root.theme = theme.value
    root.demo = demoMode.value ? 'on' : 'off'
  })
}
