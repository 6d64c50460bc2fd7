import { expect, test } from 'vitest'
import type { Call, CallRow, Run } from '../../../server/wire.ts'
import { sample } from '../../helpers/long.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { reference } from './reference.ts'
import { leftBy, mondayMorning, runToItsEnd, shippedNames, troubleOf } from './world.ts'

/** What has come of a run to the byte; the signatures among the headers cover the bodies. */
async function fingerprint(sandbox: TestSandbox, run: Run) {
  const { events, deliveries, captures } = await leftBy(sandbox, run)
  const { calls } = await sandbox.get<{ calls: CallRow[] }>(`/sandbox/calls?run_id=${run.id}&limit=500`)
  const asked = await Promise.all(
    calls.map(async ({ id }) => (await sandbox.get<{ call: Call }>(`/sandbox/calls/${id}`)).call),
  )
  return {
    // Who was made up stands in the calls alone.
    calls: asked.map(({ id, at, method, path, request, status, response }) => ({
      id,
      at,
      asked: [method, path, request.body],
      answered: [status, response.body],
    })),
    run: { id: run.id, set: run.set, steps: run.steps },
    events: events.map(({ id, event, occurred_at, payload }) => ({ id, event, occurred_at, payload })),
    deliveries: deliveries.map(({ id, event_id, state, attempts_made, fault, created_at, finished_at }) => ({
      id,
      event_id,
      state,
      attempts_made,
      fault,
      created_at,
      finished_at,
    })),
    arrived: captures.map(({ id, received_at, headers, reply }) => ({
      id,
      received_at,
      headers,
      status: reply.status,
    })),
  }
}

// Of each kind: people, faults, retries and months.
const kinds = ['onboarding-passes', 'disorder-and-duplicates', 'retry-ladder', 'statement-and-autopay']
test.for(sample(kinds, shippedNames))(
  '%s runs twice with one seed in one database, and after a reset to the byte as at first',
  async (name) => {
    const sandbox = await startSandbox({ delivery: { timestamps: 'clock' } })
    async function runIt() {
      const run = await runToItsEnd(sandbox, name, { seed: 11 })
      expect(troubleOf(run)).toEqual([])
      return { run, came: await fingerprint(sandbox, run) }
    }
    await sandbox.clock(mondayMorning)
    const first = await runIt()
    const second = await runIt()
    expect(second.came.events.map(({ event }) => event)).toEqual(reference[name]?.events)
    expect(second.run).toMatchObject({
      seed: first.run.seed,
      set: first.run.set,
      endpoint: first.run.endpoint,
    })
    const ids = new Set([first.run.id, ...first.came.events.map(({ id }) => id)])
    expect([second.run.id, ...second.came.events.map(({ id }) => id)].filter((id) => ids.has(id))).toEqual([])

    await sandbox.post('/sandbox/reset')
    await sandbox.clock(mondayMorning)
    expect((await runIt()).came).toEqual(first.came)
  },
)
