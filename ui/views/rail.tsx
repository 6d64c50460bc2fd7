import { count } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { go, place, placeOf } from '../state/navigation.ts'
import { type ViewName, views, writePlace } from '../state/place.ts'
import { health } from '../state/session.ts'
import { endpoints, subscriptions } from '../state/settings.ts'

export const titles = {
  stream: 'Stream',
  simulate: 'Simulate',
  subscriptions: 'Subscriptions',
  endpoints: 'Endpoints',
} as const satisfies Record<ViewName, string>

function countOf(view: ViewName): number | null {
  switch (view) {
    case 'stream': {
      const counts = health.value?.counts
      return counts ? counts.events + counts.deliveries + counts.captures + counts.calls : null
    }
    case 'subscriptions':
      return subscriptions.value?.length ?? null
    case 'endpoints':
      return endpoints.value?.length ?? null
    case 'simulate':
      return null
  }
}

/** The places of the page, each a link that can be opened elsewhere. */
export function Rail() {
  return (
    <nav class="rail" aria-label="Places">
      {views.map((view) => {
        const number = countOf(view)
        return (
          <a
            key={view}
            href={writePlace(placeOf(view))}
            aria-current={place.value.view === view ? 'page' : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              go(placeOf(view))
            }}
          >
            <Icon name={view} />
            <span>{titles[view]}</span>
            {number !== null && <span class="rail-count">{count(number)}</span>}
          </a>
        )
      })}
    </nav>
  )
}
