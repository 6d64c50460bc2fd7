import { expect, test } from 'vitest'
import { totalOf } from '../../ui/stream/asked.ts'

const counts = { events: 1, deliveries: 2, captures: 3, calls: 4 }
const plain = { q: '', endpoint: null, run: null, state: null, event: null, subscription: null }

test('the total is known for all records and for a kind, but not for one endpoint', () => {
  const total = (asked: object) => totalOf({ kind: 'captures', ...plain, ...asked }, { counts } as never)
  expect([total({}), total({ kind: 'all' })]).toEqual([3, 10])
  expect([total({ endpoint: 'demo' }), total({ q: 'words' }), total({ kind: 'failed' })]).toEqual([
    null,
    null,
    null,
  ])
})
