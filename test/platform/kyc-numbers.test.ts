import { expect, test } from 'vitest'
import { startStory } from '../stories/world.ts'

const person = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }

test('the number that KYC is started with is kept: the customer has it, and another try needs none', async () => {
  const { me } = await startStory()
  const { customer_id, ssn_last_four } = await me.made('/customers', person)
  expect(ssn_last_four).toBeNull()
  const path = `/customers/${customer_id}`
  const kyc = `${path}/verification-kyc`
  await me.refused('create_kyc_schema', 'POST', kyc, {})
  await me.made(kyc, { ssn: '999-99-0000' })
  await me.hears('kyc.verification.failure')
  expect(await me.got(path)).toMatchObject({ ssn_last_four: '0000', kyc_status: 'failure' })
  expect(await me.made(kyc)).toMatchObject({ attempts: 2 })
  await me.hears('kyc.verification.failure')
  await me.made(kyc, { ssn: '123-45-6789' })
  await me.hears('kyc.verification.success')
  expect(await me.got(path)).toMatchObject({ ssn_last_four: '6789', kyc_status: 'success' })
})

test('a running or passed check shows its state, with a number and without', async () => {
  const { me } = await startStory({ kyc: { delay: '1h' } })
  const { customer_id } = await me.made('/customers', person)
  const kyc = `/customers/${customer_id}/verification-kyc`
  await me.made(kyc, { ssn: '123-45-6789' })
  await me.refused('kyc_requests', 'POST', kyc, { ssn: '999-99-0000' })
  await me.refused('kyc_requests', 'POST', kyc)
  expect(await me.got(`/customers/${customer_id}`)).toMatchObject({ ssn_last_four: '6789' })

  const byHand = await me.made('/customers', person)
  await me.done('/simulate/kyc-pass', { customer_id: byHand.customer_id })
  await me.refused('kyc_requests', 'POST', `/customers/${byHand.customer_id}/verification-kyc`)
  await me.hears('kyc.verification.success')
})
