import type { Clock } from '../clock/clock.ts'
import type { Transaction } from '../database/writer.ts'
import type { DeliveryRecord } from './record.ts'

/**
 * Makes deliveries due, and remembers those with a fault, since their attempts tell of it. Forgotten at a restart: what was
 * hastened has nearly always left in the same transaction.
 */
export function createHastened({
  clock,
  save,
}: {
  clock: Clock
  save(tx: Transaction, record: DeliveryRecord): void
}) {
  /** The time that it was made due at, by the delivery's id. */
  const times = new Map<string, number>()

  return {
    /** Makes a waiting delivery due: as old as it is, so that it goes before what came later. */
    hasten(tx: Transaction, record: DeliveryRecord): DeliveryRecord {
      const now = clock.now()
      const nextAttemptAt = Math.min(record.createdAt, now)
      if (record.fault !== null && (record.nextAttemptAt ?? 0) > now) times.set(record.id, nextAttemptAt)
      const due: DeliveryRecord = { ...record, nextAttemptAt }
      save(tx, due)
      return due
    },
    /** Whether the attempt that is made now was due later; asked once. What was undone has another time. */
    take({ id, nextAttemptAt }: DeliveryRecord): boolean {
      const time = times.get(id)
      times.delete(id)
      return time !== undefined && time === nextAttemptAt
    },
    forget: (id: string) => void times.delete(id),
    /** After a reset others have their ids, and maybe their times. */
    forgetAll: () => times.clear(),
  }
}
