/** The filters of the list of deliveries. */
import { among, anyOf, type Filter, glob, oneOf, time } from '../database/filters.ts'
import { inRanges, number } from '../database/number-filter.ts'
import { mostFew, type Seek } from '../database/seeks.ts'
import { deliveryStates, type FailingState, failingStates, mostFailing } from '../wire.ts'
import type { FilterName } from '../words/filter-names.ts'
import { lastEnd } from './record.ts'

const openStates: readonly string[] = ['pending', 'sending', 'retrying']

/** A delivery with this state has one of these tokens in the index. The search index has no attempts without an end. */
const withState: Record<string, string> = {
  pending: 'SELECT seq FROM deliveries WHERE finished_at IS NULL',
  retrying: "SELECT seq FROM deliveries WHERE state = 'retrying'",
  sending: `SELECT delivery_seq AS seq FROM attempts INDEXED BY attempts_unsearched WHERE searched = 0
    AND NOT EXISTS (SELECT 1 FROM attempt_ends WHERE attempt_ends.seq = attempts.seq)`,
}

/** A delivery that was not repeated with success; deliveries of checks are judged by their check. */
const unresolved = `NOT EXISTS (SELECT 1 FROM deliveries AS later WHERE later.event_seq = deliveries.event_seq
    AND later.subscription_id = deliveries.subscription_id AND later.seq > deliveries.seq AND later.state = 'succeeded')
  AND NOT EXISTS (SELECT 1 FROM events WHERE events.seq = deliveries.event_seq AND events.source = 'check')`

/** The deliveries of a failing state that are not resolved. */
const failingWith = (state: FailingState) =>
  `SELECT seq FROM deliveries WHERE state = '${state}' AND finished_at IS ${openStates.includes(state) ? 'NULL' : 'NOT NULL'}
  AND ${unresolved}`

/** The query for the number of failing deliveries of each state, each up to {@link mostFailing}. */
export const failingCounts = failingStates
  .map((state) => `SELECT (SELECT count(*) FROM (${failingWith(state)} LIMIT ${mostFailing})) AS count`)
  .join(' UNION ALL ')

/** The filter's word for all failing states. */
const failing = 'failing'

const seekOfState = (state: string): Seek => {
  const few = state === failing ? failingStates.map(failingWith).join(' UNION ALL ') : withState[state]
  return few === undefined
    ? { column: 'state', within: 'finished_at IS NOT NULL', exact: [state] }
    : { few, bound: [] }
}

/** Ended and open deliveries have one index each. SQLite only uses it if the query names the half. */
const stateFilter = oneOf('state', [...deliveryStates, failing], {
  where: (value) =>
    value === failing
      ? `(? = '${failing}' AND state IN ('${failingStates.join("', '")}') AND ${unresolved})`
      : `(state = ? AND finished_at IS ${openStates.includes(value) ? 'NULL' : 'NOT NULL'})`,
  seek: seekOfState,
})

/** Nearly all deliveries have a response below this status, so the others have an index. */
const leastSought = 300

const statusFilter = number(lastEnd("outcome ->> 'status'"), (ranges) => {
  if (ranges.some(({ from }) => from < leastSought)) return undefined
  const few = `SELECT delivery_seq AS seq FROM attempt_ends CROSS JOIN attempts ON attempts.seq = attempt_ends.seq
    WHERE status >= ${leastSought} AND ${inRanges('status', ranges)}`
  return { few, bound: ranges.flatMap(({ from, to }) => [from, to]) }
})

/** The deliveries of all events that match a condition, unless these are many. */
const ofEvents = (condition: string) => ({
  few: `SELECT deliveries.seq FROM events CROSS JOIN deliveries ON event_seq = events.seq WHERE events.${condition}`,
  unless: `SELECT 1 FROM events WHERE ${condition} LIMIT 1 OFFSET ${mostFew}`,
})

/** The filters of deliveries. */
export const deliveryFilters = {
  state: stateFilter,
  event: glob('event', { phrased: 'phrased' }),
  // An incomplete response has a status too.
  status: statusFilter,
  subscription_id: anyOf('subscription_id', 'sought'),
  event_id: among(
    'the id of an event',
    'event_seq = (SELECT seq FROM events WHERE id = ?)',
    ofEvents('id = ?'),
  ),
  run_id: among(
    'the id of a run',
    'EXISTS (SELECT 1 FROM events WHERE events.seq = deliveries.event_seq AND events.run_id = ?)',
    ofEvents('run_id = ?'),
  ),
  call_id: among(
    'the id of a call',
    'event_seq IN (SELECT seq FROM events WHERE call_id = ?)',
    ofEvents('call_id = ?'),
  ),
  since: time('created_at', 'since'),
  until: time('created_at', 'until'),
} satisfies Record<FilterName<'delivery'>, Filter>
