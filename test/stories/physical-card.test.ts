import { expect, test } from 'vitest'
import { startStory } from './world.ts'

test('a physical card is activated with its code, paused, reissued and closed permanently', async () => {
  const { me } = await startStory()
  const { account_id } = await me.funded('50.00')

  const card = await me.made('/cards', { account_id, card_type: 'physical' })
  const { card_id, last_four, aac } = card
  expect(card).toMatchObject({ status: 'inactive', aac: expect.stringMatching(/^\d{6}$/) })
  const [created] = await me.hears('card.created')
  expect(created?.card).toMatchObject({ card_id, status: 'Inactive', last_four })

  // Nothing can be paid with it until it was activated, and pausing it is no way around that.
  const transfer = { card_id, amount: '1.00' }
  await me.refused('preactive_card', 'POST', '/core/transfer', transfer)
  await me.refused('preactive_card', 'PATCH', `/cards/${card_id}`, { status: 'active' })
  const wrong = aac === '000000' ? '000001' : '000000'
  await me.refused('invalid_aac', 'POST', `/cards/${card_id}/activate`, { aac: wrong })
  await me.hears()

  expect(await me.done(`/cards/${card_id}/activate`, { aac })).toMatchObject({ status: 'active', aac: null })
  const [active] = await me.hears('card.status.active')
  expect(active?.card).toEqual({ card_id, status: 'Active', last_four })
  await me.refused('card_active', 'POST', `/cards/${card_id}/activate`, { aac })

  await me.changed(`/cards/${card_id}`, { status: 'inactive' })
  const [paused] = await me.hears('card.status.inactive')
  expect(paused?.card).toEqual({ card_id, status: 'Inactive', last_four })
  await me.refused('inactive_card', 'POST', '/core/transfer', transfer)
  // The same again changes nothing, so nobody is told.
  await me.changed(`/cards/${card_id}`, { status: 'inactive' })
  await me.hears()
  await me.changed(`/cards/${card_id}`, { status: 'active' })
  await me.hears('card.status.active')

  const again = await me.done(`/cards/${card_id}/reissue`, { reason: 'lost' })
  expect(again).toMatchObject({ card_id, status: 'inactive', aac: expect.stringMatching(/^\d{6}$/) })
  expect(again.last_four).not.toBe(last_four)
  const [reissued] = await me.hears('card.status.reissue')
  expect(reissued?.card).toEqual({ card_id, status: 'Inactive', last_four: again.last_four })
  await me.refused('preactive_card', 'POST', '/core/transfer', transfer)
  await me.refused('invalid_aac', 'POST', `/cards/${card_id}/activate`, { aac: wrong })
  await me.done(`/cards/${card_id}/activate`, { aac: again.aac })
  await me.hears('card.status.active')

  await me.refused('resource_conflict', 'PATCH', `/cards/${card_id}`, { status: 'closed' })
  await me.made('/simulate/settlement', { card_id, amount: '50.00' })
  await me.changed(`/cards/${card_id}`, { status: 'closed' })
  const [, closed] = await me.hears('transactions', 'card.status.closed')
  expect(closed?.card).toEqual({ card_id, status: 'Closed', last_four: again.last_four })

  for (const status of ['active', 'inactive', 'closed'])
    await me.refused('closed_card', 'PATCH', `/cards/${card_id}`, { status })
  for (const act of ['activate', 'reissue', 'close', 'reset-pin'])
    await me.refused('closed_card', 'POST', `/cards/${card_id}/${act}`, {})
  await me.hears()
})

test('a card that is closed for fraud may leave money behind, and says ever after what it was closed for', async () => {
  const { me } = await startStory()
  const { account_id, card_id } = await me.funded('50.00')
  await me.done(`/cards/${card_id}/close`, { reason: 'fraud' })
  await me.hears('card.status.closed')
  await me.refused('card_fraud', 'POST', '/core/transfer', { card_id, amount: '1.00' })
  expect(await me.made('/simulate/authorization', { card_id, amount: '1.00' })).toMatchObject({
    state: 'declined',
    decline_reason: 'card_fraud',
  })
  await me.hears('transactions')
  expect(await me.balances(account_id)).toEqual(['50.00', '50.00'])
})
