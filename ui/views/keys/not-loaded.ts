import { effect } from '@preact/signals'
import { notLoaded } from '../../parts/lazily.tsx'
import { refusal } from '../../state/acts.ts'
import { link } from '../../state/live.ts'

/** As Chromium, Firefox and Safari put it, and Vite of a stylesheet. */
const isAboutLoading = /import.+module|preload CSS/i

// What is done by a key or a button is loaded when it is first done; without an answer nothing would tell why nothing is done.
addEventListener('unhandledrejection', (event) => {
  if (!isAboutLoading.test(event.reason?.message)) return
  event.preventDefault()
  // Gone as soon as the sandbox answers again.
  refusal.value = { code: 'not_reached', ...notLoaded }
})

// Vite asks for a stylesheet once, whatever becomes of it.
const unstyled = new Set<HTMLLinkElement>()
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement) unstyled.add(target)
  },
  true,
)
effect(() => {
  if (link.value.state !== 'live') return
  for (const one of unstyled) one.replaceWith(one.cloneNode())
  unstyled.clear()
})
