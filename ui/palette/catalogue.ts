import { computed, type ReadonlySignal } from '@preact/signals'
import type { Entry } from './entry.ts'
import { recentIds } from './recents.ts'
import { bulkEntries } from './sources/bulk.ts'
import { errorEntries } from './sources/errors.ts'
import { eventEntries } from './sources/events.ts'
import { faultEntries } from './sources/faults.ts'
import { filterEntries } from './sources/filters.ts'
import { laneEntries } from './sources/lanes.ts'
import { madeEntries } from './sources/made.ts'
import { pageEntries, sandboxEntries } from './sources/page.ts'
import { placeEntries } from './sources/places.ts'
import { scenarioEntries } from './sources/scenarios.ts'
import { thingEntries } from './sources/things.ts'

/** Everything that can be found just now. */
const allEntries = (): Entry[] => [
  ...thingEntries(),
  ...filterEntries(),
  ...placeEntries(),
  ...laneEntries(),
  ...bulkEntries(),
  ...pageEntries(),
  ...sandboxEntries(),
  ...eventEntries(),
  ...scenarioEntries(),
  ...errorEntries(),
  ...faultEntries(),
  ...madeEntries(),
]

/**
 * Everything that is found from now on: as it is now, since what is listed must not move under the hand, and behind it what
 * comes with a list that was not read yet.
 */
export function entriesFromNow(): ReadonlySignal<readonly Entry[]> {
  let held: readonly Entry[] = []
  return computed(() => {
    const ids = new Set(held.map(({ id }) => id))
    const came = allEntries().filter(({ id }) => !ids.has(id))
    if (came.length > 0) held = [...held, ...came]
    return held
  })
}

const offered = new Set(['thing', 'filters', 'places', 'page', 'clock'])

/** What is offered before anything is typed: what was done last, then what is nearest. */
export function offeredOf(entries: readonly Entry[]): Entry[] {
  const recent = recentIds().flatMap((id): Entry[] => {
    const known = entries.find((one) => one.id === id)
    return known === undefined ? [] : [{ ...known, group: 'recent' }]
  })
  return [
    ...recent,
    ...entries.filter(({ id, group }) => offered.has(group) && !/^(kind|bulk:|thing:copy )/.test(id)),
  ]
}
