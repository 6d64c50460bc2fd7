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
import { notifies } from './state/preferences.ts'
import { listenToMenus } from './state/row-menu.ts'
import { start } from './state/session.ts'
import { showUnread } from './state/unread.ts'
import { listenToKeys } from './views/keys/listen.ts'

applyAppearance()
// Asked before anything is drawn: the answers come meanwhile.
void start()
const root = document.getElementById('app')
if (root) render(<App />, root)
listenToKeys()
showUnread()
listenToMenus()
if (notifies.value) void import('./state/notify.ts')
