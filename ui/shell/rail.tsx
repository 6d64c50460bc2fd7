/** The navigation between the views. */

import { errors, metErrors } from '../errors/errors.ts'
import { count } from '../kit/format.ts'
import { Icon } from '../kit/icon.tsx'
import { demoMode } from '../kit/preferences.ts'
import { Failing } from '../live/failing.tsx'
import { health } from '../live/health.ts'
import { endpoints, subscriptions } from '../live/settings.ts'
import { linkTo } from '../place/as-link.ts'
import { place, placeOf } from '../place/navigation.ts'
import { type ViewName, views } from '../place/place.ts'

export const titles = {
  stream: 'Stream',
  simulate: 'Simulate',
  objects: 'Objects',
  subscriptions: 'Subscriptions',
  endpoints: 'Endpoints',
  check: 'Check',
  errors: 'Errors',
  lanes: 'Lanes',
  settings: 'Settings',
} as const satisfies Record<ViewName, string>

const lengthOf = (list: readonly unknown[] | null) => list && count(list.length)

function countOf(view: ViewName): string | null {
  switch (view) {
    case 'stream': {
      const counts = health.value?.counts
      return counts ? count(counts.events + counts.deliveries + counts.captures + counts.calls) : null
    }
    case 'subscriptions':
      return lengthOf(subscriptions.value)
    case 'endpoints':
      return lengthOf(endpoints.value)
    case 'errors':
      return errors.value && `${metErrors.value}/${errors.value.length}`
    case 'simulate':
    case 'objects':
    case 'check':
    case 'lanes':
    case 'settings':
      return null
  }
}

/** The key after `g` that opens the view. */
export const chords = {
  stream: 's',
  simulate: 'm',
  objects: 'o',
  subscriptions: 'u',
  endpoints: 'n',
  check: 'c',
  errors: 'e',
  lanes: 'l',
  settings: 't',
} as const satisfies Record<ViewName, string>

export function Rail() {
  return (
    <nav class="rail" aria-label="Views">
      {views.map((view) => {
        const number = countOf(view)
        return (
          <a
            key={view}
            title={`g ${chords[view]}`}
            {...linkTo(placeOf(view))}
            aria-current={place.value.view === view ? 'page' : undefined}
          >
            <Icon name={view} />
            <span class="one-line">{titles[view]}</span>
            {view === 'stream' && <Failing />}
            {number !== null && <span class="rail-count">{number}</span>}
          </a>
        )
      })}
      <a
        class="rail-demo"
        href="/?demo=onboarding-passes"
        aria-current={demoMode.value ? 'true' : undefined}
        onClick={(event) => {
          event.preventDefault()
          demoMode.value = !demoMode.value
        }}
      >
        <Icon name="demo" />
        <span class="one-line">Demo</span>
      </a>
      <a class="rail-docs" href="/sandbox/docs" title="Reference of the emulated API">
        <Icon name="docs" />
        <span class="one-line">
          <span class="rail-long">API </span>reference
        </span>
      </a>
    </nav>
  )
}
