import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { lazily } from './parts/lazily.tsx'
import { ProblemBox } from './parts/problem.tsx'
import { refusal, said } from './state/acts.ts'
import { place } from './state/navigation.ts'
import type { ViewName } from './state/place.ts'
import { Rail, titles } from './views/rail.tsx'
import { Stream } from './views/stream.tsx'
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

/** The frame: top bar, rail, and the view that the address names. */
export function App() {
  const { view } = place.value
  const View = viewOf[view]
  useEffect(() => {
    // The simulator names its parts.
    if (view !== 'simulate') document.title = `${titles[view]} · Webhook Sandbox`
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
      </main>
      <p class="unseen" aria-live="polite">
        {said}
      </p>
    </div>
  )
}
