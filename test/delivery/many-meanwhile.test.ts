import { expect, test } from 'vitest'
import { createToMany } from '../../server/delivery/many.ts'
import type { DeliveryRecord } from '../../server/delivery/record.ts'
import { openWriter } from '../database/world.ts'
import { delivery } from './a-delivery.ts'

test('what goes or changes between the look and its turn is done nothing to, or as it then is', async () => {
  const { writer } = openWriter()
  const made = [1, 2, 3].map((seq): DeliveryRecord => ({ ...delivery, seq, id: `dlv_${seq}` }))
  const kept = new Map(made.map((record) => [record.seq, record]))
  const toMany = createToMany({
    writer,
    search: { caughtUp: async () => {} },
    deliveries: {
      newest: () => 3,
      at: (seq) => kept.get(seq),
      async matchingInTurns({ since }) {
        await writer.write(() => {
          kept.delete(1)
          kept.set(2, { ...delivery, seq: 2, state: 'succeeded' })
          // After a reset ids begin again, and numbers go on.
          kept.set(4, { ...delivery, seq: 4, id: 'dlv_1' })
        })
        return made.filter(({ seq }) => seq > since)
      },
    },
  })
  const seen: DeliveryRecord[] = []
  const { counts } = await toMany({ filters: {}, since: undefined, upTo: undefined }, (_, record) => {
    seen.push(record)
    return undefined
  })
  expect(seen.map(({ seq, state }) => [seq, state])).toEqual([
    [2, 'succeeded'],
    [3, 'sending'],
  ])
  expect(counts).toEqual({ deliveries: 0, skipped: 2 })
})
