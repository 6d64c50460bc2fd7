import { useEffect, useRef } from 'preact/hooks'
import type { CatalogueEvent } from '../../server/wire.ts'
import { fitsPattern } from '../../server/words/pattern.ts'
import { faultRules, standingFaults } from '../faults/faults.ts'
import { StandingFaults } from '../faults/standing-faults.tsx'
import { inOneLine } from '../kit/control-marks.ts'
import { listShare } from '../kit/preferences.ts'
import { Split } from '../kit/split.tsx'
import { catalogue } from '../live/settings.ts'
import { asLink } from '../place/as-link.ts'
import { Back } from '../place/back.tsx'
import { go, place } from '../place/navigation.ts'
import { Search } from '../place/search.tsx'
import { EventDetail, PatternDetail } from './event-detail.tsx'
import { type EventGroup, findEvents, groupEvents } from './event-list.ts'
import { chosenEvent, foundEvents } from './event-selection.ts'
import { NoneFound } from './none-found.tsx'

/** Every event the platform knows, and a form to fire the chosen one, or all that a pattern names. */
export function Events() {
  const { open, q } = place.value
  return (
    <Split
      share={listShare}
      open={open}
      detailLabel={open === standingFaults ? 'Standing faults' : 'Fire an event'}
      list={
        <>
          <div class="list-head">
            <span class="quiet" role="status">
              {sizeWords(catalogue.value?.length, q === '' ? null : foundEvents.value.length)}
            </span>
            <span class="spring" />
            <button type="button" aria-pressed={isPattern(open)} onClick={() => go({ open: '*' })}>
              By pattern
            </button>
            <StandingButton />
          </div>
          <div class="tools">
            <Search over="events and their causes" />
          </div>
          <Groups chosen={chosenEvent.value} />
        </>
      }
      detail={<Chosen open={open} />}
    />
  )
}

const isPattern = (open: string | null): open is string => open?.includes('*') ?? false

function Chosen({ open }: { open: string | null }) {
  const chosen = chosenEvent.value
  if (open === standingFaults) return <StandingFaults />
  if (chosen) return <EventDetail key={chosen.event} event={chosen} />
  if (isPattern(open) && catalogue.value !== null)
    return (
      <PatternDetail
        pattern={open}
        events={catalogue.value.filter(({ event }) => fitsPattern(open, event))}
      />
    )
  return (
    <>
      <Back />
      <div class="empty">
        <p class="quiet">{emptyWords(open)}</p>
      </div>
    </>
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
  return open === null ? 'Choose an event to fire it.' : `The platform has no event named ${inOneLine(open)}.`
}

function Groups({ chosen }: { chosen: CatalogueEvent | undefined }) {
  const { q } = place.value
  const groups = groupEvents(findEvents(catalogue.value ?? [], q))
  if (groups.length === 0 && catalogue.value !== null) return <NoneFound what="event" />
  return (
    <div class="cards">
      {groups.map((group) => (
        <Group key={group.domain} group={group} chosen={chosen} />
      ))}
    </div>
  )
}

function Group({
  group: { domain, events },
  chosen,
}: {
  group: EventGroup
  chosen: CatalogueEvent | undefined
}) {
  const pattern = `${domain}.*`
  return (
    <section aria-labelledby={`events-${domain}`}>
      <div class="cards-head">
        <h3 id={`events-${domain}`} class="label">
          {domain} <span class="cards-count">{events.length}</span>
        </h3>
        {events.length > 1 && (
          <button
            type="button"
            class="small link"
            aria-pressed={place.value.open === pattern}
            aria-label={`Fire all of ${pattern}`}
            onClick={() => go({ open: pattern })}
          >
            {pattern}
          </button>
        )}
      </div>
      <ul>
        {events.map((one) => (
          <EventCard key={one.event} event={one} isChosen={one === chosen} />
        ))}
      </ul>
    </section>
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
        data-id={event.event}
        aria-current={isChosen ? 'true' : undefined}
        title={`Cause: ${event.caused_by}`}
        {...asLink({ open: event.event })}
      >
        <span class="card-title">{event.event}</span>
        <span class="quiet">{event.description}</span>
      </button>
    </li>
  )
}
