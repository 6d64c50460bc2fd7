import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Subscription } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { makeOlder } from './older.ts'

test('an older file that does not say why a subscription was disabled learns it from what was cancelled', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const gone = await startReceiver([410])
  const first = await startSandbox({ data, delivery: { gone_disables: true } })
  const byReceiver = await first.subscribe(gone.url)
  const byCaller = await first.subscribe('http://127.0.0.1:9/')
  await first.clock({ mode: 'manual' })
  await first.trigger('card.created', { fault: 'delay(1d)' })
  await first.call('PATCH', `/webhooks/${byCaller.id}`, { status: 'STATUS_DISABLED' })
  await first.trigger('card.created')
  await first.settle()
  await first.close()

  const old = new BetterSqlite3(data)
  makeOlder(old, 7)
  old.close()

  const second = await startSandbox({ data })
  const { subscriptions } = await second.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')
  const reasons = new Map(
    subscriptions.map(({ id, status, disabled_reason }) => [id, [status, disabled_reason]]),
  )
  expect(reasons.get(byReceiver.id)).toEqual(['disabled', 'its receiver answered 410 Gone'])
  expect(reasons.get(byCaller.id)).toEqual(['disabled', null])
})
