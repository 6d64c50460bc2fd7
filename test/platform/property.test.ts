import fc from 'fast-check'
import { expect } from 'vitest'
import { quick, sample, test } from '../helpers/long.ts'
import { createFaults, jsonOf } from '../helpers/openapi.ts'
import { runsOf } from '../helpers/runs.ts'
import { requestsBy } from './odd-requests.ts'
import { type Stage, startStage } from './stage.ts'

/** One by one, and eight at once over sockets. */
const [single, many] = [
  runsOf({ numRuns: 4000, seed: 20_260_301 }),
  runsOf({ numRuns: sample(12, 25), seed: 20_260_301 }),
]

/** What must be so after all of it: nothing was reported, and the events are as documented. */
async function expectSound({ sandbox, document }: Stage) {
  expect(sandbox.troubles).toEqual([])
  const faultsOf = createFaults(document)
  const { events } = await sandbox.get<{ events: { id: string }[] }>('/sandbox/events?limit=500')
  expect(events.length).toBeGreaterThan(100)
  for (const { id } of events) {
    const { event, payload } = await sandbox.event(id)
    const schema = jsonOf(document.webhooks[event]?.post.requestBody?.content)
    expect(faultsOf(schema ?? { not: {} }, payload), `${event}: ${JSON.stringify(payload)}`).toEqual([])
  }
}

test('whatever is sent to whichever operation is answered as documented, and what is refused changes nothing', async () => {
  const stage = await startStage()
  await fc.assert(
    fc.asyncProperty(requestsBy(stage.document), (request) => stage.attempt([request], 'memory')),
    single,
  )
  expect(stage.tried()).toBe(single.numRuns)
  const outcomes = [...stage.met.values()]
  for (const [operation, { size }] of stage.met) expect(size, operation).toBeGreaterThan(1)
  // That each succeeds with its example is shown elsewhere; here it is enough that most of what is sent means something.
  expect(outcomes.filter((one) => one.has('ok')).length).toBeGreaterThan(stage.met.size * 0.9)
  expect(new Set(outcomes.flatMap((one) => [...one.keys()])).size).toBeGreaterThan(80)
  await expectSound(stage)
})

quick(
  'whatever is sent over sockets, many at once, is answered as documented, and what is refused changes nothing',
  async () => {
    const stage = await startStage()
    const requests = fc.array(requestsBy(stage.document), { minLength: 8, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(requests, (some) => stage.attempt(some, 'socket')),
      many,
    )
    expect(stage.tried()).toBe(8 * many.numRuns)
    await expectSound(stage)
  },
)
