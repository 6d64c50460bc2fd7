import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/database/open.ts'
import type { ArmedRecord } from '../../../server/platform/arming/armed.ts'
import { createArmedStore } from '../../../server/platform/arming/store.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { arm, statuses } from './arm.ts'

const kept = 1000

const record = (seq: number, over: Partial<ArmedRecord> = {}): ArmedRecord => ({
  seq,
  id: `arm_${seq}`,
  effect: { kind: 'code', code: 'card_dne' },
  method: null,
  path: null,
  identity: null,
  times: 1,
  after: 0,
  probability: null,
  delayMs: 0,
  source: 'api',
  matched: 1,
  fired: 1,
  createdAt: 0,
  ...over,
})

test('of those that are spent the newest thousand stay listed; those that may still fire all do', () => {
  const database = openDatabase(':memory:')
  onTestFinished(() => void database.close())
  const store = createArmedStore(database)
  const seqs = () => store.page(Number.MAX_SAFE_INTEGER, 5000).map(({ seq }) => seq)
  store.insert(record(1, { times: 2 }))
  store.insert(record(2, { times: null }))
  for (let seq = 3; seq < 3 + kept; seq++) store.insert(record(seq))
  store.prune()
  expect(seqs()).toHaveLength(kept + 2)

  for (let seq = 3 + kept; seq < 6 + kept; seq++) store.insert(record(seq))
  store.prune()
  expect(seqs()).toHaveLength(kept + 2)
  expect(seqs().slice(-3)).toEqual([6, 2, 1])
  expect(store.live().map(({ seq }) => seq)).toEqual([1, 2])

  store.count({ ...record(1), matched: 2, fired: 2 })
  store.prune()
  expect(seqs().slice(-2)).toEqual([6, 2])
})

test('arming one more lets the oldest go', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const sandbox = await startSandbox({ data })
  const beside = openDatabase(data)
  onTestFinished(() => void beside.close())
  const store = createArmedStore(beside)
  for (let seq = -1; seq >= -kept - 5; seq--) store.insert(record(seq))
  const { seq } = await arm(sandbox, { status: 599, times: 1 })
  const seqs = store.page(Number.MAX_SAFE_INTEGER, 5000).map((one) => one.seq)
  expect([seqs.length, seqs[0], seqs[1], seqs.at(-1)]).toEqual([kept + 1, seq, -1, -kept])
  expect(await statuses(sandbox, 2)).toEqual([599, 200])
})
