import { describe, expect, test } from 'vitest'
import errors from '../../../fixtures/errors.json'
import type { Call } from '../../../server/wire.ts'
import { demo, expectRefused } from '../../platform/ask.ts'
import { createWorld, type Natural, type Way } from '../world.ts'
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
const attempts = proofs.flatMap(([code, ways]) =>
  ways.map((way: Way, at) => ({ ...way, code, what: ways.length > 1 ? `${code}, way ${at + 1}` : code })),
)

describe('without arming anything, by the public API and from an empty database', () => {
  test.for(attempts)('$what', async ({ code, status, config, reach }) => {
    const world = await createWorld(config)
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
  })
})

test('these ways reach every code that the catalogue says is reached, no other, and none twice over', () => {
  const claimed = Object.entries(errors).filter(([, { reached_by }]) => reached_by !== null)
  const proven = proofs.filter(([, ways]) => ways.length > 0).map(([code]) => code)
  expect(proven.toSorted()).toEqual(claimed.map(([code]) => code).toSorted())
  expect(proven).toHaveLength(93)
})
