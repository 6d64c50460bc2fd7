import { expect, test } from 'vitest'
import { createToMany } from '../../server/delivery/acts.ts'
import type { DeliveryRecord } from '../../server/delivery/record.ts'
import { openWriter } from '../database/world.ts'
import { delivery } from './a-delivery.ts'

test('what goes or changes between the look and its turn is done nothing to, or as it then is', async () => {
  const { writer } = openWriter()
  const made = [1, 2, 3].map((seq): DeliveryRecord => ({ ...delivery, seq, id: `dlv_${seq}` }))
  const kept = new Map(made.map((record) => [record.seq, record]))
  const toMany = createToMany({
    writer,
    search: { caughtUp: async () => 0 },
    engine: { steadily: (work) => work() },
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
  const { counts } = await toMany(
    { filters: {}, since: undefined, upTo: undefined, signal: new AbortController().signal },
    (_, record) => {
      seen.push(record)
      return undefined
    },
  )
  expect(seen.map(({ seq, state }) => [seq, state])).toEqual([
    [2, 'succeeded'],
    [3, 'sending'],
  ])
  expect(counts).toEqual({ deliveries: 0, skipped: 2 })
})

test('once nobody waits for it, no more is done', async () => {
  const { writer } = openWriter()
  const asker = new AbortController()
  const toMany = createToMany({
    writer,
    search: { caughtUp: async () => 0 },
    engine: { steadily: (work) => work() },
    deliveries: {
      newest: () => 1000,
      at: (seq) => ({ ...delivery, seq }),
      matchingInTurns: async ({ since, limit }) =>
        Array.from({ length: limit }, (_, at) => ({ ...delivery, seq: since + at + 1 })),
    },
  })
  const seen: number[] = []
  await toMany({ filters: {}, since: undefined, upTo: undefined, signal: asker.signal }, (_, { seq }) => {
    if (seen.push(seq) === 150) asker.abort()
    return undefined
  })
  expect(seen).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
})
