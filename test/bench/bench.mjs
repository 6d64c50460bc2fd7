import { deadReceiver } from './dead-receiver.mjs'
import { deliveries } from './deliveries.mjs'
import { deliveryLists } from './delivery-lists.mjs'
import { diagnosis } from './diagnosis.mjs'
import { inbound } from './inbound.mjs'
import { latency } from './latency.mjs'
import { lists } from './lists.mjs'
import { load } from './load.mjs'
import { page } from './page.mjs'
import { measurePeers } from './peers.mjs'
import { pending } from './pending.mjs'
import { stalls } from './stalls.mjs'
import { start } from './start.mjs'
import { visible } from './visible.mjs'

/** What can be measured, by the name that `npm run bench -- PART` knows it by. */
export const parts = {
  deliveries,
  latency,
  pending,
  'dead-receiver': deadReceiver,
  inbound,
  lists,
  'delivery-lists': deliveryLists,
  diagnosis,
  stalls,
  visible,
  page,
}
/** Only where they are named: what they need is installed for them. */
export const onDemand = { peers: measurePeers, start, load }
/** @typedef {keyof typeof parts} Part */

/** @type {import('./figures.mjs').Sizes} */
export const usualSizes = {
  deliveries: 20_000,
  rounds: 3,
  singles: 300,
  pending: 1_000_000,
  few: 1000,
  requests: 10_000,
  diagnoses: 40,
  rows: 1_000_000,
  // After a minute the list holds as much as it may.
  traffic: [60, 60],
  calm: 1500,
}
