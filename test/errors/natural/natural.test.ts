import { describe, expect, test } from 'vitest'
import errors from '../../../fixtures/errors.json'
import type { Call } from '../../../server/wire.ts'
import { demo, expectRefused } from '../../platform/ask.ts'
import { createWorld, type Natural, type Way, type World } from '../world.ts'
import { accounts } from './accounts.ts'
import { cardPrograms } from './card-programs.ts'
import { cards } from './cards.ts'
import { common } from './common.ts'
import { customers } from './customers.ts'
import { externalAccounts } from './external-accounts.ts'
import { kyc } from './kyc.ts'
import { transfers } from './transfers.ts'

const areas: Record<string, Natural> = {
  common,
  customers,
  kyc,
  accounts,
  externalAccounts,
  cards,
  cardPrograms,
  transfers,
}
const proofs = Object.values(areas).flatMap((area) => Object.entries(area))
/** The ways to a code. Those with the same config share a sandbox, which is reset between them. */
const attempts = proofs.flatMap(([code, ways]) =>
  [...new Set(ways.map(({ config }: Way) => JSON.stringify(config)))].map((config) => ({
    what: config === '{}' ? code : `${code} with ${config}`,
    code,
    alike: ways.filter((way: Way) => JSON.stringify(way.config) === config),
  })),
)

describe('without arming anything, by the public API and from an empty database', () => {
  test.for(attempts)('$what', async ({ code, alike }) => {
    const world = await createWorld(alike[0]?.config)
    for (const [at, way] of alike.entries()) {
      if (at > 0) await world.empty()
      await expectReached(world, code, way)
    }
  })

  async function expectReached(world: World, code: string, { status, reach }: Way) {
    const { sandbox } = world
    const {
      ask: [method, path, body],
      headers = demo,
      says,
    } = await reach(world)
    await sandbox.settle()
    const told = () => sandbox.get('/sandbox/events?limit=500')
    const before = await told()

    expectRefused(await sandbox.call(method, path, body, headers), { status, code, says })

    await sandbox.settle()
    expect(await told()).toEqual(before)
    const { calls } = await sandbox.get<{ calls: Call[] }>('/sandbox/calls?limit=1')
    expect(calls).toMatchObject([{ method, path: `/api/v0.1${path}`, status, error_code: code, armed: null }])
    expect(await sandbox.get('/sandbox/armed-errors')).toEqual({ armed_errors: [], next: null })
    expect(sandbox.troubles).toEqual([])
  }
})

test('these ways reach every code that the catalogue says is reached, no other, and none twice over', () => {
  const claimed = Object.entries(errors).filter(([, { reached_by }]) => reached_by !== null)
  const proven = proofs.filter(([, ways]) => ways.length > 0).map(([code]) => code)
  expect(proven.toSorted()).toEqual(claimed.map(([code]) => code).toSorted())
  expect(proven).toHaveLength(93)
})
