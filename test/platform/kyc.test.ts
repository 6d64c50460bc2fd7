import { describe, expect, test } from 'vitest'
import type { EventName } from '../../server/events/builders.ts'
import { type Actor, startStory } from '../stories/world.ts'

const person = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
const picture = { file_name: 'one.png', image: 'iVBORw0KGgo=' }
const told = (...ends: string[]) => ends.map((end) => `kyc.verification.${end}` as EventName)

/** A customer and where the verification is asked for. */
async function applicant(me: Actor, over: Record<string, unknown> = {}) {
  const { customer_id } = await me.made('/customers', { ...person, ...over })
  return { customer_id, path: `/customers/${customer_id}/verification-kyc` }
}

test.for<{ ssn: string; ends: string; documents?: string[]; afterwards?: string; reenter?: true }>([
  { ssn: '000-00-0000', ends: 'under_review' },
  { ssn: '111-11-1111', ends: 'document_required', documents: ['government_id'], afterwards: 'success' },
  { ssn: '222-22-2222', ends: 'document_required', documents: ['proof_of_address'], afterwards: 'success' },
  {
    ssn: '333-33-3333',
    ends: 'document_required',
    documents: ['social_security_card'],
    afterwards: 'success',
  },
  {
    ssn: '444-44-4444',
    ends: 'document_required',
    documents: ['government_id', 'proof_of_address', 'social_security_card'],
    afterwards: 'under_review',
    reenter: true,
  },
  { ssn: '888-88-8888', ends: 'timeout' },
  { ssn: '999-99-0000', ends: 'failure' },
  { ssn: '999-99-1111', ends: 'failure' },
  { ssn: '999-99-2222', ends: 'failure' },
  { ssn: '999-99-9999', ends: 'success' },
  { ssn: '123-45-6789', ends: 'success' },
  { ssn: '999990000', ends: 'failure' },
])('the number $ssn leads to $ends', async ({ ssn, ends, documents = [], afterwards, reenter }) => {
  const { me } = await startStory()
  const { customer_id, path } = await applicant(me)
  expect(await me.made(path, { ssn })).toMatchObject({ status: 'submitted', inquiry_id: null, documents: [] })
  const news = await me.hears(...told(ends, ...(reenter ? ['reenter_information'] : [])))
  for (const payload of news) expect(payload).toMatchObject({ customer_id })

  const check = await me.got(path)
  const requested = documents.map((document_type) => ({ document_type, status: 'requested' }))
  expect(check).toMatchObject({ status: ends, attempts: 1, documents: requested })
  expect(check.incorrect_information !== null).toBe(reenter === true)
  if (reenter) expect(news[1]?.incorrect_information).toEqual(check.incorrect_information)
  if (afterwards === undefined) return

  expect(news[0]).toMatchObject({ inquiry_id: check.inquiry_id, documents: check.documents })
  const sent = Object.fromEntries(documents.map((type) => [type, picture]))
  expect(await me.done(`${path}/documents`, sent)).toMatchObject({ status: 'submitted' })
  await me.hears(...told(afterwards))
  expect(await me.got(path)).toMatchObject({
    status: afterwards,
    attempts: 1,
    documents: documents.map((document_type) => ({ document_type, status: 'submitted' })),
  })
})

test('documents may come one by one; those that nobody asked for are refused', async () => {
  const { me } = await startStory()
  const { path } = await applicant(me)
  await me.made(path, { ssn: '444-44-4444' })
  await me.hears(...told('document_required', 'reenter_information'))
  const statuses = async (sent: Record<string, unknown>) => {
    const { status, documents } = await me.done(`${path}/documents`, sent)
    return [status, ...(documents as { status: string }[]).map((one) => one.status)]
  }
  expect(await statuses({ proof_of_address: picture })).toEqual([
    'document_required',
    'requested',
    'submitted',
    'requested',
  ])
  expect(await statuses({ proof_of_address: picture, government_id: picture })).toEqual([
    'document_required',
    'submitted',
    'submitted',
    'requested',
  ])
  await me.hears()
  await me.refused('create_kyc_schema', 'POST', `${path}/documents`, {})
  await me.done(`${path}/documents`, { social_security_card: picture })
  await me.hears(...told('under_review'))
  await me.refused('kyc_requests', 'POST', `${path}/documents`, { government_id: picture })

  const other = await applicant(me)
  await me.refused('kyc_dne', 'POST', `${other.path}/documents`, { government_id: picture })
  await me.made(other.path, { ssn: '111-11-1111' })
  await me.refused('create_kyc_schema', 'POST', `${other.path}/documents`, { proof_of_address: picture })
  await me.hears(...told('document_required'))
})

test('documents that do not arrive within three days time it out, and it can be started again', async () => {
  const { me, advance } = await startStory()
  const { path } = await applicant(me)
  await me.made(path, { ssn: '111-11-1111' })
  await me.hears(...told('document_required'))
  await advance('71h59m59s')
  await me.hears()
  await advance('1s')
  const [timeout] = await me.hears(...told('timeout'))
  expect(timeout?.occurred_at).toBe('2026-01-08T09:00:00.000000+00:00')
  expect(await me.got(path)).toMatchObject({ status: 'timeout' })
  await me.refused('kyc_requests', 'POST', `${path}/documents`, { government_id: picture })

  // Asked for anew, they have three days of their own.
  expect(await me.made(path, { ssn: '111-11-1111' })).toMatchObject({ attempts: 2, documents: [] })
  await me.hears(...told('document_required'))
  await me.done(`${path}/documents`, { government_id: picture })
  await me.hears(...told('success'))
  await advance('10d')
  await me.hears()
})

test('the wait for documents of an attempt that was ended by hand does not end the next', async () => {
  const { me, advance } = await startStory()
  const { customer_id, path } = await applicant(me)
  await me.made(path, { ssn: '111-11-1111' })
  await advance('2d')
  await me.done('/simulate/kyc-fail', { customer_id })
  await me.made(path, { ssn: '111-11-1111' })
  await me.hears(...told('document_required', 'failure', 'document_required'))
  await advance('2d')
  await me.hears()
  await advance('1d')
  await me.hears(...told('timeout'))
})

test('after three that did not end well there is no fourth, by whatever way', async () => {
  const { me } = await startStory()
  const { customer_id, path } = await applicant(me)
  for (const [attempt, ssn] of ['999-99-0000', '888-88-8888', '999-99-2222'].entries())
    expect(await me.made(path, { ssn })).toMatchObject({ status: 'submitted', attempts: attempt + 1 })
  await me.hears(...told('failure', 'timeout', 'failure'))
  await me.refused('kyc_retries', 'POST', path, { ssn: '123-45-6789' })
  await me.refused('kyc_retries', 'POST', '/simulate/kyc-pass', { customer_id })
  await me.refused('kyc_retries', 'POST', '/simulate/kyc-fail', { customer_id })
  expect(await me.got(path)).toMatchObject({ status: 'failure', attempts: 3 })
  await me.hears()
})

describe.each([
  { way: 'a reviewer of the bank', pass: 'approved', fail: 'declined' },
  { way: 'the platform’s own sandbox', pass: '/simulate/kyc-pass', fail: '/simulate/kyc-fail' },
])('a check under review is decided by hand: $way', ({ pass, fail }) => {
  test.for([
    { act: pass, end: 'success' },
    { act: fail, end: 'failure' },
  ])('$act ends it as $end', async ({ act, end }) => {
    const { me } = await startStory()
    const { customer_id, path } = await applicant(me)
    await me.made(path, { ssn: '000-00-0000' })
    await me.hears(...told('under_review'))
    await me.refused('kyc_requests', 'POST', path, { ssn: '123-45-6789' })
    const answer = act.startsWith('/')
      ? await me.ask('POST', act, { customer_id })
      : await me.ask('POST', '/kyc/webhook', {
          customer_id,
          decision: act,
          reviewer_email: 'review@bank.example',
        })
    expect(answer.body).toMatchObject({ customer_id, status: end, attempts: 1 })
    const [ended] = await me.hears(...told(end))
    expect(ended).toMatchObject({ customer_id })
    expect(await me.got(path)).toMatchObject({ status: end })
  })
})

test('the vendor may end one in an error; reviewers of another house and what is not under way are refused', async () => {
  const { me } = await startStory()
  const { customer_id, path } = await applicant(me)
  const webhook = { customer_id, decision: 'error' }
  await me.refused('kyc_dne', 'POST', '/kyc/webhook', webhook)
  await me.made(path, { ssn: '000-00-0000' })
  await me.refused('email_error', 'POST', '/kyc/webhook', {
    ...webhook,
    reviewer_email: 'me@elsewhere.example',
  })
  await me.refused('kyc_webhook_schema', 'POST', '/kyc/webhook', { ...webhook, decision: 'maybe' })
  await me.hears(...told('under_review'))
  // The domain of an address may be written in any case.
  const reviewed = { ...webhook, reviewer_email: 'Review@Bank.Example' }
  expect((await me.ask('POST', '/kyc/webhook', reviewed)).body).toMatchObject({ status: 'error' })
  await me.hears(...told('error'))
  await me.refused('kyc_dne', 'POST', '/kyc/webhook', webhook)
})

test('a third attempt that is under way may still be decided by hand', async () => {
  const { me } = await startStory()
  const { customer_id, path } = await applicant(me)
  for (let i = 0; i < 2; i++) await me.done('/simulate/kyc-fail', { customer_id })
  expect(await me.made(path, { ssn: '000-00-0000' })).toMatchObject({ attempts: 3 })
  await me.hears(...told('failure', 'failure', 'under_review'))
  expect(await me.done('/simulate/kyc-pass', { customer_id })).toMatchObject({
    status: 'success',
    attempts: 3,
  })
  await me.hears(...told('success'))
})

test('passed is final: nothing restarts the check, and nobody changes it', async () => {
  const { me } = await startStory()
  const { customer_id, path } = await applicant(me, { ssn: '123-45-6789' })
  await me.made(path)
  await me.hears(...told('success'))
  await me.refused('kyc_requests', 'POST', path, { ssn: '999-99-0000' })
  await me.refused('kyc_requests', 'POST', '/simulate/kyc-fail', { customer_id })
  await me.refused('kyc_requests', 'POST', '/simulate/kyc-pass', { customer_id })
  await me.refused('kyc_dne', 'POST', '/kyc/webhook', { customer_id, decision: 'declined' })
  await me.refused('kyc_requests', 'POST', `${path}/documents`, { government_id: picture })
  expect(await me.got(path)).toMatchObject({ status: 'success', attempts: 1 })
  await me.hears()
})

test('with a delay in the config it stays submitted until the clock has moved so far', async () => {
  const { me, advance } = await startStory({ kyc: { delay: '90s' } })
  const { path } = await applicant(me)
  await me.made(path, { ssn: '111-11-1111' })
  await advance('89s')
  expect(await me.got(path)).toMatchObject({ status: 'submitted' })
  await me.refused('kyc_requests', 'POST', path, { ssn: '111-11-1111' })
  await me.hears()
  await advance('1s')
  const [asked] = await me.hears(...told('document_required'))
  expect(asked?.occurred_at).toBe('2026-01-05T09:01:30.000000+00:00')
  await me.done(`${path}/documents`, { government_id: picture })
  await advance('89s')
  expect(await me.got(path)).toMatchObject({ status: 'submitted' })
  await advance('1s')
  await me.hears(...told('success'))
})

test('a check decided by hand is not decided a second time', async () => {
  const { me, advance } = await startStory({ kyc: { delay: '1h' } })
  const { customer_id, path } = await applicant(me)
  await me.made(path, { ssn: '999-99-0000' })
  await me.done('/simulate/kyc-pass', { customer_id })
  await me.hears(...told('success'))
  await advance('2h')
  await me.hears()
  expect(await me.got(path)).toMatchObject({ status: 'success' })
})

test('the number of the body goes before that of the customer; there must be one of them', async () => {
  const { me } = await startStory()
  const known = await applicant(me, { ssn: '999-99-0000' })
  await me.made(known.path, { ssn: '123-45-6789' })
  await me.hears(...told('success'))
  const nameless = await applicant(me)
  for (const body of [{}, { ssn: '12-345' }, { ssn: 123456789 }])
    await me.refused('create_kyc_schema', 'POST', nameless.path, body)
  await me.refused('kyc_dne', 'GET', nameless.path)
  await me.refused('get_kyc_schema', 'GET', `${known.path}?program_id=none`)
})
