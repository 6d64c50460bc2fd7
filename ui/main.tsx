/** Starts the page. */

import './styles/tokens.css'
import './styles/base.css'
import './styles/frame.css'
import './styles/list.css'
import './styles/row.css'
import './styles/filter.css'
import './styles/tools.css'
import './styles/narrow.css'
import './styles/forced-colors.css'
import { effect } from '@preact/signals'
import { render } from 'preact'
import { App } from './app.tsx'
import { opened } from './inspector/stream-page.tsx'
import { applyAppearance } from './kit/appearance.ts'
import { awaitHand } from './kit/hand.ts'
import { settle } from './kit/painted.ts'
import { notifies, storedElsewhere } from './kit/preferences.ts'
import { tick } from './live/clock.ts'
import { readServed } from './live/served.ts'
import { showUnread } from './notify/unread.ts'
import { followAddress } from './place/navigation.ts'
import { listenToKeys } from './shell/keys/early.ts'
import { reportFailedLoads } from './shell/keys/not-loaded.ts'
import { createSession } from './shell/session.ts'
import { listenToMenus } from './stream/row-menu.ts'

const once = '[data-once], [type="submit"]'

/**
 * Ignores the second click of a double click on submit buttons and `data-once` buttons. It would repeat the action,
 * or hit whatever the first click brought under the pointer. A held key counts as well.
 */
function heedDoubleClicks(): void {
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
  // A held key repeats, and in a field submits the form each time.
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

/** Has the browser fetch the other parts of the page while it is idle, so that no view waits for its code. */
function prefetch(): void {
  for (const part of parts.filter((one) => one !== '')) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = `/${part}`
    document.head.append(link)
  }
}

applyAppearance()
awaitHand()
addEventListener('storage', () => storedElsewhere.value++)
addEventListener('popstate', followAddress)
setInterval(tick, 200)
const servedWith = document.getElementById('served')
readServed(servedWith?.textContent ?? '')
const parts = servedWith?.dataset.parts?.split(' ') ?? []
servedWith?.remove()
// Requests the first lists before drawing. Code that came with the page is drawn at once.
const session = createSession()
const started = Promise.all([session.start(), opened]).catch(() => {})
const startedWithin = (ms: number) =>
  Promise.race([started, new Promise<void>((resolve) => setTimeout(resolve, ms))])
reportFailedLoads()
// Keys may be pressed before the page is drawn.
listenToKeys()
await startedWithin(0)
const root = document.getElementById('app')
if (root) render(<App />, root)
heedDoubleClicks()
showUnread()
listenToMenus()
// Slow lists, such as a search, and slow code delay nothing else.
void startedWithin(500)
  .then(settle)
  .then(() => {
    session.listen()
    prefetch()
  })
effect(() => {
  if (!notifies.value) return
  const begun = import('./notify/notify.ts').then(({ notifyOfFailures }) => notifyOfFailures())
  return () => void begun.then((end) => end())
})
