import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ownFolder } from '../../helpers/folder.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

/** A sandbox on a file whose clock stands, and two receivers of all events. */
async function startWorld() {
  const file = join(ownFolder(), 'sandbox.db')
  const [first, second] = [await startReceiver(), await startReceiver()]
  const sandbox = await startSandbox({ data: file, delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const ids = [await sandbox.subscribe(first.url), await sandbox.subscribe(second.url)].map(({ id }) => id)
  return {
    sandbox,
    first,
    second,
    ids,
    /** Gives a delivery a scheme that nobody knows, behind the sandbox's back. */
    estrange(id: string) {
      const database = new BetterSqlite3(file)
      database.prepare("UPDATE deliveries SET scheme = 'no-such-scheme' WHERE id = ?").run(id)
      database.close()
    },
  }
}

test.each([{}, { fault: 'duplicate(3)' }])(
  'a delivery that cannot be made ends with the reason, and neither its lane nor another waits for it (%o)',
  async (fault) => {
    const { sandbox, first, second, ids, estrange } = await startWorld()
    await sandbox.request('PATCH', `/sandbox/subscriptions/${ids[0]}`, { ordered: true })
    // Time stands, so that what waits is not made before it is changed.
    const { deliveries } = await sandbox.trigger('card.created', { fault: 'delay(1m)' })
    const [bad, good] = ids.map((id) => deliveries.find((row) => row.subscription_id === id)?.id ?? '')
    const { deliveries: next } = await sandbox.trigger('customer.updated', fault)
    estrange(bad ?? '')
    const { settled } = await sandbox.clock({ advance: '1m' })
    expect(settled).toBe(true)
    const ended = await sandbox.delivery(bad ?? '')
    expect(ended).toMatchObject({ state: 'failed', attempts_made: 0, next_attempt_at: null, attempts: [] })
    expect(ended.reason_facts).toEqual({ code: 'unsendable', text: expect.stringMatching(/./) })
    expect(ended.finished_at).toBe('2026-01-01T00:01:00.000000Z')
    expect((await sandbox.delivery(good ?? '')).state).toBe('succeeded')
    for (const { id } of next) expect((await sandbox.delivery(id)).state).toBe('succeeded')
    const copies = 'fault' in fault ? 3 : 1
    expect([first.requests.length, second.requests.length]).toEqual([copies, copies + 1])
    expect(sandbox.troubles).toEqual([])
  },
)

test('a delivery whose copies cannot be created leaves no attempt behind', async () => {
  const { sandbox, first, second, ids, estrange } = await startWorld()
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'duplicate(3) | delay(1m)' })
  const bad = deliveries.find((row) => row.subscription_id === ids[0])?.id ?? ''
  estrange(bad)
  await sandbox.clock({ advance: '1m' })
  expect(await sandbox.delivery(bad)).toMatchObject({ state: 'failed', attempts: [] })
  expect([first.requests.length, second.requests.length]).toEqual([0, 3])
  expect(sandbox.troubles).toEqual([])
})
