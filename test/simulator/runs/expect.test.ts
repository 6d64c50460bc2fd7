import { expect, test } from 'vitest'
import { cardholder, ended, expectSuccess, once, play, start, startWith, stepOf } from './world.ts'

const two = `
  - event: card.created
  - event: kyc.verification.success
`
const ids = (text: string | null) => text?.replace(/\b(?:dlv|evt|cap)_\w{26}\b/g, 'ID')

test.each([
  [
    'expect: delivery\n    where: { event: kyc.verification.success, state: failed }',
    'expected 1 delivery of this run with event kyc.verification.success and state failed; there were 2 deliveries: ID (event card.created and state succeeded), ID (event kyc.verification.success and state succeeded); the nearest, ID: state is succeeded, not failed.',
  ],
  [
    'expect: delivery\n    where: { event: card.created }\n    count: 2',
    'expected at least 2 deliveries of this run with event card.created; there were 2 deliveries, and 1 fit: ID (event card.created), ID (event kyc.verification.success); the nearest, ID: event is kyc.verification.success, not card.created.',
  ],
  [
    'expect: capture\n    exactly: 0',
    'expected exactly 0 captures of this run; there were 2 captures, and all fit: ID (event card.created), ID (event kyc.verification.success).',
  ],
  ['expect: call', 'expected 1 call of this run; there was none.'],
  [
    'expect: event\n    where: { event: card.*, payload.card.status: Closed }',
    'expected 1 event of this run with event card.* and payload.card.status Closed; there were 2 events: ID (event card.created and payload.card.status Active), ID (event kyc.verification.success and payload.card.status not there); the nearest, ID: payload.card.status is Active, not Closed.',
  ],
  // A list leaves payloads out.
  [
    'expect: event\n    where: { event: card.created, payload.card.status: null }',
    'expected 1 event of this run with event card.created and payload.card.status null; there were 2 events: ID (event card.created and payload.card.status Active), ID (event kyc.verification.success and payload.card.status not there); the nearest, ID: payload.card.status is Active, not null.',
  ],
  [
    'expect: event\n    where: { event: customer.*, payload.card.status: Active }',
    'expected 1 event of this run with event customer.* and payload.card.status Active; there were 2 events: ID (event card.created and payload.card.status Active), ID (event kyc.verification.success and payload.card.status not there); the nearest, ID: event is card.created, not customer.*.',
  ],
])('a missing record is reported with the existing ones, %#', async (step, says) => {
  const sandbox = await startWith({ story: `${two}  - name: last\n    ${step}` })
  const run = await play(sandbox, 'story')
  expect(run.state).toBe('failed')
  expect(ids(stepOf(run, 'last').detail)).toBe(says)
  expect(ids(run.detail)).toBe(`story.yaml, line 4, step 3 (last): ${says}`)
})

test('a delivery in another state than expected tells why it is', async () => {
  const sandbox = await startWith({
    story: `
  - reply: { status: 503 }
  - event: card.created
  - name: last
    expect: delivery
    where: { state: succeeded }`,
  })
  expect(stepOf(await play(sandbox, 'story'), 'last').detail).toMatch(
    /: state is retrying, not succeeded \(HTTP 503.*\)\.$/,
  )
})

const onRealClock = { mode: 'real' }

test('what others do meanwhile does not count', async () => {
  const sandbox = await startWith({
    story: `
  - call: POST /sandbox/events
    body: { event: card.created }
  - expect: event
    exactly: 0
  - expect: delivery
    exactly: 0`,
  })
  await sandbox.subscribe(`${sandbox.url}/in/mine`)
  expectSuccess(await play(sandbox, 'story'))
  expect(await sandbox.captures('?endpoint=mine')).toHaveLength(1)
})

test('a delivery to another subscription of the same identity does not belong to the run', async () => {
  const sandbox = await startWith({
    story: `
  - call: POST /webhooks
    body: { url: "http://127.0.0.1:1/elsewhere", events: ["card.*"] }
    status: 201
${cardholder}
  - name: sent
    expect: delivery
    where: { event: card.created }
    exactly: 1`,
  })
  const run = await play(sandbox, 'story')
  expectSuccess(run)
  const { subscription_id } = run
  expect(await sandbox.deliveries('?event=card.created')).toHaveLength(2)
  expect(await sandbox.deliveries(`?event=card.created&subscription_id=${subscription_id}`)).toMatchObject([
    { id: stepOf(run, 'sent').refs[0]?.id },
  ])
})

test('deliveries that others cause to a named subscription do not belong to the run', async () => {
  const sandbox = await startWith({
    story: `
  - call: POST /sandbox/events
    body: { event: card.created }
  - event: card.created
  - expect: delivery
    exactly: 1
  - expect: capture
    exactly: 1`,
  })
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/mine`)
  expectSuccess(await play(sandbox, 'story', { subscription_id: id }))
  expect(await sandbox.captures('?endpoint=mine')).toHaveLength(2)
})

test.each([
  ['at its own receiver is a capture of the run', { isNamed: false, at: 'own', counted: 2 }],
  ['at another receiver is none', { isNamed: false, at: 'elsewhere', counted: 1 }],
  ['at the receiver of a named subscription is none', { isNamed: true, at: 'mine', counted: 1 }],
])('what tells no delivery and comes %s', async (_, { isNamed, at, counted }) => {
  const sandbox = await startWith({
    story: `
  - event: card.created
  - name: meanwhile
    wait: 1h
  - expect: capture
    exactly: ${counted}`,
  })
  const { id: subscription_id } = await sandbox.subscribe(`${sandbox.url}/in/mine`)
  await sandbox.clock(onRealClock)
  const { id } = await start(sandbox, 'story', isNamed ? { subscription_id } : {})
  const { endpoint } = await once(sandbox, id, (run) => stepOf(run, 'meanwhile').state === 'running')
  await fetch(`${sandbox.url}/in/${at === 'own' ? endpoint : at}`, { method: 'POST', body: '{}' })
  await sandbox.clock({ advance: '1h' })
  expectSuccess(await ended(sandbox, id))
})

test('numbers and text, what is empty, lists and maps are compared as one would', async () => {
  const sandbox = await startWith({
    story: `
  - name: sent
    event: card.created
  - expect: capture
    where: { reply.status: "200", 'reply["status"]': 200, 'headers[0][0]': '*', reply: { status: 200, delay_ms: 0 }, trailers: [], body: '*"event":"card.*' }
  - name: seen
    expect: delivery
    where: { reason: null, attempts_made: 1, event_id: "\${sent.id}" }
  - call: GET /sandbox/deliveries/\${seen.id}
    answer: { delivery.attempts.0.id: "\${seen.attempts.0.id}" }`,
  })
  expectSuccess(await play(sandbox, 'story'))
})

test('on a running clock, expected records are awaited', async () => {
  const sandbox = await startWith({
    story: `
  - reply: { status: 200, delay_ms: 60 }
  - event: card.created
  - name: last
    expect: delivery
    where: { state: succeeded }`,
  })
  await sandbox.clock(onRealClock)
  expectSuccess(await play(sandbox, 'story'))
})

test('on a clock that runs it is waited for so long and no longer', async () => {
  const sandbox = await startWith({
    story: `
  - event: card.created
  - name: last
    expect: delivery
    where: { state: failed }
    within: 30ms`,
  })
  await sandbox.clock(onRealClock)
  const run = await play(sandbox, 'story')
  expect(run.state).toBe('failed')
  expect(stepOf(run, 'last').detail).toMatch(/there was 1 delivery: .*state is succeeded, not failed\.$/)
})

test('on a running clock, an exact count is reported once nothing is under way', async () => {
  const text = (exactly: number) => `
  - reply: { status: 200, delay_ms: 60 }
  - event: card.created
    count: 2
  - name: last
    expect: capture
    exactly: ${exactly}
    within: 5s`
  const sandbox = await startWith({ two: text(2), one: text(1) })
  await sandbox.clock(onRealClock)
  expectSuccess(await play(sandbox, 'two'))
  const one = await play(sandbox, 'one')
  expect(stepOf(one, 'last').detail).toMatch(
    /^expected exactly 1 capture of this run; there were 2 captures, /,
  )
})
