/** Palette entries for the open record, for a typed id and for a search. */

import { money } from '../../../server/words/money.ts'
import { objectKindNames } from '../../../server/words/object.ts'
import { actsOf } from '../../acts/thing-acts.ts'
import { withoutSecrets } from '../../kit/format.ts'
import { kindOfId } from '../../live/routes/records.ts'
import { newestObjects } from '../../object/objects.ts'
import { go, openThing, placeOf, sectionOf } from '../../place/navigation.ts'
import { activeThing } from '../../stream/selection.ts'
import { rows } from '../../stream/stream.ts'
import { type Entry, inGroup } from '../entry.ts'

/** Names a record where its id says nothing to a reader. */
function nameOf(id: string): string {
  const entry = rows.get(id)
  if (entry === undefined) return `${kindOfId(id) ?? ''} ${id}`.trim()
  return entry.kind === 'event' || entry.kind === 'delivery'
    ? `${entry.kind} ${entry.data.summary ?? entry.data.event}`
    : `${entry.kind} ${entry.data.method} ${withoutSecrets(entry.data.path)}`
}

/** The heading for the open or selected record, or undefined. */
export function thingHeading(): string | undefined {
  const id = activeThing()
  return id === null ? undefined : `Actions on ${nameOf(id)}`
}

/** The acts on the open or selected record. */
export function thingEntries(): Entry[] {
  const id = activeThing()
  if (id === null) return []
  const name = nameOf(id)
  return actsOf(id).map((act) => ({
    id: `thing:${act.name}`,
    group: 'thing',
    title: act.title,
    words: name,
    key: act.key,
    changes: act.changes,
    ...(act.command && { command: () => act.command?.()[0]?.text ?? null }),
    run: act.run,
  }))
}

/** The newest objects of the platform, by title and id. */
export const objectEntries = (): Entry[] =>
  inGroup(
    'objects',
    newestObjects.value.map(({ id, kind, title, state, balance }) => ({
      id: `object:${id}`,
      title: `Show ${title}`,
      about: [objectKindNames[kind][0], state, balance && money(balance)].filter(Boolean).join(' · '),
      words: `${kind} ${id}`,
      run: () => go({ ...placeOf('objects'), open: id }),
    })),
  )

/** Opens the record of a typed id. */
export function idEntries(query: string): Entry[] {
  const [object] = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i.exec(query) ?? []
  if (object !== undefined)
    return [
      {
        id: `id:${object}`,
        group: 'id',
        title: `Open object ${object}`,
        run: () => go({ ...placeOf('objects'), open: object.toLowerCase() }),
      },
    ]
  const [id] = /\b(evt|dlv|cap|cal|run|trf|chk)_\w{2,}/.exec(query) ?? []
  if (id === undefined) return []
  const kind = kindOfId(id)
  const entry = (title: string, run: () => unknown): Entry => ({ id: `id:${id}`, group: 'id', title, run })
  if (kind !== null) return [entry(`Open ${kind} ${id}`, () => openThing(id))]
  const filtered = entry(`Show the records of ${id}`, () => go({ ...placeOf('stream'), run: id }))
  if (id.startsWith('trf_')) return [filtered]
  if (id.startsWith('chk_'))
    return [
      entry(`Open check ${id}`, () => go({ ...placeOf('check'), open: id })),
      { ...filtered, id: `of:${id}` },
    ]
  return [entry(`Open run ${id}`, () => go(sectionOf('scenarios', id))), { ...filtered, id: `of:${id}` }]
}

/** Searches the stream and the objects for the input. */
export function wordsEntries(query: string): Entry[] {
  const q = query.trim()
  if (q === '') return []
  return [
    {
      id: `words:${q}`,
      group: 'words',
      title: `Search the stream for ${q}`,
      run: () => go({ ...placeOf('stream'), q }),
    },
    {
      id: `objects:${q}`,
      group: 'words',
      title: `Search the objects for ${q}`,
      run: () => go({ ...placeOf('objects'), q }),
    },
  ]
}
