/** The list of events in the simulator. */

import { computed } from '@preact/signals'
import type { CatalogueEvent } from '../../server/wire.ts'
import { fitsPattern } from '../../server/words/pattern.ts'
import { NotHere } from '../detail/not-here.tsx'
import { faultRules, standingFaults } from '../faults/faults.ts'
import { StandingFaults } from '../faults/standing-faults.tsx'
import { inOneLine } from '../kit/control-marks.ts'
import { Split } from '../kit/split.tsx'
import { catalogue } from '../live/settings.ts'
import { Card, CardGroup } from '../place/card.tsx'
import { go, place } from '../place/navigation.ts'
import { NoneFound, Search } from '../place/search.tsx'
import { EventDetail, PatternDetail } from './event-detail.tsx'
import { type EventGroup, findEvents, groupEvents } from './event-list.ts'

/** The found events, in list order. */
const foundEvents = computed(() =>
  groupEvents(findEvents(catalogue.value ?? [], place.value.q)).flatMap(({ events }) => events),
)

/** The event in the address, else the first listed event. */
const chosenEvent = computed(() => {
  const { open } = place.value
  return open === null ? foundEvents.value[0] : catalogue.value?.find(({ event }) => event === open)
})

export function Events() {
  const { open, q } = place.value
  return (
    <Split
      open={open}
      detailLabel={open === standingFaults ? 'Fault rules' : 'Send an event'}
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
            <Search over="events and causes" />
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
    <NotHere>
      <p class="quiet">{emptyWords(open)}</p>
    </NotHere>
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
      Fault rules {rules > 0 && <span class="fault">{rules}</span>}
    </button>
  )
}

function sizeWords(all: number | undefined, found: number | null): string {
  if (all === undefined) return 'loading'
  return found === null ? `${all} events` : `${found} of ${all} events`
}

function emptyWords(open: string | null): string {
  if (catalogue.value === null) return 'Loading events.'
  return open === null ? 'Select an event to send it.' : `The platform has no event named ${inOneLine(open)}.`
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

interface GroupProps {
  group: EventGroup
  chosen: CatalogueEvent | undefined
}

function Group({ group: { domain, events }, chosen }: GroupProps) {
  const pattern = `${domain}.*`
  const fireAll = (
    <button
      type="button"
      class="small link"
      aria-pressed={place.value.open === pattern}
      aria-label={`Send all of ${pattern}`}
      onClick={() => go({ open: pattern })}
    >
      {pattern}
    </button>
  )
  return (
    <CardGroup
      name={`events-${domain}`}
      title={domain}
      size={events.length}
      beside={events.length > 1 && fireAll}
    >
      {events.map((one) => (
        <Card key={one.event} id={one.event} isChosen={one === chosen} title={`Cause: ${one.caused_by}`}>
          <span class="card-title">{one.event}</span>
          <span class="quiet">{one.description}</span>
        </Card>
      ))}
    </CardGroup>
  )
}
