import { expect, test, vi } from 'vitest'
import type { Database } from '../../server/database/open.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const opened = vi.hoisted((): { database?: Database } => ({}))
vi.mock('../../server/database/open.ts', async (original) => {
  const real = await original<typeof import('../../server/database/open.ts')>()
  return {
    ...real,
    openDatabase(...given: Parameters<typeof real.openDatabase>) {
      opened.database = real.openDatabase(...given)
      return opened.database
    },
  }
})

const pages = (order: string) => Number(opened.database?.pragma(order, { simple: true }))

/** Leaves the database no room to grow. */
function fillDisk() {
  pages(`max_page_count = ${pages('page_count')}`)
  return () => pages('max_page_count = 1000000')
}
const big = {
  event: 'card.created',
  payload: { event: 'card.created', filler: 'x'.repeat(200_000) },
  force: true,
}

test('on a full disk every surface refuses in its own way, and goes on once there is room', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const makeRoom = fillDisk()
  const control = await sandbox.request<{ error: { code: string; fix: string } }>(
    'POST',
    '/sandbox/events',
    big,
  )
  expect([control.status, control.body.error.code]).toEqual([503, 'storage'])
  expect(control.body.error.fix).toBeTruthy()
  expect(
    (
      await sandbox.call('POST', '/webhooks', {
        url: receiver.url,
        events: ['*'],
        description: 'x'.repeat(200_000),
      })
    ).status,
  ).toBe(503)
  expect((await sandbox.request('POST', '/in/demo', 'x'.repeat(200_000))).status).toBe(503)
  expect(await sandbox.request('GET', '/sandbox/health')).toMatchObject({
    status: 200,
    body: { status: 'failing', problem: control.body.error },
  })
  makeRoom()
  expect(await sandbox.get('/sandbox/health')).toMatchObject({ status: 'ok', problem: null })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  expect((await sandbox.delivery(deliveries[0]?.id ?? '')).state).toBe('succeeded')
  expect(opened.database?.pragma('integrity_check', { simple: true })).toBe('ok')
})

test('a reset that a full disk undoes has lost nothing, and new ids repeat none', async () => {
  const sandbox = await startSandbox()
  const before = await sandbox.trigger('card.created', { count: 5 })
  const database = opened.database
  database?.exec("CREATE TRIGGER full BEFORE DELETE ON calls BEGIN SELECT RAISE(ABORT, 'no room'); END")
  await sandbox.call('GET', '/webhooks')
  expect((await sandbox.request('POST', '/sandbox/reset')).status).toBe(500)
  database?.exec('DROP TRIGGER full')
  const after = await sandbox.trigger('card.created')
  expect(after.events).toHaveLength(1)
  expect(before.events.map(({ id }) => id)).not.toContain(after.events[0]?.id)
})
