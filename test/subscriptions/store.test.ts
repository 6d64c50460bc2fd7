import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import type { SubscriptionRecord } from '../../server/subscriptions/record.ts'
import { createSubscriptionStore } from '../../server/subscriptions/store.ts'

const record = (seq: number): SubscriptionRecord => ({
  seq,
  id: `sub_${seq}`,
  identity: 'demo',
  url: 'http://127.0.0.1:4400/in/x',
  description: '',
  events: ['*'],
  version: 'v0.1',
  secret: 'whsec_c2VjcmV0',
  enabled: true,
  createdAt: 0,
  updatedAt: 0,
  scheme: 'standard-webhooks',
  schemeOptions: {},
  oldSecrets: [],
  fault: null,
  failedInARow: 0,
  disabledReason: null,
  ordered: false,
  concurrency: null,
  timeoutMs: null,
  retryDelays: null,
  handshake: null,
  lastHandshake: null,
})

function startStore() {
  const database = openDatabase(':memory:')
  onTestFinished(() => void database.close())
  const prepare = vi.spyOn(database, 'prepare')
  const store = createSubscriptionStore(database)
  const reads = prepare.mock.results.map(({ value }) => vi.spyOn(value, 'all'))
  return {
    database,
    store,
    /** How often rows were read. */
    reads: () => reads.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    told: () => [store.all().map(({ seq }) => seq), store.enabled().map(({ seq }) => seq)],
  }
}

test('what every capture and every event asks for is read once, and stays in the order of creation', () => {
  const { store, reads, told } = startStore()
  for (const seq of [1, 2, 3]) store.put(record(seq))
  expect(told()).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
  store.put({ ...record(2), enabled: false })
  expect(told()).toEqual([
    [1, 2, 3],
    [1, 3],
  ])
  expect(store.findEnabled('sub_2')).toBeUndefined()
  store.put({ ...record(2), description: 'back' })
  store.remove('sub_1')
  expect(told()).toEqual([
    [2, 3],
    [2, 3],
  ])
  expect(store.findEnabled('sub_2')?.description).toBe('back')
  expect(reads()).toBe(1)
  store.put(record(4))
  expect(told()).toEqual([
    [2, 3, 4],
    [2, 3, 4],
  ])
  expect(reads()).toBe(1)
  // One that is older than the newest takes its place in the order.
  store.put(record(1))
  expect(told()).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ])
  expect(reads()).toBe(2)
})

test('what was undone is forgotten', () => {
  const { database, store, told } = startStore()
  store.put(record(1))
  told()
  database.exec('BEGIN')
  store.put({ ...record(1), enabled: false })
  store.put(record(2))
  told()
  database.exec('ROLLBACK')
  store.forget()
  expect(told()).toEqual([[1], [1]])
})
