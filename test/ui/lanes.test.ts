import { expect, test } from 'vitest'
import { outcomeWord } from '../../server/words/short.ts'
import { glances } from '../../ui/lanes/overview.ts'
import { timeOf } from '../../ui/lanes/step.ts'
import { callPath, ownEndpoint, partiesOf, stepsOf, type World } from '../../ui/lanes/steps.ts'
import { type Entry, entryOf } from '../../ui/live/entries.ts'
import { attemptRow, callRow, captureRow, deliveryRow, eventRow } from './samples.ts'

const world: World = {
  origin: 'http://localhost:4400',
  successes: [200, 201, 204],
  runName: () => 'onboarding-passes',
  receiverName: ({ url }) => url.replace('http://', ''),
  capturesOf: () => [],
}
const at = (seconds: number) => `2026-01-01T09:00:${`${seconds.toFixed(6)}`.padStart(9, '0')}Z`

const delivery = (
  change: Parameters<typeof deliveryRow>[1],
  attempts: Parameters<typeof attemptRow>[2][],
): Entry => {
  const entry = entryOf('delivery', deliveryRow(10, change))
  if (entry.kind === 'delivery')
    for (const [index, one] of attempts.entries())
      entry.attempts.set(index + 1, attemptRow('dlv_10', index + 1, one))
  return entry
}
const said = (entries: Entry[], over: Partial<World> = {}) =>
  stepsOf(entries, { ...world, ...over }).map(({ sentence }) => sentence)

test('a call with its response, and a delivery that fails, waits and is retried', () => {
  const entries = [
    entryOf('call', callRow(1)),
    delivery({ state: 'succeeded', attempts_made: 2, created_at: at(1) }, [
      { started_at: at(1), duration_ms: 18 },
      { started_at: at(31), duration_ms: 11, outcome: { kind: 'responded', status: 200 } },
    ]),
  ]
  expect(said(entries)).toEqual([
    'your client calls POST /cards',
    'sandbox answers POST /cards with 201 in 2 ms',
    'sandbox sends card.created to localhost:3000/hook, HTTP 503 in 18 ms, attempt 1 of 8',
    'card.created waited 30 s, then attempt 2 of 8',
    'sandbox sends card.created to localhost:3000/hook, HTTP 200 in 11 ms, attempt 2 of 8',
  ])
  const steps = stepsOf(entries, world)
  expect(steps.map(({ tone }) => tone)).toEqual(['quiet', 'quiet', 'bad', 'wait', 'good'])
  expect(partiesOf(steps).map(({ name }) => name)).toEqual(['your client', 'sandbox', 'localhost:3000/hook'])
})

test('an interrupted attempt has a number, and does not count against the limit', () => {
  const change = { state: 'retrying', attempts_made: 1, created_at: at(1), next_attempt_at: at(59) } as const
  const cut = { kind: 'interrupted', code: 'stopped', detail: '' } as const
  expect(said([delivery(change, [{ started_at: at(1), outcome: cut }, { started_at: at(2) }])])).toEqual([
    expect.stringContaining('attempt 1 of 9'),
    expect.stringContaining('then attempt 2 of 9'),
    expect.stringContaining('attempt 2 of 9'),
    'card.created waits, then attempt 3 of 9',
  ])
})

test('a running attempt is drawn before it is loaded, the first one included', () => {
  const sending = { state: 'sending', attempts_made: 0, last_outcome: null, last_duration_ms: null } as const
  const [step, ...more] = stepsOf([delivery(sending, [])], world)
  expect(step).toMatchObject({
    kind: 'attempt',
    tone: 'wait',
    end: { tone: 'wait', text: 'no response yet' },
    unread: 'dlv_10',
    sentence: 'sandbox sends card.created to localhost:3000/hook, no response yet, attempt 1 of 8',
  })
  expect(more).toEqual([])
  const [read] = stepsOf([delivery(sending, [{ outcome: null, duration_ms: null }])], world)
  expect(read).toMatchObject({ end: { text: 'no response yet' }, unread: null })
})

test('a pending attempt shows when it is due', () => {
  const [, wait] = stepsOf(
    [
      delivery({ state: 'retrying', attempts_made: 1, created_at: at(1), next_attempt_at: at(59) }, [
        { started_at: at(1) },
      ]),
    ],
    world,
  )
  expect(wait).toMatchObject({
    kind: 'wait',
    name: 'waits',
    note: 'attempt 2 of 8',
    tone: 'wait',
    due: timeOf(at(59)),
  })
})

test('a fault is shown on its arrow, and both copies of a duplicate are drawn', () => {
  const steps = stepsOf(
    [
      delivery({ state: 'succeeded', attempts_made: 2, attempts_max: 9, fault: 'duplicate(2)' }, [
        { fault: 'duplicate(2)', outcome: { kind: 'responded', status: 200 } },
        { fault: 'duplicate(2)', outcome: { kind: 'responded', status: 200 } },
      ]),
    ],
    world,
  )
  expect(steps.map(({ name, note, fault, tone }) => [name, note, fault, tone])).toEqual([
    ['card.created', null, 'duplicate(2)', 'fault'],
    ['again', 'same id', null, 'fault'],
  ])
})

test('an unsent attempt stops midway, and one without a response shows its duration', () => {
  const [dropped] = stepsOf(
    [delivery({ attempts_made: 1 }, [{ outcome: { kind: 'dropped', code: 'fault_drop', detail: '' } }])],
    world,
  )
  expect(dropped).toMatchObject({ lost: true, end: { text: 'dropped' } })
  const silent = { kind: 'timed_out', after_ms: 10_000, phase: 'waiting', detail: '' } as const
  const [late] = stepsOf([delivery({ attempts_made: 1 }, [{ outcome: silent }])], world)
  expect(late).toMatchObject({ lost: false, end: { tone: 'bad', text: 'timed out waiting, 10 s' } })
})

test.each([
  { phase: 'connecting', during: 'dns' },
  { phase: 'connecting' },
  { phase: 'sending' },
  { phase: 'sending', during: 'pace' },
  { phase: 'reading' },
] as const)('a timed-out arrow shows its phase: %j', (cut) => {
  const outcome = { kind: 'timed_out', after_ms: 10_000, detail: '', ...cut } as const
  const [step] = stepsOf([delivery({ attempts_made: 1 }, [{ outcome }])], world)
  expect(step?.end?.text).toBe(`${outcomeWord(outcome)}, 10 s`)
})

test('a delivery to the sandbox’s own endpoint ends in its verdict, without a second arrow for the capture', () => {
  const to = { url: 'http://127.0.0.1:4400/in/demo', state: 'succeeded', attempts_made: 1 } as const
  const sent = delivery(to, [{ outcome: { kind: 'responded', status: 200 } }])
  const caught = captureRow(11, { delivery_id: 'dlv_10' })
  const listed = stepsOf([sent, entryOf('capture', caught)], world)
  expect(listed.map(({ to: { name }, end }) => [name, end])).toEqual([
    ['/in/demo', { tone: 'good', text: 'verified' }],
  ])
  const read = stepsOf([sent], {
    ...world,
    receiverName: ({ url }) => url.replace('http://', ''),
    capturesOf: () => [caught],
  })
  expect(read[0]?.end?.text).toBe('verified')
})

test('a request refused midway shows its status once', () => {
  const to = { url: 'http://127.0.0.1:4400/in/demo', state: 'retrying', attempts_made: 1 } as const
  const sent = delivery(to, [{ outcome: { kind: 'responded', status: 400 } }])
  const { reply, verdict } = captureRow(11)
  const cut = captureRow(11, {
    delivery_id: 'dlv_10',
    body_cut: true,
    verdict: { ...verdict, result: 'unsigned' },
    reply: { ...reply, status: 400 },
  })
  const [step] = stepsOf([sent, entryOf('capture', cut)], world)
  expect(step?.end).toMatchObject({ tone: 'bad', text: '400 · refused' })
})

test('captures without a delivery come from other senders', () => {
  const [step] = stepsOf([entryOf('capture', captureRow(3))], world)
  expect(step).toMatchObject({
    from: { name: 'other senders' },
    to: { name: '/in/demo' },
    end: { text: 'verified' },
  })
})

test('an event has an arrow only if none of its deliveries is drawn', () => {
  const event = entryOf('event', eventRow(1))
  expect(said([event])).toEqual(['card.created happens, by trigger'])
  expect(stepsOf([event, delivery({ attempts_made: 1 }, [{}])], world).map(({ kind }) => kind)).toEqual([
    'attempt',
  ])
})

test('each identity and each run has a lane', () => {
  const calls = ['demo', 'eve'].map((identity, index) => entryOf('call', callRow(index + 1, { identity })))
  const run = entryOf('call', callRow(3, { identity: 'run_1', run_id: 'run_1' }))
  expect(partiesOf(stepsOf([...calls, run], world)).map(({ name }) => name)).toEqual([
    'client demo',
    'client eve',
    'run onboarding-passes',
    'sandbox',
  ])
})

test('on a stopped clock, a call and its response precede their effects and the next call', () => {
  const entries = [
    entryOf('event', { ...eventRow(1), source: 'call', occurred_at: at(0) }),
    entryOf(
      'delivery',
      deliveryRow(2, { event_id: 'evt_1', state: 'succeeded', attempts_made: 1, created_at: at(0) }),
    ),
    entryOf('call', callRow(3)),
    entryOf('call', callRow(4, { method: 'GET' })),
  ]
  expect(stepsOf(entries, world).map(({ key }) => key)).toEqual([
    'cal_3',
    'cal_3:answer',
    'dlv_2:1',
    'cal_4',
    'cal_4:answer',
  ])
})

test('another name of this machine still means an endpoint of the sandbox', () => {
  expect(ownEndpoint('http://127.0.0.1:4400/in/demo?x=1', 'http://localhost:4400')).toBe('demo')
  expect(ownEndpoint('http://localhost:4400/in/demo/more', 'http://127.0.0.1:4400')).toBe('demo')
  expect(ownEndpoint('http://localhost:3000/in/demo', 'http://localhost:4400')).toBeNull()
  expect(ownEndpoint('http://example.com:4400/in/demo', 'http://localhost:4400')).toBeNull()
})

test('paths lose their prefix, and ids are shortened', () => {
  expect(callPath('/api/v0.1/cards/7b1f0c12-0a0b-4c0d-8e0f-001122334455/activate')).toBe(
    '/cards/7b1f…/activate',
  )
  expect(callPath('/api/v0.1/cards?limit=2&access_token=at-1')).toBe('/cards?limit=2&access_token=•••')
})

test('a piece of the strip shows its worst result', () => {
  const failed = entryOf('delivery', deliveryRow(1, { state: 'failed' }))
  const faulty = entryOf('delivery', deliveryRow(2, { state: 'succeeded', fault: 'drop' }))
  const plain = entryOf('event', eventRow(3))
  const entries = [plain, failed, faulty, plain, plain, plain]
  expect(glances(6, 3, (index) => entries[index])).toEqual(['bad', 'fault', 'plain'])
  expect(glances(2, 240, (index) => entries[index])).toEqual(['plain', 'bad'])
})
