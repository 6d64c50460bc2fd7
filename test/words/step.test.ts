import { expect, test } from 'vitest'
import type { RunStep } from '../../server/wire.ts'
import { answerWords } from '../../server/words/answer.ts'
import { closingFacts, stepCaption } from '../../server/words/step.ts'

type Told = Parameters<typeof stepCaption>[0]
const step = (kind: RunStep['kind'], given: RunStep['given'], change: Partial<Told> = {}): Told => ({
  kind,
  given,
  summary: '',
  detail: null,
  result: {},
  state: 'succeeded',
  ...change,
})
const customer = '3f2a1b4c-93d5-4f1e-8a77-0c1d2e3f4a5b'

test.each<[string, Told]>([
  [
    'A delivery of kyc.verification.success waits for its next attempt, after 4 attempts.',
    step('expect', {
      expect: 'delivery',
      where: { event: 'kyc.verification.success', state: 'retrying', attempts_made: 4 },
    }),
  ],
  [
    'At least 2 captures of card.* carried a valid signature and got status 200.',
    step('expect', {
      expect: 'capture',
      where: { event: 'card.*', 'verdict.result': 'verified', 'reply.status': 200 },
      count: 2,
    }),
  ],
  [
    'No captures of card.created have arrived.',
    step('expect', { expect: 'capture', where: { event: 'card.created' }, exactly: 0 }),
  ],
  [
    'Waits until a delivery of card.created has arrived.',
    step(
      'expect',
      { expect: 'delivery', where: { event: 'card.created', state: 'succeeded' } },
      { state: 'running' },
    ),
  ],
  [
    'PATCH /customers/3f2a… returns 200.',
    step('call', { call: `PATCH /customers/${customer}` }, { result: { status: 200 } }),
  ],
  [
    'card.created happens; 1 delivery.',
    step('event', { event: 'card.created' }, { summary: 'card.created', result: { deliveries: 1 } }),
  ],
  ['The clock advances by 3 days 12 hours.', step('wait', { wait: '3d12h' })],
  ['The clock advances to the next month.', step('wait', { wait: 'next month' })],
  ['Every call will return RL100, 1 time.', step('arm', { arm: 'RL100', times: 1 })],
  [
    'POST /cards: answered 404, not 201',
    step('call', { call: 'POST /cards' }, { state: 'failed', detail: 'answered 404, not 201' }),
  ],
])('a step has a sentence: %s', (sentence, told) => {
  expect(stepCaption(told)).toEqual([sentence, ''])
})

test('the news of a call is what its events say, or what a read returns', () => {
  const result = {
    status: 200,
    answer: 'Balance: $978.07.',
    events: ['$21.93 settled · Corner Books', 'Autopay turned on', 'Autopay turned on'],
  }
  expect(stepCaption(step('call', { call: 'POST /cards' }, { result }))).toEqual([
    '$21.93 settled · Corner Books. Autopay turned on.',
    'POST /cards returns 200.',
  ])
  expect(stepCaption(step('call', { call: 'GET /sandbox/events/evt_000001a2b3' }, { result }))).toEqual([
    'Balance: $978.07.',
    'GET /sandbox/events/evt_…a2b3 returns 200.',
  ])
})

test('the news of a wait is the time, then what its events say', () => {
  const told = step('wait', { wait: '2s' }, { result: { events: ['KYC passed'] } })
  expect(stepCaption(told)).toEqual(['The clock advances by 2 seconds.', 'KYC passed.'])
})

const account = { account_id: 'a', type: 'deposit', account_number: '4641020660', status: 'active' }
test.each<[unknown, string | null]>([
  [
    { ...account, balance: '100.00', available_balance: '78.07' },
    'Deposit account •••• 0660. Balance: $100.00. Available: $78.07. Status: active.',
  ],
  [
    { ...account, balance: '978.07', available_balance: '978.07' },
    'Deposit account •••• 0660. Balance: $978.07. Status: active.',
  ],
  [
    { Code: 'kyc_dne', Message: 'The customer has not passed KYC', Status: 404 },
    'kyc_dne: The customer has not passed KYC.',
  ],
  [{ error: { code: 'run_ended', message: 'The run has ended.' } }, 'run_ended: The run has ended.'],
  [{ verdict: { result: 'verified' } }, 'Verdict: verified.'],
  [{ subscription: { id: 'sub_1', secret: 'whsec_c2VjcmV0' } }, null],
  [
    {
      status: 'ready',
      transactions: [
        { transaction_type: 'deposit', amount: '100.00' },
        { transaction_type: 'purchase', amount: '-21.93', merchant: 'Corner Books' },
      ],
    },
    'Status: ready. 2 transactions: Deposit $100.00; Purchase $21.93 · Corner Books.',
  ],
  ['no JSON', null],
])('a response in words: %j', (answer, words) => {
  expect(answerWords(answer)).toBe(words)
})

test('the closing facts name customer, card, balance, events and deliveries', () => {
  const one = { state: 'active', balance: null }
  expect(
    closingFacts({
      objects: [
        { ...one, kind: 'card', title: 'Card •••• 2320', balance: '78.07' },
        { ...one, kind: 'account', title: 'Deposit account •••• 0660', balance: '78.07' },
        { kind: 'customer', title: 'Vivienne Jakubowski', state: 'success', balance: '78.07' },
      ],
      events: 6,
      deliveries: { all: 6, succeeded: 5 },
    }),
  ).toEqual([
    ['Customer', 'Vivienne Jakubowski, KYC success'],
    ['Card', 'Card •••• 2320, active'],
    ['Balance', '$78.07'],
    ['Events', '6'],
    ['Deliveries', '6, 5 succeeded'],
  ])
})
