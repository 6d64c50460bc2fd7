import { expect, test } from 'vitest'
import type { EventName } from '../../server/events/builders.ts'
import { startStory } from './world.ts'

test('a business passes KYB, opens an account and gets a card', async () => {
  const { me } = await startStory()
  const business = await me.made('/businesses', { legal_name: 'Quill & Daughters LLC', ein: '12-3456789' })
  const { business_id } = business
  expect(business).toMatchObject({ kyb_status: null })
  await me.refused('kyb_dne', 'POST', '/accounts', { business_id })
  await me.hears()

  expect(await me.made(`/businesses/${business_id}/verification-kyb`)).toMatchObject({
    business_id,
    kyb_status: 'initiated',
  })
  const told = await me.hears('kyb.verification.initiated', 'kyb.verification.approved')
  expect(told.map((payload) => payload.business_id)).toEqual([business_id, business_id])
  expect(await me.got(`/businesses/${business_id}`)).toMatchObject({ kyb_status: 'approved' })
  await me.refused('resource_conflict', 'POST', `/businesses/${business_id}/verification-kyb`)

  const account = await me.made('/accounts', { business_id })
  expect(account).toMatchObject({ business_id, customer_id: null })
  const card = await me.made('/cards', { account_id: account.account_id })
  expect(card).toMatchObject({ business_id, customer_id: null, status: 'active' })
  const [created] = await me.hears('card.created')
  expect(created?.card).toMatchObject({ card_id: card.card_id, card_account_id: account.account_id })
})

test.for<[ein: string, end: string]>([
  ['77-7777777', 'warning'],
  ['88-8888888', 'error'],
  ['99-9999999', 'rejected'],
  ['999999999', 'rejected'],
])('with the number %s KYB ends as %s, and can be started again', async ([ein, end]) => {
  const { me } = await startStory()
  const { business_id } = await me.made('/businesses', { legal_name: 'Quill & Daughters LLC', ein })
  const names: EventName[] = ['kyb.verification.initiated', `kyb.verification.${end}` as EventName]
  for (let times = 0; times < 2; times++) {
    await me.made(`/businesses/${business_id}/verification-kyb`)
    await me.hears(...names)
    expect(await me.got(`/businesses/${business_id}`)).toMatchObject({ kyb_status: end })
  }
  await me.refused('kyb_dne', 'POST', '/accounts', { business_id })
})

test('one that is reviewed by hand is approved a day later, and not started twice meanwhile', async () => {
  const { me, advance } = await startStory()
  const { business_id } = await me.made('/businesses', { legal_name: 'Quill LLC', ein: '00-0000000' })
  await me.made(`/businesses/${business_id}/verification-kyb`)
  await me.hears('kyb.verification.initiated', 'kyb.verification.under_review')
  await me.refused('resource_conflict', 'POST', `/businesses/${business_id}/verification-kyb`)
  await advance('1d')
  await me.hears('kyb.verification.approved')
  await me.made('/accounts', { business_id })
})

test('KYB takes as long as the config says of KYC, and cannot be started twice meanwhile', async () => {
  const { me, advance } = await startStory({ kyc: { delay: '1h' } })
  const { business_id } = await me.made('/businesses', { legal_name: 'Quill & Daughters LLC' })
  await me.made(`/businesses/${business_id}/verification-kyb`)
  await me.hears('kyb.verification.initiated')
  await advance('59m')
  await me.refused('resource_conflict', 'POST', `/businesses/${business_id}/verification-kyb`)
  await me.hears()
  await advance('1m')
  await me.hears('kyb.verification.approved')
})
