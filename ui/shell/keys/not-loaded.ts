import { againMs, notLoaded } from '../../kit/lazily.tsx'
import { refusal } from '../../live/refusal.ts'

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
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement) setTimeout(() => target.replaceWith(target.cloneNode()), againMs)
  },
  true,
)
