import { useEffect } from 'preact/hooks'
import { ProblemBox } from './parts/problem.tsx'
import { refusal, said } from './state/acts.ts'
import { place } from './state/navigation.ts'
import type { ViewName } from './state/place.ts'
import { Endpoints } from './views/endpoints.tsx'
import { Errors } from './views/errors.tsx'
import { Rail, titles } from './views/rail.tsx'
import { Simulate } from './views/simulate/simulate.tsx'
import { Stream } from './views/stream.tsx'
import { Subscriptions } from './views/subscriptions.tsx'
import { TopBar } from './views/top-bar.tsx'

const viewOf = {
  stream: Stream,
  simulate: Simulate,
  subscriptions: Subscriptions,
  endpoints: Endpoints,
  errors: Errors,
} as const satisfies Record<ViewName, () => unknown>

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
