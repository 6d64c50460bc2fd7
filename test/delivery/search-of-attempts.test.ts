import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { createStores } from '../../server/stores.ts'
import { createSubscriptionStore } from '../../server/subscriptions/store.ts'

const perPart = 8192

test("what attempts say is found as their delivery's, also after all was forgotten and as many came again", () => {
  const database = openDatabase(':memory:')
  onTestFinished(() => void database.close())
  const stores = createStores(database, { subscriptions: createSubscriptionStore(database), now: () => 0 })
  const { index } = stores.attempts.searchable
  database.exec(`
    INSERT INTO deliveries (seq, id, event_seq, event_id, event, subscription_id, url, scheme, state, attempts_made, attempts_max,
      attempts_begun, created_at) VALUES (1, 'dlv_1', 1, 'evt_1', 'card.created', 'sub_1', 'http://x', 'none', 'pending', 0, 1, 0, 0);
    INSERT INTO attempts (seq, id, delivery_seq, delivery_id, number, started_at, signed_at, url, http_version, headers, searched)
      VALUES (5, 'att_1', 1, 'dlv_1', 1, 0, 0, 'http://x', '1.1', '[]', 1);`)
  const tellMany = (word: string) =>
    database.transaction(() => {
      index.add(Array.from({ length: perPart + 1 }, (_, i) => ({ rowid: i + 1, text: `${word}${i + 1}` })))
      while (index.tidySome());
    })()
  const found = (q: string) =>
    stores.deliveries.list.page({ filters: { q }, limit: 10, order: 'newest' }).rows.map(({ id }) => id)
  tellMany('first')
  expect([found('first5'), found('second5')]).toEqual([['dlv_1'], []])
  database.exec('CREATE TEMP TABLE kept AS SELECT * FROM attempts; DELETE FROM attempts')
  database.transaction(() => {
    while (index.dropGone());
  })()
  database.exec('INSERT INTO attempts SELECT * FROM kept')
  tellMany('second')
  expect([found('first5'), found('second5')]).toEqual([[], ['dlv_1']])
})
