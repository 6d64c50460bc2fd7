import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Attempt, DeliveryRow } from '../../../server/wire.ts'
import { runsOf } from '../../helpers/runs.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { perform, script, startMoodyReceiver } from './random-world.ts'

const ends = ['succeeded', 'failed', 'cancelled', 'refused', 'wrongly_accepted']

/** Remembers what has ended, and holds it against what is told later. */
function createMemory() {
  const rows = new Map<string, DeliveryRow>()
  const attempts = new Map<string, Attempt>()
  return {
    forget() {
      rows.clear()
      attempts.clear()
    },
    /** An attempt under way of what was cancelled is still counted when it ends; nothing else ever changes. */
    see(row: DeliveryRow) {
      const before = rows.get(row.id)
      if (before) {
        const { attempts_made, attempts_max, last_outcome, last_duration_ms } = row
        const counted = { attempts_made, attempts_max, last_outcome, last_duration_ms }
        expect(row).toEqual(before.state === 'cancelled' ? { ...before, ...counted } : before)
      }
      if (row.finished_at !== null) rows.set(row.id, row)
    },
    seeAttempt(attempt: Attempt) {
      // What it signs is worked out by the options that the subscription has now.
      const told = { ...attempt, signed_content: null }
      const before = attempts.get(attempt.id)
      if (before) expect(told).toEqual(before)
      if (attempt.outcome !== null) attempts.set(attempt.id, told)
    },
  }
}

function expectSound(row: DeliveryRow, attempts: readonly Attempt[]) {
  expect(row.state).not.toBe('sending')
  expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_, at) => at + 1))
  const kinds = attempts.map(({ outcome }) => outcome?.kind)
  expect(kinds).not.toContain(undefined)
  expect(row.attempts_made).toBe(kinds.filter((kind) => kind !== 'interrupted').length)
  expect(row.finished_at !== null).toBe(ends.includes(row.state))
  expect(row.next_attempt_at === null).toBe(row.finished_at !== null)
  if (row.state === 'pending') expect(attempts).toEqual([])
  expect(row.last_outcome).toEqual(attempts.at(-1)?.outcome ?? null)
}

/** Waits until nothing is under way, then looks at everything. */
async function inspect(
  sandbox: TestSandbox,
  memory: ReturnType<typeof createMemory>,
): Promise<DeliveryRow[]> {
  expect(await sandbox.settle()).toMatchObject({ settled: true })
  const rows = await sandbox.deliveries('?limit=500')
  for (const row of rows) {
    const attempts = await sandbox.attempts(row.id)
    expectSound(row, attempts)
    memory.see(row)
    for (const attempt of attempts) memory.seeAttempt(attempt)
  }
  const { subscriptions } = await sandbox.get<{ subscriptions: { id: string; status: string }[] }>(
    '/sandbox/subscriptions',
  )
  const enabled = subscriptions.filter(({ status }) => status === 'enabled').map(({ id }) => id)
  const waiting = rows.filter(({ finished_at }) => finished_at === null)
  expect(waiting.filter((row) => !enabled.includes(row.subscription_id))).toEqual([])
  return rows
}

test('whatever is done from outside, in whatever order, every delivery keeps a sound record and comes to an end', async () => {
  const receiver = await startMoodyReceiver()
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(script, fc.nat(1000), async (rounds, seed) => {
      Object.assign(receiver.mood, { script: [], hurries: 0 })
      const sandbox = await startSandbox({
        seed,
        delivery: {
          retry_delays: ['1m', '10m'],
          concurrency: 2,
          timeout: '0',
          gone_disables: seed % 2 === 0,
          disable_after: seed % 3 === 0 ? 2 : null,
        },
      })
      try {
        await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
        await sandbox.subscribe(receiver.url)
        const memory = createMemory()
        for (const round of rounds) {
          const isReset = round.some(({ act }) => act === 'reset')
          const statuses = await Promise.all(round.map((one) => perform(sandbox, receiver, one)))
          expect(statuses.filter((status) => status >= 500)).toEqual([])
          if (isReset) memory.forget()
          for (const row of await sandbox.deliveries('?limit=500')) memory.see(row)
        }
        receiver.hurry()
        await inspect(sandbox, memory)
        await sandbox.clock({ advance: '30d' })
        for (const { state } of await inspect(sandbox, memory)) {
          expect(ends).toContain(state)
          seen.add(state)
        }
        expect(sandbox.troubles).toEqual([])
      } finally {
        receiver.hurry()
        await sandbox.close()
      }
    }),
    runsOf({ seed: 20260101, numRuns: 15 }),
  )
  // All ends were met, so that the acts are not idle.
  expect([...seen].toSorted()).toEqual(ends.toSorted())
})
