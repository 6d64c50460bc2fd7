import './styles/tokens.css'
import './styles/base.css'
import './styles/frame.css'
import './styles/narrow.css'
import './styles/list.css'
import './styles/row.css'
import './styles/filter.css'
import './styles/tools.css'
import './styles/forced-colors.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { opened } from './inspector/stream-page.tsx'
import { applyAppearance } from './kit/appearance.ts'
import { settle } from './kit/painted.ts'
import { notifies } from './kit/preferences.ts'
import { readServed } from './live/served.ts'
import { showUnread } from './notify/unread.ts'
import { listenToKeys } from './shell/keys/listen.ts'
import { listen, start } from './shell/session.ts'
import { listenToMenus } from './stream/row-menu.ts'

const once = '[data-once], [type="submit"]'

/**
 * Takes the second click of a double click from what sends a form, and from buttons that are marked `data-once`: a habit of
 * the hand, which would do it twice, or reach what the first click brought under it. A held key is such a habit as well.
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
  // A key that is held presses again and again, and in a field sends its form so.
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

applyAppearance()
const servedWith = document.getElementById('served')
readServed(servedWith?.textContent ?? '')
servedWith?.remove()
// Asked before anything is drawn: the answers come meanwhile. What came with the page is there at once, and drawn at once.
const started = Promise.all([start(), opened]).catch(() => {})
const startedWithin = (ms: number) =>
  Promise.race([started, new Promise<void>((resolve) => setTimeout(resolve, ms))])
// Keys may be pressed before anything is drawn.
listenToKeys()
await startedWithin(0)
const root = document.getElementById('app')
if (root) render(<App />, root)
heedDoubleClicks()
showUnread()
listenToMenus()
// Lists that take long, as a search may, hold nothing else up, nor does code.
void startedWithin(500).then(settle).then(listen)
notifies.subscribe((isOn) => {
  if (isOn) void import('./notify/notify.ts')
})
