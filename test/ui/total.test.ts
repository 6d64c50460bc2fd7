import { expect, test } from 'vitest'
import { totalOf } from '../../ui/stream/asked.ts'

const counts = { events: 1, deliveries: 2, captures: 3, calls: 4 }
const plain = { q: '', endpoint: null, run: null, state: null, event: null, subscription: null }

test('how many there are is known of all and of a kind, not of what one endpoint has received and may have lost since', () => {
  const total = (asked: object) => totalOf({ kind: 'captures', ...plain, ...asked }, { counts } as never)
  expect([total({}), total({ kind: 'all' })]).toEqual([3, 10])
  expect([total({ endpoint: 'demo' }), total({ q: 'words' }), total({ kind: 'failed' })]).toEqual([
    null,
    null,
    null,
  ])
})
