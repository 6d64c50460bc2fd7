import { expect, test } from 'vitest'
import { sample } from '../../helpers/long.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { reference } from './reference.ts'
import { leftBy, runToItsEnd, troubleOf } from './world.ts'

// Those that wait for days show that a wait moves the clock; nobody sits there.
const some = ['onboarding-passes', 'retry-ladder', 'statement-and-autopay']
const others = ['kyc-times-out', 'virtual-card-spends', 'disorder-and-duplicates', 'secret-rotation']
test.for(sample(some, [...some, ...others]))('%s succeeds on the real clock too', async (name) => {
  const sandbox = await startSandbox()
  const run = await runToItsEnd(sandbox, name)
  expect(troubleOf(run)).toEqual([])
  const { events } = await leftBy(sandbox, run)
  expect(events.map(({ event }) => event)).toEqual(reference[name]?.events)
})
