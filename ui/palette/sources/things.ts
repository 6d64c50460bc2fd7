import { actsOf } from '../../acts/thing-acts.ts'
import { withoutSecrets } from '../../kit/format.ts'
import { kindOfId } from '../../live/routes.ts'
import { go, openThing, placeOf, sectionOf } from '../../place/navigation.ts'
import { activeThing } from '../../stream/selection.ts'
import { rows } from '../../stream/stream.ts'
import type { Entry } from '../entry.ts'

/** What a thing is called where its id would say nothing. */
function nameOf(id: string): string {
  const entry = rows.get(id)
  if (entry === undefined) return `${kindOfId(id) ?? ''} ${id}`.trim()
  return entry.kind === 'event' || entry.kind === 'delivery'
    ? `${entry.kind} ${entry.data.event}`
    : `${entry.kind} ${entry.data.method} ${withoutSecrets(entry.data.path)}`
}

/** The thing that is open, or that the list stands on, as a heading; undefined where there is none. */
export function thingHeading(): string | undefined {
  const id = activeThing()
  return id === null ? undefined : `On ${nameOf(id)}`
}

/** What can be done to the thing that is open, or that the list stands on. */
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
    ...(act.command && { command: () => act.command?.()[0]?.text ?? null }),
    run: act.run,
  }))
}

/** An id that was pasted or typed leads to what it is of. */
export function idEntries(query: string): Entry[] {
  const [id] = /\b(evt|dlv|cap|cal|run|trf)_\w{2,}/.exec(query) ?? []
  if (id === undefined) return []
  const kind = kindOfId(id)
  const entry = (title: string, run: () => unknown): Entry => ({ id: `id:${id}`, group: 'id', title, run })
  if (kind !== null) return [entry(`Open ${kind} ${id}`, () => openThing(id))]
  const filtered = entry(`Show what ${id} made`, () => go({ ...placeOf('stream'), run: id }))
  if (id.startsWith('trf_')) return [filtered]
  return [entry(`Open run ${id}`, () => go(sectionOf('scenarios', id))), { ...filtered, id: `of:${id}` }]
}

/** Whatever was typed can be searched for. */
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
  ]
}
