import { expect, test } from 'vitest'
import { signedSecond } from '../../server/delivery/signed-second.ts'
import { parseFault } from '../../server/faults/grammar.ts'
import type { SchemeName } from '../../server/signing/recipes.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { recipes } from '../helpers/recipes.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { settings } from './engine/holding.ts'

const now = 1_700_000_000
const microseconds = (seconds: number | null) => (seconds === null ? null : seconds * 1_000_000)

test.each<[SchemeName, string, number | null, number]>([
  ['standard-webhooks', 'for the first time', null, 0],
  ['standard-webhooks', 'after one that is long ago', -60, 0],
  ['standard-webhooks', 'after one of this second', 0, 1],
  ['standard-webhooks', 'after one that is ahead', 20, 21],
  ['standard-webhooks', 'after very many at once', 860, 150],
  ['custom', 'without a tolerance, after very many', 860, 861],
  ['stripe', 'whose receivers look at the past alone', 860, 861],
  ['plaid', 'whose receivers refuse the future', 0, 0],
  ['plaid', 'after one that is long ago', -60, 0],
  ['plaid', 'after the clock was set back', 60, 0],
])('%s signs %s', (scheme, _, last, ahead) => {
  const lastSignedAt = microseconds(last === null ? null : now + last)
  expect(signedSecond(recipes[scheme], { now: now * 1_000_000 + 999_999, lastSignedAt, fault: null })).toBe(
    now + ahead,
  )
})

test.each<[SchemeName, string, number]>([
  ['standard-webhooks', 'skew(-301s)', 0],
  ['standard-webhooks', 'skew(-10m)', 150],
  ['standard-webhooks', 'skew(-305s)', 4],
  ['slack', 'replay(303s)', 2],
  ['paddle', 'skew(-6s)', 0],
  ['stripe', 'skew(-302s)', 1],
  ['standard-webhooks', 'skew(+299s)', 1],
  ['standard-webhooks', 'skew(+5m)', 0],
  ['standard-webhooks', 'skew(+301s)', 150],
  ['standard-webhooks', 'skew(-299s)', 150],
  ['stripe', 'skew(+10m)', 861],
  ['github', 'skew(-10m)', 861],
])('after very many at once, %s with %s is taken or refused as the first was', (scheme, fault, ahead) => {
  const made = { now: now * 1_000_000, lastSignedAt: microseconds(now + 860), fault: parseFault(fault) }
  expect(signedSecond(recipes[scheme], made)).toBe(now + ahead)
})

test.each<[SchemeName, string, number]>([
  ['standard-webhooks', 'skew(-5m)', 1],
  ['standard-webhooks', 'skew(+301s)', 1],
  ['stripe', 'replay(5m)', 1],
  ['standard-webhooks', 'skew(+5m)', 0],
  ['standard-webhooks', 'skew(-301s)', 0],
  ['stripe', 'skew(+301s)', 0],
  ['github', 'skew(-5m)', 0],
])('%s with %s is signed so that its way to the receiver makes no other of it', (scheme, fault, ahead) => {
  const made = { now: now * 1_000_000 + 999_999, lastSignedAt: null, fault: parseFault(fault) }
  expect(signedSecond(recipes[scheme], made)).toBe(now + ahead)
})

test.each([
  ['skew(-301s)', 'refused'],
  ['skew(+299s)', 'succeeded'],
])(
  'copies with %s near the limit are accepted all or none by a correct receiver, and count as correct',
  async (skew, state) => {
    const sandbox = await startSandbox({ delivery: { timestamps: 'clock' } })
    await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
    const began = Date.parse('2026-01-01T00:00:00Z') / 1000
    const receiver = await startReceiver([
      (response) => {
        const off = Number(response.req.headers['webhook-timestamp']) - began
        response.writeHead(Math.abs(off) > 300 ? 401 : 200).end()
      },
    ])
    await sandbox.subscribe(receiver.url)
    const { deliveries } = await sandbox.trigger('card.created', { fault: `${skew} | duplicate(5)` })
    await sandbox.settle()
    const { id = '' } = deliveries[0] ?? {}
    expect(await sandbox.delivery(id)).toMatchObject({ state })
    expect(new Set((await sandbox.attempts(id)).map(({ response }) => response?.status)).size).toBe(1)
  },
)

test('copies by plaid are signed at the time of the clock, those of another scheme a second after each other', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox({ delivery: { timestamps: 'clock' } })
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(receiver.url)
  const seconds = async () => {
    const { deliveries } = await sandbox.trigger('card.created', { fault: 'duplicate(3)' })
    await sandbox.settle()
    return (await sandbox.attempts(deliveries[0]?.id ?? '')).map((one) => one.signed_at.slice(17, 19))
  }
  expect(await seconds()).toEqual(['00', '01', '02'])
  await settings(sandbox, id, { scheme: 'plaid' })
  expect(await seconds()).toEqual(['00', '00', '00'])
})
