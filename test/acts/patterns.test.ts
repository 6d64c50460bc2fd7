import { expect, test } from 'vitest'
import { eventNames } from '../../server/events/builders.ts'
import type { Event } from '../../server/wire.ts'
import { expectRefused } from '../control/refused.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const events = '/sandbox/events'

test.each([
  ['*', eventNames],
  ['card.*', eventNames.filter((name) => name.startsWith('card.'))],
  ['*.under_review', ['kyc.verification.under_review', 'kyb.verification.under_review']],
  ['card.creat*', ['card.created']],
])('%s fires each match, in the order of the catalogue', async (event, names) => {
  const sandbox = await startSandbox()
  const { events: made } = await sandbox.trigger(event)
  expect(made.map((one) => one.event)).toEqual(names)
  expect(sandbox.troubles).toEqual([])
})

test('a pattern that matches nothing is refused with the nearest name', async () => {
  const sandbox = await startSandbox()
  expectRefused(await sandbox.request('POST', events, { event: 'card.creatd*' }), {
    status: 422,
    code: 'event_name_unknown',
    message: /card\.creatd\*/,
    fix: /Did you mean card\.created\?/,
  })
})

test('what is set goes to the events that have the path', async () => {
  const sandbox = await startSandbox()
  const set = { 'wallet.wallet_provider': 'google_pay' }
  const { events: made } = await sandbox.trigger('card.*', { set })
  const told = await Promise.all(made.map(({ id }) => sandbox.event(id)))
  for (const { event, payload } of told as Event[])
    if (event.startsWith('card.wallet'))
      expect(payload).toMatchObject({ wallet: { wallet_provider: 'google_pay' } })
    else expect(payload).not.toHaveProperty('wallet')
})

test('a path that none of them has is refused, and so is a payload for several', async () => {
  const sandbox = await startSandbox()
  expectRefused(
    await sandbox.request('POST', events, { event: 'card.*', set: { 'wallet.walet_provider': 'x' } }),
    {
      status: 422,
      code: 'path_unknown',
      fix: /Did you mean wallet\.wallet_provider\?/,
    },
  )
  expectRefused(await sandbox.request('POST', events, { event: 'card.*', payload: {} }), {
    status: 422,
    code: 'invalid_field',
    message: /^payload: /,
  })
  expectRefused(await sandbox.request('POST', events, { event: '*', count: 100_000 }), {
    status: 422,
    code: 'invalid_field',
    message: /^count: /,
  })
  expect((await sandbox.get<{ events: unknown[] }>(events)).events).toEqual([])
})

test('each of several is fired as often as asked, round by round', async () => {
  const sandbox = await startSandbox()
  const { events: made } = await sandbox.trigger('card.status.*active', { count: 2 })
  const round = ['card.status.active', 'card.status.inactive']
  expect(made.map(({ event }) => event)).toEqual([...round, ...round])
})

test('forced, a path that none has goes to all', async () => {
  const sandbox = await startSandbox()
  const { events: made } = await sandbox.trigger('card.wallet.*', { set: { 'a.b': 1 }, force: true })
  for (const { id } of made) expect((await sandbox.event(id)).payload).toMatchObject({ a: { b: 1 } })
  expect(made).toHaveLength(2)
})
