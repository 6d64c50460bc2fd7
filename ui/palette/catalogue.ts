import { computed, type ReadonlySignal } from '@preact/signals'
import { armCommand } from '../commands/curl.ts'
import { triggerCommand } from '../commands/simulator-commands.ts'
import { narrow } from '../detail/row-menu-box.tsx'
import { disarm } from '../errors/arming.ts'
import { armedErrors, beyond, errors } from '../errors/errors.ts'
import { placeOfFilter, savedFilters } from '../filter/saved-filters.ts'
import { withoutSecrets } from '../kit/format.ts'
import { exportTitles } from '../lanes/key-words.ts'
import { say } from '../live/refusal.ts'
import { catalogue } from '../live/settings.ts'
import { go, place, placeOf, sectionOf } from '../place/navigation.ts'
import { arm } from '../shell/keys/copying.ts'
import { type BulkAct, type BulkOrder, bulkActs, bulkCommands, bulkOrder, nouns } from '../stream/bulk.ts'
import { askBeforeAll } from '../stream/bulk-asked.ts'
import { likeThis } from '../stream/like-this.ts'
import { sendEvent } from '../stream/looking.ts'
import { activeThing } from '../stream/selection.ts'
import { rows } from '../stream/stream.ts'
import { type Entry, inGroup } from './entry.ts'
import { recentIds } from './recents.ts'
import { faultEntries } from './sources/faults.ts'
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

/** The drawing of the lanes, to be taken along while it is in sight. */
function laneEntries(): Entry[] {
  if (place.value.view !== 'lanes') return []
  return exportTitles.map((title) => ({
    id: `lanes:${title}`,
    group: 'page',
    title: `${title}: the lanes`,
    words: 'export drawing picture',
    run: async () => say((await (await import('../lanes/exporting.ts')).exportAs(title)).text),
  }))
}

/** Every event of the catalogue: sent as it comes, changed first, or looked for in the stream. */
const eventEntries = (): Entry[] =>
  inGroup(
    'events',
    (catalogue.value ?? []).flatMap(({ event, description }) => [
      {
        id: `send:${event}`,
        title: `Send ${event}`,
        about: description,
        words: 'fire trigger event',
        command: () => triggerCommand({ event }),
        run: () => sendEvent(event),
      },
      {
        id: `change:${event}`,
        title: `Change and send ${event}`,
        about: description,
        words: 'edit payload fire trigger event',
        run: () => go(sectionOf('events', event)),
      },
    ]),
  )

/** The filters that were saved, and those that keep what is like the thing the keys stand on. */
function filterEntries(): Entry[] {
  const id = activeThing()
  const thing = id === null ? undefined : rows.get(id)
  return [
    ...savedFilters().map(
      (saved): Entry => ({
        id: `filter:${saved.address}`,
        group: 'filters',
        title: saved.name,
        about: placeOfFilter(saved).q,
        words: 'saved filter',
        run: () => go(placeOfFilter(saved)),
      }),
    ),
    ...(thing === undefined ? [] : likeThis(thing)).map(
      ({ title, term }): Entry => ({
        id: `like:${term}`,
        group: 'like',
        title: `Only ${title}`,
        about: withoutSecrets(term),
        words: 'filter like this similar',
        run: () => narrow(term),
      }),
    ),
  ]
}

/** What can be done to all that is listed; each asks in the view before it is done. */
function bulkEntries(): Entry[] {
  if (place.value.view !== 'stream') return []
  return (Object.keys(bulkActs) as BulkAct[]).flatMap((act): Entry[] => {
    // Up to which one is asked when it is done: read here, each row that comes would have all of this made anew.
    const order = bulkOrder(act, place.value, { newest: 0 })
    if (order === null) return []
    const { kind, verb } = bulkActs[act]
    return [
      {
        id: `bulk:${act}`,
        group: 'page',
        title: `${verb} all listed ${nouns[kind][1]}`,
        about: abouts[act],
        words: 'act bulk every filter match',
        command: () => commandOf(order),
        run: () => askBeforeAll(act),
      },
    ]
  })
}

/** As the command line has it; a request would name the newest that is meant. */
const commandOf = (order: BulkOrder): string | null => {
  const [command, request] = bulkCommands(order)
  return request === undefined ? null : (command?.text ?? null)
}

const abouts: Partial<Record<BulkAct, string>> = {
  recover: 'resend those that failed since a time',
  'attempt-now': 'those that wait, now',
  cancel: 'those that have not ended',
}

/** Every error code: armed for the next call, or shown; and what is armed, to take it back. */
const errorEntries = (): Entry[] =>
  inGroup('errors', [
    ...(armedErrors.value ?? []).map((armed) => ({
      id: `disarm:${armed.id}`,
      title: `Disarm ${armed.code ?? armed.status ?? armed.outcome}`,
      about: armed.id,
      run: () => disarm(armed),
    })),
    ...[...(errors.value ?? []), ...beyond.value].flatMap(({ code, meaning, status }) => [
      {
        id: `arm:${code}`,
        title: `Arm ${code}`,
        about: meaning,
        words: `error ${status}`,
        command: () => armCommand({ code, times: 1 }),
        run: () => arm(code),
      },
      {
        id: `error:${code}`,
        title: `Show ${code}`,
        about: meaning,
        words: `error ${status}`,
        run: () => go({ ...placeOf('errors'), open: code }),
      },
    ]),
  ])
