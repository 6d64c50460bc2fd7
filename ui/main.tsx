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
import { applyAppearance } from './state/appearance.ts'
import { settle } from './state/painted.ts'
import { notifies } from './state/preferences.ts'
import { listenToMenus } from './state/row-menu.ts'
import { readServed } from './state/served.ts'
import { listen, start } from './state/session.ts'
import { showUnread } from './state/unread.ts'
import { heedDoubleClicks } from './views/double-click.ts'
import { listenToKeys } from './views/keys/listen.ts'
import { opened } from './views/stream-page.tsx'

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
  if (isOn) void import('./state/notify.ts')
})
