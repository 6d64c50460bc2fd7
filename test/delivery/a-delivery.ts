import type { DeliveryRecord } from '../../server/delivery/record.ts'

/** A delivery under way, for what takes one and keeps none. */
export const delivery: DeliveryRecord = {
  seq: 1,
  id: 'dlv_1',
  eventSeq: 1,
  eventId: 'evt_1',
  event: 'card.created',
  summary: null,
  subscriptionId: 'sub_1',
  url: 'http://127.0.0.1:9/',
  scheme: 'standard-webhooks',
  schemeOptions: {},
  fault: null,
  isEdited: false,
  checkId: null,
  state: 'sending',
  attemptsMade: 0,
  attemptsMax: 3,
  attemptsBegun: 2,
  nextAttemptAt: null,
  lastOutcome: null,
  lastDurationMs: null,
  lastSignedAt: null,
  reason: null,
  createdAt: 0,
  finishedAt: null,
}
