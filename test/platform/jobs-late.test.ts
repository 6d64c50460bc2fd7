import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Outside, realOutside } from '../../server/outside.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { createMakers, doerOf } from './makers.ts'

const january = '2026-01-05T09:00:00Z'
const june = '2026-06-15T12:00:00Z'

/** The real world, but at a time that stands. */
const standingAt = (time: string): Outside => ({ ...realOutside(), wallTime: () => Date.parse(time) * 1000 })

/** A credit account with 40.00 on it, of which 15.00 leave in March. */
async function openCredit(sandbox: TestSandbox) {
  const { act, account, card, fund } = createMakers(doerOf(sandbox))
  const account_id = await account({ type: 'credit' })
  const { card_id } = await card({ account_id })
  await fund(card_id, '40.00')
  await act('POST', '/core/transfer', { card_id, amount: '15.00', date: '2026-03-10' })
}

/** When statements and settled payments were told of, and what of them, oldest first. */
async function told(sandbox: TestSandbox) {
  const { events } = await sandbox.get<{ events: { id: string; event: string }[] }>(
    '/sandbox/events?limit=500',
  )
  const payloads = await Promise.all(
    events.toReversed().map(async ({ id }) => (await sandbox.event(id)).payload),
  )
  return (payloads as Record<string, Record<string, string>>[]).flatMap((payload) => {
    const { details, transaction, occurred_at, event } = payload
    if (transaction && transaction.state === 'settled') return [[occurred_at, event, transaction.amount]]
    return details?.statement_month
      ? [[occurred_at, event, details.statement_month, details.closing_balance]]
      : []
  })
}

const statement = (at: string, month: string, balance: string) =>
  ['generated', 'ready'].map((what) => [
    `${at}T00:00:00.000000+00:00`,
    `account.statements.${what}`,
    month,
    balance,
  ])
const everythingOnce = [
  ['2026-01-05T09:00:00.000000+00:00', 'transactions', '40.00'],
  ...statement('2026-02-01', '2026-01', '40.00'),
  ...statement('2026-03-01', '2026-02', '40.00'),
  ['2026-03-10T00:01:00.000000+00:00', 'transactions', '-15.00'],
  ...statement('2026-04-01', '2026-03', '25.00'),
  ...statement('2026-05-01', '2026-04', '25.00'),
  ...statement('2026-06-01', '2026-05', '25.00'),
]

test('on a clock that leaps by months each job happens at its own time, as if nothing had been late', async () => {
  const sandbox = await startSandbox({}, standingAt(june))
  await sandbox.clock({ mode: 'manual', set: january })
  await openCredit(sandbox)
  await sandbox.clock({ mode: 'real' })
  await sandbox.settle()
  expect(await told(sandbox)).toEqual(everythingOnce)
  await sandbox.settle()
  expect(await told(sandbox)).toEqual(everythingOnce)
  expect(sandbox.troubles).toEqual([])
})

test('so it is after months in which the sandbox did not run', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await startSandbox({ data }, standingAt(january))
  await openCredit(first)
  await first.close()
  const second = await startSandbox({ data }, standingAt(june))
  await second.settle()
  expect(await told(second)).toEqual(everythingOnce)
  expect(second.troubles).toEqual([])
})
