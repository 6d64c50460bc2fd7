import type { Transaction } from '../database/writer.ts'
import { type AttemptRecord, attemptWire } from './attempts.ts'
import type { Sent } from './client/message.ts'
import { type DeliveryRecord, deliveryWire } from './record.ts'

// News is kept for clients that come back, and what it is told from with it. So it is told here, apart from what else is at
// hand where something happens: bodies above all.

export const tellDelivery = (tx: Transaction, record: DeliveryRecord) =>
  tx.announce('delivery', () => deliveryWire(record))

export const tellBeginning = (tx: Transaction, record: AttemptRecord) =>
  tx.announce('attempt', () => attemptWire(record), record.seq)

export function tellEnd(tx: Transaction, record: AttemptRecord, { outcome, durationMs, phases }: Sent) {
  tx.announce('attempt', () => attemptWire({ ...record, outcome, durationMs, phases }))
}
