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
  store.put(record(5))
  expect(told()).toEqual([
    [2, 3, 5],
    [2, 3, 5],
  ])
  expect(reads()).toBe(1)
  // One that is older than the newest takes its place in the order.
  store.put(record(4))
  expect(told()).toEqual([
    [2, 3, 4, 5],
    [2, 3, 4, 5],
  ])
  expect(reads()).toBe(2)
})

test('a group is read without the other subscriptions, and follows each change', () => {
  const { store, database } = startStore()
  const grouped = vi.fn(({ url }: SubscriptionRecord) => new URL(url).pathname)
  const at = store.groupedBy(grouped)
  const seqs = (path: string) => at(path).map(({ seq }) => seq)
  const to = (seq: number, path: string) => ({ ...record(seq), url: `http://127.0.0.1:4400${path}` })
  for (let seq = 1; seq <= 100; seq++) store.put(to(seq, `/in/${seq % 2 === 0 ? 'even' : 'odd'}`))
  store.put(to(101, '/in/alone'))
  expect([seqs('/in/alone'), seqs('/in/even').length, seqs('/in/none')]).toEqual([[101], 50, []])

  grouped.mockClear()
  for (let i = 0; i < 50; i++) expect(seqs('/in/alone')).toEqual([101])
  expect(grouped, 'a read computes no group again').not.toHaveBeenCalled()
  store.put({ ...to(101, '/in/alone'), failedInARow: 3 })
  store.put(to(102, '/in/alone'))
  expect(grouped.mock.calls.length, 'a change computes only its own').toBeLessThan(5)
  expect(at('/in/alone').map(({ failedInARow }) => failedInARow)).toEqual([3, 0])

  store.put(to(7, '/in/alone'))
  store.remove('sub_101')
  expect([seqs('/in/alone'), seqs('/in/odd').includes(7)]).toEqual([[7, 102], false])

  database.exec('BEGIN')
  store.put(to(102, '/in/odd'))
  seqs('/in/odd')
  database.exec('ROLLBACK')
  store.forget()
  expect([seqs('/in/alone'), seqs('/in/odd').includes(102)]).toEqual([[7, 102], false])
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

test('the subscriptions that get an event are looked for once, until one changes', () => {
  const { store } = startStore()
  const looks = vi.fn()
  const watched = (seq: number, events: string[]): SubscriptionRecord => ({
    ...record(seq),
    get events() {
      looks()
      return events
    },
  })
  const hearing = (event: string) => store.hearing(event).map(({ seq }) => seq)
  store.all()
  for (let seq = 1; seq <= 20; seq++) store.put(watched(seq, seq % 2 === 0 ? ['card.*'] : ['kyc.*']))
  expect(hearing('card.created')).toHaveLength(10)
  looks.mockClear()
  for (let times = 0; times < 5; times++) hearing('card.created')
  expect(looks).not.toHaveBeenCalled()
  store.put({ ...record(2), enabled: false })
  expect(hearing('card.created')).toEqual([4, 6, 8, 10, 12, 14, 16, 18, 20])
  store.remove('sub_4')
  expect(hearing('card.created')[0]).toBe(6)
  store.put({ ...record(21), events: ['*'] })
  expect(hearing('card.created').at(-1)).toBe(21)
})
