import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { lazily } from './parts/lazily.tsx'
import { ProblemBox } from './parts/problem.tsx'
import { refusal, said } from './state/acts.ts'
import { place } from './state/navigation.ts'
import { overlay } from './state/overlay.ts'
import { isSettled } from './state/painted.ts'
import type { ViewName } from './state/place.ts'
import { demoMode } from './state/preferences.ts'
import { rowMenu } from './state/row-menu.ts'
import { inSight } from './state/saying.ts'
import { pending } from './state/undo.ts'
import { title } from './state/unread.ts'
import { Rail, titles } from './views/rail.tsx'
import { Stream } from './views/stream-page.tsx'
import { TopBar } from './views/top-bar.tsx'

// The stream comes with the page, the others when they are first gone to.
const viewOf = {
  stream: Stream,
  simulate: lazily(async () => (await import('./views/simulate/simulate.tsx')).Simulate),
  subscriptions: lazily(async () => (await import('./views/subscriptions.tsx')).Subscriptions),
  endpoints: lazily(async () => (await import('./views/endpoints.tsx')).Endpoints),
  errors: lazily(async () => (await import('./views/errors.tsx')).Errors),
  lanes: lazily(async () => (await import('./views/lanes/lanes.tsx')).Lanes),
  settings: lazily(async () => (await import('./views/settings/settings.tsx')).Settings),
} as const satisfies Record<ViewName, ComponentType>

const Banner = lazily(async () => (await import('./views/banner-bar.tsx')).Banner)
const StatusBar = lazily(async () => (await import('./views/status-bar.tsx')).StatusBar)
const DemoBar = lazily(async () => (await import('./views/demo-bar.tsx')).DemoBar)
const Palette = lazily(async () => (await import('./views/palette/palette.tsx')).Palette)
const RowMenu = lazily(async () => (await import('./views/row-menu-box.tsx')).RowMenu)
const UndoBar = lazily(async () => (await import('./views/undo-bar.tsx')).UndoBar)
const Help = lazily(async () => (await import('./views/help/help.tsx')).Help)

/** The frame: top bar, rail, and the view that the address names. */
export function App() {
  const { view } = place.value
  const View = viewOf[view]
  useEffect(() => {
    // The simulator names its parts.
    if (view !== 'simulate') title.value = `${titles[view]} · Webhook Sandbox`
  }, [view])
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to the list
      </a>
      <TopBar />
      <Rail />
      <main id="main" class="main" tabIndex={-1}>
        {refusal.value && (
          <ProblemBox
            problem={refusal.value}
            onClose={() => {
              refusal.value = null
            }}
          />
        )}
        <View />
        {isSettled.value && <Banner />}
        {rowMenu.value !== null && <RowMenu />}
      </main>
      <footer class="foot">
        {demoMode.value && <DemoBar />}
        {isSettled.value && <StatusBar />}
      </footer>
      <div class="undo-bar" role="status">
        {pending.value.length > 0 && <UndoBar />}
      </div>
      <p class="unseen" aria-live="polite">
        {said}
      </p>
      {inSight.value !== '' && (
        <p class="in-sight" aria-hidden="true">
          {inSight}
        </p>
      )}
      {overlay.value === 'palette' && <Palette />}
      {overlay.value === 'help' && <Help />}
    </div>
  )
}
