/** The filters of the list of captures. */

import {
  among,
  anyOf,
  equals,
  type Filter,
  flag,
  glob,
  isFlagged,
  method,
  oneOf,
  time,
} from '../database/filters.ts'
import { number, seekOfNumbers } from '../database/number-filter.ts'
import { mostFew } from '../database/seeks.ts'
import { causeWords } from '../verification/causes.ts'
import { mistakes, verdictResults } from '../wire.ts'
import { call } from '../words/act.ts'
import type { FilterName } from '../words/filter-names.ts'
import { flagTable } from './flags.ts'
import { webhookIdTable } from './webhook-ids.ts'

/** The filters of captures. Columns marked as sought have an index by value and number. */
export const captureFilters = {
  endpoint: glob('endpoint', { sought: 'sought' }),
  verdict: oneOf('result', verdictResults, { sought: 'sought' }),
  event: glob('event', { sought: 'sought' }),
  method: method('method', 'sought'),
  status: number('reply_status', seekOfNumbers('reply_status')),
  path: glob('path', { phrased: 'phrased' }),
  webhook_id: equals('webhook_id', { table: webhookIdTable }),
  delivery_id: anyOf('delivery_id', 'partly'),
  run_id: among(
    'the id of a run',
    // Checked for each capture: a run may have very many deliveries, which would otherwise be gathered for every piece of
    // the table.
    `EXISTS (SELECT 1 FROM deliveries CROSS JOIN events ON events.seq = deliveries.event_seq
       WHERE deliveries.id = captures.delivery_id AND events.run_id = ?)`,
    {
      few: `SELECT captures.seq FROM events CROSS JOIN deliveries ON event_seq = events.seq
        CROSS JOIN captures ON captures.delivery_id = deliveries.id WHERE events.run_id = ?`,
      unless: `SELECT 1 FROM events WHERE run_id = ? LIMIT 1 OFFSET ${mostFew}`,
    },
  ),
  mistake: flag('mistake', mistakes, { table: flagTable, of: 'captures' }),
  cause: flag('cause', causeWords, {
    table: flagTable,
    of: 'captures',
    listedBy: call('listCauses'),
  }),
  pinned: isFlagged('pinned', { table: flagTable, flag: 'pinned' }),
  since: time('received_at', 'since'),
  until: time('received_at', 'until'),
} satisfies Record<FilterName<'capture'>, Filter>
