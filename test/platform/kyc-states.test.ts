import { expect, test } from 'vitest'
import { type Actor, startStory } from '../stories/world.ts'

const person = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }

/** Verifications by where they stand, and what brings a customer there. */
const states: [name: string, bring: (me: Actor, customer_id: string, path: string) => Promise<unknown>][] = [
  ['never started', async () => {}],
  ['submitted', (me, _, path) => me.made(path, { ssn: '123-45-6789' })],
  ['success', (me, customer_id) => me.done('/simulate/kyc-pass', { customer_id })],
  ['failure', (me, customer_id) => me.done('/simulate/kyc-fail', { customer_id })],
  ['timeout', (me, _, path) => me.made(path, { ssn: '888-88-8888' })],
  ['under_review', (me, _, path) => me.made(path, { ssn: '000-00-0000' })],
  ['document_required', (me, _, path) => me.made(path, { ssn: '111-11-1111' })],
  [
    'failed three times',
    async (me, customer_id) => {
      for (let i = 0; i < 3; i++) await me.done('/simulate/kyc-fail', { customer_id })
    },
  ],
]

const document = { government_id: { image: 'iVBORw0KGgo=' } }
const whileUnderWay = (end: string, other: string) => [other, end, other, other, other, end, end, other]
const startable = (end: string) => [
  end,
  'kyc_requests',
  'kyc_requests',
  end,
  end,
  'kyc_requests',
  'kyc_requests',
  'kyc_retries',
]
const byHand = (end: string) => [end, end, 'kyc_requests', end, end, end, end, 'kyc_retries']

/** How each verb is answered in each of the states: the status it comes to, or the code of its refusal. */
test.for<{ verb: string; path?: string; body?: Record<string, unknown>; answers: string[] }>([
  { verb: 'start', body: { ssn: '123-45-6789' }, answers: startable('submitted') },
  {
    verb: 'documents',
    body: document,
    answers: ['kyc_dne', ...Array.from({ length: 5 }, () => 'kyc_requests'), 'submitted', 'kyc_requests'],
  },
  {
    verb: 'approve',
    path: '/kyc/webhook',
    body: { decision: 'approved' },
    answers: whileUnderWay('success', 'kyc_dne'),
  },
  {
    verb: 'decline',
    path: '/kyc/webhook',
    body: { decision: 'declined' },
    answers: whileUnderWay('failure', 'kyc_dne'),
  },
  {
    verb: 'error',
    path: '/kyc/webhook',
    body: { decision: 'error' },
    answers: whileUnderWay('error', 'kyc_dne'),
  },
  { verb: 'simulated pass', path: '/simulate/kyc-pass', answers: byHand('success') },
  { verb: 'simulated failure', path: '/simulate/kyc-fail', answers: byHand('failure') },
])('$verb by where the verification stands', async ({ verb, path: fixed, body, answers }) => {
  const { me, advance } = await startStory({ kyc: { delay: '1m' } })
  const found: string[] = []
  for (const [state, bring] of states) {
    const { customer_id } = await me.made('/customers', person)
    const path = `/customers/${customer_id}/verification-kyc`
    await bring(me, String(customer_id), path)
    if (state !== 'submitted') await advance('1m')
    await me.listen()
    const asked = fixed ?? (verb === 'documents' ? `${path}/documents` : path)
    const answer = await me.ask('POST', asked, fixed ? { customer_id, ...body } : body)
    found.push(String(answer.body.Code ?? answer.body.status))
    if (answer.status >= 300) await me.hears()
  }
  expect(found).toEqual(answers)
})
