import { deadReceiver } from './dead-receiver.mjs'
import { deliveries } from './deliveries.mjs'
import { inbound } from './inbound.mjs'
import { latency } from './latency.mjs'
import { pending } from './pending.mjs'

/** What can be measured, by the name that `npm run bench -- PART` knows it by. */
export const parts = { deliveries, latency, pending, 'dead-receiver': deadReceiver, inbound }
/** @typedef {keyof typeof parts} Part */

/** @type {import('./figures.mjs').Sizes} */
export const usualSizes = {
  deliveries: 20_000,
  rounds: 3,
  singles: 300,
  pending: 1_000_000,
  few: 1000,
  requests: 10_000,
}
