import { expect, test } from 'vitest'
import type { Health } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'

test('health tells the version, the seed, the time, the database and what it holds', async () => {
  const sandbox = await startSandbox({ seed: 42 })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  await sandbox.trigger('card.created', { count: 2 })
  await sandbox.settle()
  const health = await sandbox.get<Health>('/sandbox/health')
  expect(Object.keys(health).slice(0, 7)).toEqual([
    'status',
    'version',
    'seed',
    'now',
    'uptime_ms',
    'pid',
    'database',
  ])
  expect(health).toMatchObject({
    status: 'ok',
    version: '0.0.0-test',
    seed: 42,
    now: '2026-01-01T00:00:00.000000Z',
    database: ':memory:',
    counts: { events: 2, deliveries: 2, captures: 2, calls: 1 },
    gone: { events: 0, deliveries: 0, captures: 0, calls: 0 },
    platform: { base_url: `${sandbox.url}/api/v0.1`, identity: 'demo', authorization: 'demo' },
  })
  expect(health.uptime_ms).toBeGreaterThanOrEqual(0)
  expect(health.database_bytes).toBeGreaterThan(0)
})

test('health tells how many went, deleted or by the retention', async () => {
  const sandbox = await startSandbox({ retention: { records: 100 } })
  const send = () => fetch(`${sandbox.url}/in/x`, { method: 'POST', body: 'x' })
  for (let sent = 0; sent < 3; sent++) await send()
  const [newest] = await sandbox.captures()
  await sandbox.request('DELETE', `/sandbox/captures/${newest?.id}`)
  const gone = async () => (await sandbox.get<Health>('/sandbox/health')).gone.captures
  expect(await gone()).toBe(1)
  for (let sent = 0; sent < 120; sent++) await send()
  await expect.poll(gone).toBeGreaterThan(1)
  const { counts, gone: went } = await sandbox.get<Health>('/sandbox/health')
  expect(counts.captures + went.captures).toBe(123)
})

test('a seed that is not given is drawn, shown and differs from start to start', async () => {
  const [a, b] = await Promise.all([startSandbox({ seed: null }), startSandbox({ seed: null })])
  expect(Number.isInteger(a.seed)).toBe(true)
  expect((await a.get<Health>('/sandbox/health')).seed).toBe(a.seed)
  expect(a.seed).not.toBe(b.seed)
})

test('a request ends the sandbox once its answer is on the way, and a recorded session does not have the request', async () => {
  const sandbox = await startSandbox()
  const { status, body } = await sandbox.request('POST', '/sandbox/stop')
  expect([status, body]).toEqual([200, { stopping: true, pid: process.pid }])
  await expect.poll(sandbox.stops).toBe(1)
  expect(await sandbox.get('/sandbox/session')).toMatchObject({ session: { inputs: [] } })
})
