import { expect, test } from 'vitest'
import { listFaults } from '../../../server/faults/expectation.ts'
import type { Outcome } from '../../../server/wire.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { startWireReceiver } from './wire-receiver.ts'

const config = {
  delivery: { timestamps: 'clock', concurrency: 1, retry_delays: ['1m', '5m'] },
  fault_rules: [
    { fault: 'tamper(body) | header_case', probability: 0.4, event: 'card.*' },
    { fault: 'reorder(30s) | wrong_secret', every: 2 },
  ],
}
/** By the number of the request, so that some are retried and some refused. */
const statuses = [503, 200, 401, 200, 500]

/** In place of examples of which nothing follows, or whose copies race each other. */
const inOrder: Record<string, string> = { drop: 'drop | sticky', duplicate: 'duplicate(3, 5s)' }

/**
 * Standing rules that draw, every fault of the catalogue that needs no long time, a rotation and a resend of what failed.
 * Answers every byte that a receiver of its own got, and what was recorded.
 */
async function play(sandbox: TestSandbox) {
  const { seen, url, port } = await startWireReceiver((_, count) => statuses[count % statuses.length] ?? 200)
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(url)
  await sandbox.trigger('card.created', { count: 6 })
  await sandbox.trigger('customer.updated', { count: 4 })
  await sandbox.clock({ advance: '2m' })
  for (const { fault, example } of listFaults()) {
    if (['sticky', 'slow', 'oversize'].includes(fault)) continue
    await sandbox.trigger('card.created', { fault: inOrder[fault] ?? example })
    await sandbox.settle()
  }
  await sandbox.post(`/sandbox/subscriptions/${id}/rotate-secret`, { overlap: '3m' })
  await sandbox.trigger('card.created', { fault: 'reset(body) | sticky' })
  await sandbox.clock({ advance: '1h' })
  await sandbox.post('/sandbox/deliveries/resend', { state: 'failed' })
  await sandbox.clock({ advance: '1h' })
  const rows = await sandbox.deliveries('?limit=500')
  const attempts = await Promise.all(rows.map((row) => sandbox.attempts(row.id)))
  const sent = attempts.flat().filter(({ request }) => request.sent_bytes !== 0)
  await expect.poll(() => seen.length).toBe(sent.length)
  return {
    // A receiver that reads the last bytes and a reset in the same turn is told of an end by libuv: how it broke off depends on its pace.
    bytes: seen.map(
      ({ bytes, end }) =>
        `${end === 'whole' ? 'whole' : 'broken off'} ${bytes.toString('latin1').replaceAll(`127.0.0.1:${port}`, 'HOST')}`,
    ),
    records: attempts
      .flat()
      .map(({ id, started_at, fault, changes, outcome }) => [
        id,
        started_at,
        fault,
        changes,
        factsOf(outcome),
      ]),
  }
}
/** What a port that is free says differs by run. */
const factsOf = (outcome: Outcome | null) =>
  outcome !== null && 'address' in outcome ? { kind: outcome.kind, code: outcome.code } : outcome?.kind
const run = async (seed: number) => play(await startSandbox({ ...config, seed }))

test('two sandboxes with the same seed, config and script send the same bytes in the same order, faults and all', async () => {
  const [first, second] = [await run(7), await run(7)]
  expect(second).toEqual(first)
  const faults = new Set(first.records.map(([, , fault]) => fault))
  expect(faults.size).toBeGreaterThan(22)
})

test('another seed sends others', async () => {
  const [first, second] = [await run(7), await run(8)]
  expect(second.bytes).not.toEqual(first.bytes)
})

test('after a reset the same script sends the same bytes again', async () => {
  const sandbox = await startSandbox({ ...config, seed: 7 })
  const first = await play(sandbox)
  await sandbox.post('/sandbox/reset')
  expect(await play(sandbox)).toEqual(first)
})
