/** Collects everything that the palette can find. */

import { computed, type ReadonlySignal } from '@preact/signals'
import { armCommand } from '../commands/curl.ts'
import { triggerCommand } from '../commands/simulator-commands.ts'
import { narrow } from '../detail/similar.tsx'
import { disarm } from '../errors/arming.ts'
import { armedErrors, beyond, errors } from '../errors/errors.ts'
import { savedFilters } from '../filter/saved-filters.ts'
import { placeOfFilter } from '../filter/saving.ts'
import { withoutSecrets } from '../kit/format.ts'
import { shared, textsOf } from '../kit/preferences.ts'
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
import { faultEntries } from './sources/faults.ts'
import { madeEntries } from './sources/made.ts'
import { pageEntries, sandboxEntries } from './sources/page.ts'
import { placeEntries } from './sources/places.ts'
import { scenarioEntries } from './sources/scenarios.ts'
import { objectEntries, thingEntries } from './sources/things.ts'

const allEntries = (): Entry[] => [
  ...thingEntries(),
  ...filterEntries(),
  ...placeEntries(),
  ...objectEntries(),
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

/** The entries now, which must not move under the pointer, followed by entries of lists that load later. */
export function entriesFromNow(): ReadonlySignal<readonly Entry[]> {
  let held: readonly Entry[] = []
  return computed(() => {
    const ids = new Set(held.map(({ id }) => id))
    const came = allEntries().filter(({ id }) => !ids.has(id))
    if (came.length > 0) held = [...held, ...came]
    return held
  })
}

/** The ids of the last used entries, newest first. */
const recentIds = shared<string[]>('palette-recents', [], textsOf)
const mostRecent = 5

export function remember(id: string): void {
  recentIds.value = [id, ...recentIds.value.filter((one) => one !== id)].slice(0, mostRecent)
}

const offered = new Set(['thing', 'filters', 'places', 'page', 'clock'])

/** The entries before any input: recent ones first, then the nearest. */
export function offeredOf(entries: readonly Entry[]): Entry[] {
  const recent = recentIds.value.flatMap((id): Entry[] => {
    const known = entries.find((one) => one.id === id)
    return known === undefined ? [] : [{ ...known, group: 'recent' }]
  })
  return [
    ...recent,
    ...entries.filter(({ id, group }) => offered.has(group) && !/^(kind|bulk:|thing:copy )/.test(id)),
  ]
}

/** Exports of the lanes, while the lanes are visible. */
function laneEntries(): Entry[] {
  if (place.value.view !== 'lanes') return []
  return exportTitles.map((title) => ({
    id: `lanes:${title}`,
    group: 'page',
    title: `${title}: lanes`,
    words: 'export drawing picture',
    run: async () => say((await (await import('../lanes/exporting.ts')).exportAs(title)).text),
  }))
}

/** Each event can be sent, edited first, or searched in the stream. */
const eventEntries = (): Entry[] =>
  inGroup(
    'events',
    (catalogue.value ?? []).flatMap(({ event, description }) => [
      {
        id: `send:${event}`,
        title: `Send ${event}`,
        about: description,
        words: 'fire trigger event',
        changes: 'trigger' as const,
        command: () => triggerCommand({ event }),
        run: () => sendEvent(event),
      },
      {
        id: `show:${event}`,
        title: `Show ${event}`,
        about: 'in the stream',
        words: 'search filter event',
        run: () => go({ ...placeOf('stream'), q: `event:${event}` }),
      },
      {
        id: `change:${event}`,
        title: `Edit and send ${event}`,
        about: description,
        words: 'edit payload fire trigger event',
        run: () => go(sectionOf('events', event)),
      },
    ]),
  )

/** Saved filters, and filters for records similar to the selected one. */
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

/** Actions on all listed records. The view asks before each. */
function bulkEntries(): Entry[] {
  if (place.value.view !== 'stream') return []
  return (Object.keys(bulkActs) as BulkAct[]).flatMap((act): Entry[] => {
    // `newest` is set when the action runs. Here it would rebuild all entries with each new record.
    const order = bulkOrder(act, place.value, { newest: 0 })
    if (order === null) return []
    const { kind, verb } = bulkActs[act]
    return [
      {
        id: `bulk:${act}`,
        group: 'page',
        title: `${verb} all listed ${nouns[kind][1]}`,
        about: abouts[act],
        changes: 'bulk',
        words: 'act bulk every filter match',
        command: () => commandOf(order),
        run: () => askBeforeAll(act),
      },
    ]
  })
}

/** The command of an action. The request also names the newest record. */
const commandOf = (order: BulkOrder): string | null => {
  const [command, request] = bulkCommands(order)
  return request === undefined ? null : (command?.text ?? null)
}

const abouts: Partial<Record<BulkAct, string>> = {
  recover: 'resend the deliveries that failed since a time',
  'attempt-now': 'attempt waiting deliveries now',
  cancel: 'cancel unfinished deliveries',
}

/** Each error can be armed or shown, and each armed error can be disarmed. */
const errorEntries = (): Entry[] =>
  inGroup('errors', [
    ...(armedErrors.value ?? []).map((armed) => ({
      id: `disarm:${armed.id}`,
      title: `Disarm ${armed.code ?? armed.status ?? armed.outcome}`,
      about: armed.id,
      changes: 'disarm' as const,
      run: () => disarm(armed),
    })),
    ...[...(errors.value ?? []), ...beyond.value].flatMap(({ code, meaning, status }) => [
      {
        id: `arm:${code}`,
        title: `Arm ${code}`,
        about: meaning,
        words: `error ${status}`,
        changes: 'arm' as const,
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
