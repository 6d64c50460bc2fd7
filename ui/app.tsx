/** The page frame: top bar, navigation and the current view. */

import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { Stream } from './inspector/stream-page.tsx'
import { overlay } from './kit/overlay.ts'
import { isSettled } from './kit/painted.ts'
import { demoMode } from './kit/preferences.ts'
import { lazily } from './live/lazily.tsx'
import { pending } from './live/pending.ts'
import { ProblemBox } from './live/problem.tsx'
import { inSight, refusal, said } from './live/refusal.ts'
import { title } from './notify/unread.ts'
import { place } from './place/navigation.ts'
import type { ViewName } from './place/place.ts'
import { Rail, titles } from './shell/rail.tsx'
import { TopBar } from './shell/top-bar.tsx'
import { rowMenu } from './stream/row-menu.ts'

// The stream loads with the page, the other views on first use.
const viewOf = {
  stream: Stream,
  simulate: lazily(async () => (await import('./simulator/simulate.tsx')).Simulate),
  objects: lazily(async () => (await import('./object/page.tsx')).Objects),
  subscriptions: lazily(async () => (await import('./subscription/subscriptions.tsx')).Subscriptions),
  endpoints: lazily(async () => (await import('./endpoint/endpoints.tsx')).Endpoints),
  check: lazily(async () => (await import('./check/page.tsx')).Checks),
  errors: lazily(async () => (await import('./errors/page.tsx')).Errors),
  lanes: lazily(async () => (await import('./lanes/lanes.tsx')).Lanes),
  settings: lazily(async () => (await import('./settings/settings.tsx')).Settings),
} as const satisfies Record<ViewName, ComponentType>

const Banner = lazily(async () => (await import('./shell/frame-parts.ts')).Banner)
const StatusBar = lazily(async () => (await import('./shell/frame-parts.ts')).StatusBar)
const DemoBar = lazily(async () => (await import('./shell/demo/demo-bar.tsx')).DemoBar)
const Palette = lazily(async () => (await import('./palette/palette.tsx')).Palette)
const RowMenu = lazily(async () => (await import('./shell/row-menu.tsx')).RowMenu)
const UndoBar = lazily(async () => (await import('./live/undo-bar.tsx')).UndoBar)
const Help = lazily(async () => (await import('./shell/help/help.tsx')).Help)

export function App() {
  const { view } = place.value
  const View = viewOf[view]
  useEffect(() => {
    // The simulator sets its own title.
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
