/** Announces deliveries and attempts to live clients. */
import type { Transaction } from '../database/writer.ts'
import type { Ending } from './aftermath.ts'
import { type AttemptRecord, type AttemptStore, attemptWire } from './attempts.ts'
import { type DeliveryRecord, deliveryWire } from './record.ts'
import type { DeliveryStore } from './store.ts'

// The bus keeps announcements for reconnecting clients, including what their closures hold. So they are created here, apart
// from other data. A reconnecting client gets the state from the database.

export function tellDelivery(
  tx: Transaction,
  deliveries: DeliveryStore,
  record: DeliveryRecord,
  seq?: number,
) {
  const now = () => deliveryWire(record)
  tx.announce('delivery', { now, later: laterOf(deliveries, record.seq, changingOf(record)) }, seq)
}

/** The fields of a delivery that change during its processing. */
const changingOf = (record: DeliveryRecord) => ({
  state: record.state,
  attemptsMade: record.attemptsMade,
  attemptsMax: record.attemptsMax,
  nextAttemptAt: record.nextAttemptAt,
  lastOutcome: record.lastOutcome,
  lastDurationMs: record.lastDurationMs,
  reason: record.reason,
  finishedAt: record.finishedAt,
})

const laterOf = (deliveries: DeliveryStore, seq: number, then: ReturnType<typeof changingOf>) => () => {
  const record = deliveries.at(seq)
  return record && deliveryWire({ ...record, ...then })
}

export function tellBeginning(tx: Transaction, attempts: AttemptStore, record: AttemptRecord) {
  tx.announce(
    'attempt',
    { now: () => attemptWire(record), later: beginningOf(attempts, record.seq) },
    record.seq,
  )
}

const beginningOf = (attempts: AttemptStore, seq: number) => () => {
  const record = attempts.at(seq)
  return record && attemptWire({ ...record, outcome: null, durationMs: null, phases: null })
}

export function tellEnd(
  tx: Transaction,
  attempts: AttemptStore,
  record: AttemptRecord,
  { outcome, durationMs, phases }: Ending,
) {
  const now = () => attemptWire({ ...record, outcome, durationMs, phases })
  tx.announce('attempt', { now, later: endOf(attempts, record.seq) })
}

const endOf = (attempts: AttemptStore, seq: number) => () => {
  const record = attempts.at(seq)
  return record && attemptWire(record)
}
