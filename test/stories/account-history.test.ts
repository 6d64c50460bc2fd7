import { expect, test } from 'vitest'
import { startStory } from './world.ts'

const microseconds = (time: string) => Date.parse(time) * 1000 + Number(time.slice(23, 26))

test('the first who asks for a history has it prepared, which takes a minute or two; later it is there at once', async () => {
  const { me, advance } = await startStory()
  const { account_id } = await me.funded('100.00')
  const path = `/accounts/${account_id}/history`
  const preparing = { account_id, linked_account_id: null, status: 'preparing', ready_time: null }
  expect(await me.got(path)).toEqual({ ...preparing, transactions: [] })
  // Asking again begins nothing anew.
  await advance('59999ms')
  expect(await me.got(path)).toEqual({ ...preparing, transactions: [] })
  await me.hears()

  await advance('60001ms')
  const [ready] = await me.hears('account.history.ready')
  const history = await me.got(path)
  expect(history).toMatchObject({ status: 'ready', transactions: [{ amount: '100.00', state: 'settled' }] })
  const readyTime = String(history.ready_time)
  expect(ready?.details).toEqual({
    account_id,
    linked_account_id: null,
    ready_time: readyTime.replace('Z', '+00:00'),
  })
  expect(ready?.occurred_at).toBe(readyTime.replace('Z', '+00:00'))
  const tookSeconds = (microseconds(readyTime) - microseconds('2026-01-05T09:00:00.000000Z')) / 1_000_000
  expect(tookSeconds).toBeGreaterThanOrEqual(60)
  expect(tookSeconds).toBeLessThanOrEqual(120)

  await advance('30d')
  expect(await me.got(path)).toMatchObject({ status: 'ready', ready_time: readyTime })
  await me.hears()
})

test('how long it takes follows from the seed, and lies between one minute and two for each account', async () => {
  const { me, advance } = await startStory()
  const { customer_id } = await me.funded()
  const ids = []
  for (let count = 0; count < 12; count++) {
    const { account_id } = await me.made('/accounts', { customer_id })
    await me.got(`/accounts/${account_id}/history`)
    ids.push(account_id)
  }
  await advance('59999ms')
  await me.hears()
  await advance('60001ms')
  const told = await me.hears(...ids.map(() => 'account.history.ready' as const))
  expect(new Set(told.map(({ occurred_at }) => occurred_at)).size).toBe(ids.length)
  expect(told.map(({ occurred_at }) => occurred_at)).toEqual(
    told.map(({ occurred_at }) => occurred_at).toSorted(),
  )
})

test('a linked account has a history of its own, once the vendor gave a token', async () => {
  const { me, advance } = await startStory()
  const { account_id } = await me.funded()
  const linked = await me.made('/accounts/external', { account_id, link_type: 'vendor' })
  const byHand = await me.made('/accounts/external', {
    account_id,
    routing_number: '110000000',
    account_number: '000123456789',
  })
  const path = (of: Record<string, unknown>) =>
    `/accounts/${account_id}/history?linked_account_id=${of.linked_account_id}`
  await me.refused('account_not_linked_error', 'GET', path(linked))
  await me.refused('invalid_account_id', 'GET', path(byHand))
  const { linked_account_id } = linked
  await me.done('/accounts/external/token-exchange', { linked_account_id, public_token: 'public-sandbox-1' })
  expect(await me.got(path(linked))).toMatchObject({ status: 'preparing', linked_account_id })
  expect(await me.got(`/accounts/${account_id}/history`)).toMatchObject({ linked_account_id: null })
  await advance('2m')
  const told = await me.hears('account.history.ready', 'account.history.ready')
  expect(told.map(({ details }) => (details as typeof linked).linked_account_id)).toEqual(
    expect.arrayContaining([linked_account_id, null]),
  )
})
