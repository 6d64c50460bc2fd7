import { useEffect, useRef } from 'preact/hooks'
import type { CatalogueEvent } from '../../server/wire.ts'
import { Split } from '../parts/split.tsx'
import { findEvents, groupEvents } from '../state/event-list.ts'
import { chosenEvent, foundEvents } from '../state/event-selection.ts'
import { faultRules, standingFaults } from '../state/faults.ts'
import { go, place } from '../state/navigation.ts'
import { listShare } from '../state/preferences.ts'
import { catalogue } from '../state/settings.ts'
import { Search } from './search.tsx'
import { SimulateForm } from './simulate-form.tsx'
import { StandingFaults } from './standing-faults.tsx'

/** Every event the platform knows, and a form to fire the chosen one. */
export function Simulate() {
  const { open, q } = place.value
  const chosen = chosenEvent.value
  return (
    <Split
      share={listShare}
      open={open}
      detailLabel={open === standingFaults ? 'Standing faults' : 'Fire an event'}
      list={
        <>
          <div class="list-head">
            <h2>Simulate</h2>
            <span class="quiet" role="status">
              {sizeWords(catalogue.value?.length, q === '' ? null : foundEvents.value.length)}
            </span>
            <span class="spring" />
            <StandingButton />
          </div>
          <div class="tools">
            <Search over="events and their causes" />
          </div>
          <Groups chosen={chosen} />
        </>
      }
      detail={
        open === standingFaults ? (
          <StandingFaults />
        ) : chosen ? (
          <SimulateForm key={chosen.event} chosen={chosen} />
        ) : (
          <div class="empty">
            <p class="quiet">{emptyWords(open)}</p>
          </div>
        )
      }
    />
  )
}

function StandingButton() {
  const rules = faultRules.value?.length ?? 0
  return (
    <button
      type="button"
      aria-pressed={place.value.open === standingFaults}
      onClick={() => go({ open: standingFaults })}
    >
      Standing faults {rules > 0 && <span class="fault">{rules}</span>}
    </button>
  )
}

function sizeWords(all: number | undefined, found: number | null): string {
  if (all === undefined) return 'reading'
  return found === null ? `${all} events` : `${found} of ${all} events`
}

function emptyWords(open: string | null): string {
  if (catalogue.value === null) return 'Reading the events.'
  return open === null ? 'Choose an event to fire it.' : `The platform has no event named ${open}.`
}

function Groups({ chosen }: { chosen: CatalogueEvent | undefined }) {
  const { q } = place.value
  const groups = groupEvents(findEvents(catalogue.value ?? [], q))
  if (groups.length === 0 && catalogue.value !== null)
    return (
      <div class="empty">
        <p>
          No event with <code>{q}</code>.
        </p>
        <button type="button" onClick={() => go({ q: '' })}>
          Clear the search
        </button>
      </div>
    )
  return (
    <div class="cards">
      {groups.map(({ domain, events }) => (
        <section key={domain} aria-labelledby={`events-${domain}`}>
          <h3 id={`events-${domain}`} class="label cards-head">
            {domain} <span class="cards-count">{events.length}</span>
          </h3>
          <ul>
            {events.map((one) => (
              <EventCard key={one.event} event={one} isChosen={one === chosen} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function EventCard({ event, isChosen }: { event: CatalogueEvent; isChosen: boolean }) {
  const card = useRef<HTMLButtonElement>(null)
  // Keys and links choose events that may be out of sight.
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li>
      <button
        ref={card}
        type="button"
        class={isChosen ? 'card active' : 'card'}
        aria-current={isChosen ? 'true' : undefined}
        title={`Cause: ${event.caused_by}`}
        onClick={() => go({ open: event.event })}
      >
        <span class="card-title">{event.event}</span>
        <span class="quiet">{event.description}</span>
      </button>
    </li>
  )
}
