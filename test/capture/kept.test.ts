import { expect, onTestFinished, test } from 'vitest'
import { createEndpointStore, newEndpoint } from '../../server/capture/endpoints.ts'
import { keptVerdict, verdictIn } from '../../server/capture/kept-verdict.ts'
import { createCounters } from '../../server/database/counters.ts'
import { openDatabase } from '../../server/database/open.ts'
import { createWriter } from '../../server/database/writer.ts'
import { createBus } from '../../server/live/bus.ts'
import type { Verdict } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { startCaptures } from './world.ts'

const verified: Verdict = {
  result: 'verified',
  scheme: 'github',
  reason: 'Signed with the secret of endpoint demo.',
  reason_code: 'secret_fits',
  hint: null,
  signed_at: null,
  secret_of: ownedBy('demo'),
  signed_content: null,
  expected: 'sha256=aa',
  received: 'sha256=aa',
  checks: [
    { name: 'scheme', ok: true, detail: 'github' },
    { name: 'digest', ok: false, detail: '' },
  ],
  causes: [],
  explained: true,
  tried: null,
}

test.each<[string, Partial<Verdict>]>([
  ['one that verified', {}],
  [
    'one with two signatures, of which another was expected',
    { expected: 'sha256=bb', signed_at: '2026-01-01T09:00:00.000000Z' },
  ],
  [
    'one of a password',
    {
      expected: null,
      received: null,
      reason_code: 'password_fits',
      reason: 'The request has the password of endpoint demo.',
    },
  ],
  ['one that failed', { result: 'failed', explained: false }],
  [
    'one that verified and has a cause',
    {
      causes: [
        { cause: 'stale', proved: true, detail: 'd', fix: 'f', expected: null, received: null, diff: null },
      ],
    },
  ],
])('a verdict is read as it was kept: %s', (_, over) => {
  const verdict = { ...verified, ...over }
  expect(verdictIn(keptVerdict(verdict))).toEqual(verdict)
})

test.each([
  ['/in/demo', '/in/demo', ''],
  ['/in/demo?', '/in/demo', ''],
  ['/in/demo?a=1?b', '/in/demo', 'a=1?b'],
  ['http://127.0.0.1:1/in/demo?', '/in/demo', ''],
])('the target %s is kept as sent', async (target, path, query) => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch({ path: target, headers: ['Content-Length: 0'] })
  expect(capture).toMatchObject({ target, path, query, endpoint: 'demo' })
})

test('counts of endpoints survive if other work of the commit is undone', async () => {
  const database = openDatabase(':memory:')
  onTestFinished(() => void database.close())
  const counters = createCounters(database)
  const endpoints = createEndpointStore(database)
  const writer = createWriter({ database, counters, bus: createBus(0), memories: [endpoints.forget] })
  await writer.write((tx) => endpoints.put(newEndpoint('demo', { seq: tx.seq(), createdAt: 0 })))
  const count = () =>
    writer.write((tx) => {
      const found = endpoints.find('demo') ?? newEndpoint('demo', { seq: 0, createdAt: 0 })
      endpoints.move(tx, { ...found, captures: found.captures + 1 })
    })
  const failing = writer.write((tx) => {
    endpoints.put(newEndpoint('gone', { seq: tx.seq(), createdAt: 0 }))
    throw new Error('undone')
  })
  const first = count()
  await Promise.all([first, expect(failing).rejects.toThrow('undone'), count(), count()])
  endpoints.forget(true)
  expect([endpoints.find('demo')?.captures, endpoints.find('gone')]).toEqual([3, undefined])
})

test('requests to endpoints are inputs of the session, also when a reset that keeps something takes the captures', async () => {
  const sandbox = await startCaptures()
  await sandbox.catch({ path: '/in/demo?a', headers: ['Content-Length: 2', 'X-Own: 1'] }, 'ok')
  await sandbox.post('/sandbox/reset', { keep: ['endpoints'] })
  await sandbox.catch({ path: '/in/demo/503', headers: ['Content-Length: 3'] }, 'two')
  const { session } = await sandbox.get<{
    session: {
      complete: boolean
      notes: string[]
      inputs: { method: string; path: string; body: string; status: number; headers: unknown[] }[]
    }
  }>('/sandbox/session')
  expect([session.complete, session.notes]).toEqual([true, []])
  expect(session.inputs.map(({ path, body, status }) => [path, body, status])).toEqual([
    ['/in/demo?a', 'ok', 200],
    ['/sandbox/reset', '{"keep":["endpoints"]}', 200],
    ['/in/demo/503', 'two', 503],
  ])
  expect(session.inputs[0]?.headers).toEqual([
    ['Host', `127.0.0.1:${sandbox.port}`],
    ['X-Own', '1'],
  ])
})
