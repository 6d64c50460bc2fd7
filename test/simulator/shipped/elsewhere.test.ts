import { expect, test } from 'vitest'
import { sample } from '../../helpers/long.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { reference } from './reference.ts'
import { mondayMorning, runToItsEnd, shippedNames, troubleOf } from './world.ts'

/** The one that is about a receiver that fails, which only its own does on demand. */
const needsItsOwn = 'retry-ladder'
/** Some of each kind, the others are much the same here. */
const some = sample(
  [
    'onboarding-passes',
    'virtual-card-spends',
    'disorder-and-duplicates',
    'secret-rotation',
    'statement-and-autopay',
    needsItsOwn,
  ],
  shippedNames,
)

test('all but one scenario succeed with an external receiver that answers 200, whatever other receivers exist', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.clock(mondayMorning)
  await sandbox.subscribe(`${sandbox.url}/in/other`)
  const { id } = await sandbox.subscribe(receiver.url)
  for (const name of some.filter((one) => one !== needsItsOwn)) {
    const run = await runToItsEnd(sandbox, name, { subscription_id: id })
    expect(troubleOf(run)).toEqual([])
    expect(run).toMatchObject({ endpoint: null, identity: 'demo' })
    // What arrived there the sandbox cannot see.
    const skipped = run.steps.filter(({ state }) => state === 'skipped')
    expect(skipped.length).toBeGreaterThan(0)
    for (const { summary } of skipped) expect(summary).toMatch(/capture/)
  }
  const told = Object.entries(reference).filter(([name]) => name !== needsItsOwn && some.includes(name))
  const least = told.reduce((sum, [, { events, requests = events.length }]) => sum + requests, 0)
  expect(receiver.requests.length).toBeGreaterThanOrEqual(least)
})

test('where the config lists who is let in and has standing rules they run all the same, one after the other', async () => {
  const keys = [{ authorization: 'key', identity: 'somebody' }]
  const fault_rules = [
    { fault: 'drop', event: 'card.*', every: 3 },
    { fault: 'duplicate(2)', event: 'transactions' },
  ]
  const sandbox = await startSandbox({ auth: { keys }, fault_rules })
  await sandbox.clock(mondayMorning)
  for (const name of some) {
    const run = await runToItsEnd(sandbox, name)
    expect(troubleOf(run)).toEqual([])
    expect(run.identity).toBe(run.id)
  }
})

test.for(sample(['ja'], ['de_CH', 'ja']))(
  'people and merchants of the locale %s suit the stories',
  async (locale) => {
    const sandbox = await startSandbox({ locale })
    await sandbox.clock(mondayMorning)
    // Those with an address, an e-mail address and a merchant in them.
    for (const name of ['onboarding-passes', 'physical-card-ships', 'secret-rotation'])
      expect(troubleOf(await runToItsEnd(sandbox, name))).toEqual([])
  },
)

const ends = ['2026-01-31T23:59:59Z', '2028-02-29T00:00:00Z']
const others = ['2026-03-01T00:00:00Z', '2026-03-26T12:00:00Z', '2026-12-31T12:00:00Z']
test.for(sample(ends, [...ends, ...others]))(
  'the months of the statements are distinguished whenever the story begins, as at %s',
  async (set) => {
    const sandbox = await startSandbox()
    await sandbox.clock({ mode: 'manual', set })
    expect(troubleOf(await runToItsEnd(sandbox, 'statement-and-autopay'))).toEqual([])
  },
)

test('slow checks are awaited if the scenario knows their duration', async () => {
  const sandbox = await startSandbox({ kyc: { delay: '90s' } })
  await sandbox.clock(mondayMorning)
  for (const name of shippedNames.filter((one) => one.startsWith('kyc-') || one.startsWith('onboarding'))) {
    const run = await runToItsEnd(sandbox, name, { set: { checks_take: '2m' } })
    expect(troubleOf(run)).toEqual([])
  }
})
