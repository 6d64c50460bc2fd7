import type { ServerResponse } from 'node:http'
import { beforeEach, expect, test, vi } from 'vitest'
import { holdTimers } from '../helpers/held-time.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const storage = vi.hoisted(() => ({ isDown: false }))
vi.mock('../../server/database/writer.ts', async (original) => {
  const real = await original<typeof import('../../server/database/writer.ts')>()
  return {
    ...real,
    createWriter(needs: Parameters<typeof real.createWriter>[0]) {
      const writer = real.createWriter(needs)
      const write: typeof writer.write = (work) => {
        if (!storage.isDown) return writer.write(work)
        return Promise.reject(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }))
      }
      return { ...writer, write }
    },
  }
})
beforeEach(() => {
  storage.isDown = false
})

/** How long a lane rests after trouble, in ms of real time. */
const restMs = 1000

/** A sandbox whose first attempt waits for the answer that the test gives. */
async function startWithAnswerHeld() {
  const time = holdTimers(restMs)
  let held: ServerResponse | undefined
  const keep = (response: ServerResponse) => {
    held = response
  }
  const receiver = await startReceiver([keep, 200])
  const sandbox = await startSandbox({ delivery: { concurrency: 1 } }, time.outside)
  const turn = () => sandbox.get('/sandbox/health')
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created', { count: 2 })
  while (!held) await turn()
  return {
    time,
    receiver,
    sandbox,
    turn,
    ids: deliveries.map(({ id }) => id),
    answer: (status: number) => held?.writeHead(status).end(),
  }
}

test('an answer that cannot be written down is kept until it can, and nothing is sent twice', async () => {
  const { time, receiver, sandbox, turn, ids, answer } = await startWithAnswerHeld()
  storage.isDown = true
  answer(200)
  while (sandbox.troubles.length === 0) await turn()
  while (sandbox.troubles.length < 3) {
    time.release()
    await turn()
  }
  expect((await sandbox.delivery(ids[0] ?? '')).state).toBe('sending')
  storage.isDown = false
  time.release()
  await sandbox.settle()
  expect(await Promise.all(ids.map(async (id) => (await sandbox.delivery(id)).state))).toEqual([
    'succeeded',
    'succeeded',
  ])
  expect(receiver.requests).toHaveLength(2)
})

test('a reset that fails leaves everything as it was: what is under way is still written down', async () => {
  const { time, sandbox, turn, ids, answer } = await startWithAnswerHeld()
  storage.isDown = true
  expect((await sandbox.request('POST', '/sandbox/reset')).status).toBe(503)
  while (sandbox.troubles.length === 0) await turn()
  storage.isDown = false
  time.release()
  answer(200)
  await sandbox.settle()
  expect((await sandbox.delivery(ids[0] ?? '')).state).toBe('succeeded')
  expect((await sandbox.delivery(ids[1] ?? '')).state).toBe('succeeded')
})

test('an attempt that cannot be written down is not made; its lane rests, and goes on later', async () => {
  const time = holdTimers(restMs)
  const receiver = await startReceiver([503, 200])
  const sandbox = await startSandbox({}, time.outside)
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  storage.isDown = true
  const moved = sandbox.clock({ advance: '2m' })
  while (sandbox.troubles.length === 0) await sandbox.get('/sandbox/health')
  expect(receiver.requests).toHaveLength(1)
  storage.isDown = false
  time.release()
  expect((await moved).settled).toBe(true)
  expect((await sandbox.delivery(deliveries[0]?.id ?? '')).state).toBe('succeeded')
  expect(receiver.requests).toHaveLength(2)
})
