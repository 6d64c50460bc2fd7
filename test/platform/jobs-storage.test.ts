import { expect, test, vi } from 'vitest'
import type { Database } from '../../server/database/open.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { createMakers, doerOf } from './makers.ts'

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
/** How many of the platform's verifications and of its events there are, and how many jobs wait. */
const standing = () =>
  [
    "SELECT count(*) FROM objects WHERE kind = 'kyc' AND data ->> 'status' = 'success'",
    "SELECT count(*) FROM events WHERE event = 'kyc.verification.success'",
    'SELECT count(*) FROM jobs',
  ].map((sql) => Number(opened.database?.prepare(sql).pluck().get()))

/** How long jobs rest after trouble, in ms of real time. */
const restMs = 1000
const checks = 150

test('jobs that meet a full disk wait until there is room, and then run whole and once', async () => {
  const time = holdTimers(restMs)
  const sandbox = await startSandbox({ kyc: { delay: '1h' } }, time.outside)
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  const { verification } = createMakers(doerOf(sandbox))
  await Promise.all(Array.from({ length: checks }, () => verification('123-45-6789')))
  expect(standing()).toEqual([0, 0, checks])

  pages(`max_page_count = ${pages('page_count')}`)
  const moved = sandbox.clock({ advance: '1h' })
  // Twice in vain, so that what one attempt left behind would show in the next.
  for (const _ of [1, 2]) {
    while (time.waiting() === 0) await sandbox.get('/sandbox/health')
    const [decided = -1, told, waiting] = standing()
    expect([told, waiting]).toEqual([decided, checks - decided])
    expect(decided % 100, 'a batch is one transaction').toBe(0)
    expect(decided).toBeLessThan(checks)
    time.release()
  }
  while (time.waiting() === 0) await sandbox.get('/sandbox/health')
  expect(sandbox.troubles).toHaveLength(3)
  for (const trouble of sandbox.troubles) expect(trouble).toMatchObject({ code: 'SQLITE_FULL' })

  pages('max_page_count = 1000000')
  time.release()
  expect(await moved).toMatchObject({ settled: true, clock: { now: '2026-01-05T10:00:00.000000Z' } })
  expect(standing()).toEqual([checks, checks, 0])
  expect(sandbox.troubles).toHaveLength(3)
  expect(opened.database?.pragma('integrity_check', { simple: true })).toBe('ok')
})
