/** Builds the list requests for the kinds and filters that the stream shows. */
import type { DeliveryRow, Health } from '../../server/wire.ts'
import { fitsPattern } from '../../server/words/pattern.ts'
import type { Entry } from '../live/entries.ts'
import { type Filters, type Kind, plurals } from '../live/routes.ts'
import type { DeliveryFilters, Question } from '../place/place.ts'
import { hasFilters } from './filter-text.ts'

/** One list to read, with its filters. */
interface Asked {
  kind: Kind
  filters: Filters
}

const allKinds: readonly Kind[] = ['event', 'delivery', 'capture', 'call']
/** The kinds of rows that the stream lists. */
export function kindsAsked({ kind, endpoint }: Pick<Question, 'kind' | 'endpoint'>): readonly Kind[] {
  if (endpoint !== null) return ['capture']
  if (kind === 'failed') return allKinds.filter((one) => one !== 'event')
  return allKinds.filter((one) => kind === 'all' || plurals[one] === kind)
}
const failedStates = ['failed', 'retrying', 'wrongly_accepted'] as const

function listsOf({ kind: filter, state, event, subscription }: Question): Asked[] {
  if (filter === 'failed')
    return [
      { kind: 'delivery', filters: { state: 'failing' } },
      { kind: 'capture', filters: { verdict: 'failed' } },
      // 0 means that the call got no response.
      { kind: 'call', filters: { status: '0,>=400' } },
    ]
  if (filter === 'deliveries')
    return [{ kind: 'delivery', filters: { state, event, subscription_id: subscription } }]
  return allKinds
    .filter((kind) => filter === 'all' || plurals[kind] === filter)
    .map((kind) => ({ kind, filters: {} }))
}

/** The lists that together answer the question. */
export function askedOf(question: Question): Asked[] {
  const { q, endpoint, run } = question
  const ofRun = run === null ? {} : { run_id: run }
  const lists = listsOf(question)
    .filter((one) => hasFilters(one.kind, q))
    .map((one) => ({ ...one, filters: { ...one.filters, q, ...ofRun } }))
  return endpoint === null
    ? lists
    : lists
        .filter((one) => one.kind === 'capture')
        .map((one) => ({ ...one, filters: { ...one.filters, endpoint } }))
}

/** Whether a row counts as failed. */
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

const passes = (row: DeliveryRow, { state, event, subscription }: DeliveryFilters): boolean =>
  (state === null || row.state === state) &&
  (event === null || fitsPattern(event, row.event)) &&
  (subscription === null || row.subscription_id === subscription)

/**
 * Whether only the sandbox can tell which rows match: rows hold no searchable text, and deliveries and captures hold no run.
 */
export const isSandboxAsked = ({ q, run }: Question): boolean => q !== '' || run !== null

/** Whether a row matches, as far as the page can tell. */
export function isAsked(entry: Entry, question: Question): boolean {
  const { kind, endpoint } = question
  if (endpoint !== null && !(entry.kind === 'capture' && entry.data.endpoint === endpoint)) return false
  if (kind === 'failed') return isFailed(entry)
  if (kind === 'deliveries') return entry.kind === 'delivery' && passes(entry.data, question)
  return kind === 'all' || plurals[entry.kind] === kind
}

/** The number of matching records; null if only the sandbox could count them. */
export function totalOf(asked: Question, health: Health | null): number | null {
  const { kind, q, endpoint, run, state, event, subscription } = asked
  // The count of an endpoint includes captures that were deleted since.
  const narrowed = [endpoint, run, state, event, subscription].some((one) => one !== null)
  if (health === null || q !== '' || kind === 'failed' || narrowed) return null
  const { events, deliveries, captures, calls } = health.counts
  return kind === 'all' ? events + deliveries + captures + calls : health.counts[kind]
}
