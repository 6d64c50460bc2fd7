import { notLoaded } from '../../parts/lazily.tsx'
import { refusal } from '../../state/acts.ts'

/** As Chromium, Firefox and Safari put it. */
const isAboutModule = /dynamically imported module|importing a module script/i

// What is done by a key or a button is loaded when it is first done; without an answer nothing would tell why nothing is done.
addEventListener('unhandledrejection', (event) => {
  const { reason } = event
  if (!(reason instanceof TypeError) || !isAboutModule.test(reason.message)) return
  event.preventDefault()
  // Gone as soon as the sandbox answers again.
  refusal.value = { code: 'not_reached', ...notLoaded }
})
