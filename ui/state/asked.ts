import type { KindFilter, Place } from './place.ts'
import { type Filters, type Kind, plurals } from './routes.ts'
import type { Entry } from './rows.ts'

/** One list that has to be read for what the reader asked to see. */
interface Asked {
  kind: Kind
  filters: Filters
}
type Question = Pick<Place, 'kind' | 'q' | 'endpoint'>

const all: readonly Kind[] = ['event', 'delivery', 'capture', 'call']
const failedStates = ['failed', 'retrying', 'wrongly_accepted'] as const

function listsOf(filter: KindFilter): Asked[] {
  if (filter === 'failed')
    return [
      ...failedStates.map((state): Asked => ({ kind: 'delivery', filters: { state } })),
      { kind: 'capture', filters: { verdict: 'failed' } },
      // The list of calls knows no range of statuses; `isAsked` sorts them out here.
      { kind: 'call', filters: {} },
    ]
  return all
    .filter((kind) => filter === 'all' || plurals[kind] === filter)
    .map((kind) => ({ kind, filters: {} }))
}

/** The lists that together answer what was asked. */
export function askedOf({ kind, q, endpoint }: Question): Asked[] {
  const lists = listsOf(kind).map((one) => ({ ...one, filters: { ...one.filters, q } }))
  return endpoint === null
    ? lists
    : lists
        .filter((one) => one.kind === 'capture')
        .map((one) => ({ ...one, filters: { ...one.filters, endpoint } }))
}

function isFailed(entry: Entry): boolean {
  switch (entry.kind) {
    case 'event':
      return false
    case 'delivery':
      return failedStates.some((state) => state === entry.data.state)
    case 'capture':
      return entry.data.verdict.result === 'failed'
    case 'call':
      return entry.data.status >= 400 || entry.data.status === 0
  }
}

/** Whether a row belongs to what was asked, the search aside: only the sandbox can answer that. */
export function isAsked(entry: Entry, { kind, endpoint }: Question): boolean {
  if (endpoint !== null && !(entry.kind === 'capture' && entry.data.endpoint === endpoint)) return false
  if (kind === 'failed') return isFailed(entry)
  return kind === 'all' || plurals[entry.kind] === kind
}
