import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { makeOlder } from './older.ts'

test('deliveries of an older file take the options of their subscription where it has their scheme', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const receiver = await startReceiver([500, 500, 500, 200])
  const first = await startSandbox({ data, delivery: { retry_delays: ['1s'] } })
  await first.clock({ mode: 'manual' })
  for (const [scheme, scheme_options, later] of [
    ['basic', { user: 'al', password: 'pw' }, {}],
    ['platform', { header: 'X-Plat' }, { scheme: 'stripe', scheme_options: {} }],
    ['github', {}, {}],
  ] as const) {
    const { id } = await first.subscribe(receiver.url)
    const patch = (body: object) => first.request('PATCH', `/sandbox/subscriptions/${id}`, body)
    expect((await patch({ scheme, scheme_options })).status).toBe(200)
    await first.trigger('card.created', { subscription_id: id })
    await first.settle()
    await patch(later)
  }
  await first.close()

  const old = new BetterSqlite3(data)
  makeOlder(old, 10)
  old.close()

  const second = await startSandbox({ data, delivery: { retry_delays: ['1s'] } })
  await second.clock({ advance: '2s' })
  const retries = receiver.requests.slice(3).map(({ headers }) => headers)
  expect(retries.find(({ authorization }) => authorization)?.authorization).toBe(
    `Basic ${Buffer.from('al:pw').toString('base64')}`,
  )
  // What it was told is known no more.
  expect(retries.filter((headers) => 'signature' in headers)).toHaveLength(1)
  expect(retries.filter((headers) => 'x-hub-signature-256' in headers)).toHaveLength(1)
  await second.close()
  const kept = new BetterSqlite3(data, { readonly: true })
  expect(kept.prepare('SELECT scheme, scheme_options FROM deliveries ORDER BY seq').raw().all()).toEqual([
    ['basic', '{"user":"al","password":"pw"}'],
    ['platform', null],
    ['github', null],
  ])
  kept.close()
})
