import { expect, test } from 'vitest'
import type { PlatformObjectRow } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { createMakers, doerOf } from '../platform/makers.ts'
import { runAt } from './here.ts'

async function world() {
  const sandbox = await startSandbox()
  const make = createMakers(doerOf(sandbox))
  const card = await make.funded()
  return { sandbox, make, ...card }
}

test('objects lists the newest objects, newest last, by kind and words', async () => {
  const { sandbox, account_id, card_id } = await world()
  const found = async (...args: string[]) =>
    (await runAt(sandbox, 'objects', '--json', ...args)).out.map(
      (line) => JSON.parse(line) as PlatformObjectRow,
    )
  const all = await found()
  expect(all.map(({ kind }) => kind)).toEqual(['customer', 'kyc', 'account', 'card'])
  expect((await found('--kind', 'account')).map(({ id }) => id)).toEqual([account_id])
  expect((await found('--q', 'ada')).map(({ kind }) => kind)).toEqual(['customer'])
  const { out } = await runAt(sandbox, 'objects', '--kind', 'card')
  expect(out).toEqual([
    expect.stringMatching(`Card •••• \\d{4}  active  \\$1,000\\.00  Ada Quill  ${card_id}$`),
  ])
})

test('objects with an id shows the fields, the relations and what happened, in order', async () => {
  const { sandbox, account_id, card_id } = await world()
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  await sandbox.trigger('card.status.inactive', { set: { 'card.card_id': card_id } })
  await sandbox.settle()
  const { code, out } = await runAt(sandbox, 'objects', card_id.slice(0, 8))
  expect(code).toBe(0)
  const at = (pattern: RegExp) => out.findIndex((line) => pattern.test(line))
  expect(at(new RegExp(`^account_id +${account_id}$`))).toBeGreaterThan(0)
  expect(at(new RegExp(`^parent +Account .*${account_id}$`))).toBeGreaterThan(0)
  const happened = [
    /POST +\/api\/v0.1\/cards /,
    /--> card.created/,
    /--> card.status.inactive/,
    /dlv_\w+ {2}\w+ {2}card.status.inactive/,
  ]
  const places = happened.map(at)
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('an id and a filter cannot be combined; an empty list says so', async () => {
  const { sandbox, card_id } = await world()
  expect((await runAt(sandbox, 'objects', card_id, '--kind', 'card')).code).toBe(1)
  const { code, out, log } = await runAt(sandbox, 'objects', '--kind', 'dispute')
  expect([code, out, log.length]).toEqual([0, [], 1])
})

test('an unknown object is refused with the command that lists objects', async () => {
  const { code, log } = await runAt(await startSandbox(), 'objects', 'zzz')
  expect(code).toBe(1)
  expect(log.join()).not.toContain('GET ')
})
