/** Over 300 lines: each kind of step has its own test beside those it resembles. */
import { expect, test } from 'vitest'
import type { CaptureRow } from '../../../server/wire.ts'
import { cardholder, ended, expectSuccess, order, play, start, startWith, stepOf } from './world.ts'

/** Plays one story and answers how it ended. */
async function told(text: string, config = {}, order = {}) {
  const sandbox = await startWith({ story: text }, config)
  return { sandbox, run: await play(sandbox, 'story', order) }
}
/** Why the step `last` failed, and what the run says of it. */
async function failure(text: string) {
  const { run } = await told(text)
  expect(run.state).toBe('failed')
  const { detail, state } = stepOf(run, 'last')
  expect(state).toBe('failed')
  expect(run.detail).toContain(`(last): ${detail}`)
  return detail
}

test('a call is made as the identity of the run, and its answer is kept', async () => {
  const { run, sandbox } = await told(`${cardholder}
  - name: last
    call: GET /cards/\${card.id}
    status: 200
    answer: { card_id: "\${card.card_id}", status: active }`)
  expectSuccess(run)
  expect(stepOf(run, 'last').detail).toMatch(/^200, card_id [-0-9a-f]{36}$/)
  const { calls } = await sandbox.get<{ calls: { identity: string; run_id: string; id: string }[] }>(
    `/sandbox/calls?run_id=${run.id}`,
  )
  expect(calls.map(({ identity }) => identity)).toEqual(Array(5).fill(run.id))
  expect(stepOf(run, 'last').refs).toEqual([{ kind: 'call', id: calls[0]?.id }])
  expect(stepOf(run, 'card').refs.map(({ kind }) => kind)).toEqual(['call', 'event', 'delivery'])
})

test('a call that is answered otherwise fails, with the reason', async () => {
  expect(await failure('  - name: last\n    call: GET /cards/9f0c4a3e-3c1e-4f5e-8f5e-3c1e4f5e8f5e')).toMatch(
    /^status: expected a status below 400, and it was 404 \(\w+: .*9f0c4a3e.*\)\.$/,
  )
  expect(await failure('  - name: last\n    call: GET /cards\n    status: 201')).toBe(
    'status: expected 201, and it was 200.',
  )
  expect(
    await failure('  - name: last\n    call: POST /customers/\n    body: { names: [{}], dob: "2000-01-01" }'),
  ).toMatch(/^status: expected a status below 400, and it was 400 \(\{"names":.+\}\)\.$/)
  expect(await failure('  - name: last\n    call: GET /cards/nope\n    status: 0')).toMatch(
    /^status: expected no answer, and it was 404 \(/,
  )
})

test('why a step failed recommends no request, since every surface shows it', async () => {
  const text = `set: { which: sub }
steps:
  - call: PATCH /sandbox/subscriptions/\${set.which}
    body: { status: disabled }
  - name: last
    event: card.created`
  const sandbox = await startWith({ story: text })
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/mine`)
  const run = await play(sandbox, 'story', { subscription_id: id, set: { which: id } })
  expect(stepOf(run, 'last').detail).toBe(`The subscription ${id} is disabled.`)
})

test('a wait beyond the year 9999 fails, since such a time has no text form', async () => {
  const far = '  - repeat: 100\n    steps: [{ name: last, wait: 36500d }]'
  expect(await failure(far)).toBe('wait: this time is after the year 9999.')
})

test('a header whose value comes from elsewhere and cannot be sent fails, naming it', async () => {
  const text = `set: { said: "5 €" }
steps:
  - name: last
    call: GET /cards
    headers: { X-Said: "\${set.said}" }`
  expect(await failure(text)).toBe('headers.X-Said: "5 €", text, must be one line of Latin-1.')
})

test('a reply from elsewhere is refused with its wrong part', async () => {
  const text = `set: { down: nope }
steps:
  - name: last
    reply: [{ status: 200 }, { status: "\${set.down}" }]`
  expect(await failure(text)).toBe('reply.1.status: "nope", text, must be a status from 200 to 599.')
})

test.for(['sandbox/reset', 'cards/../../../sandbox/reset', 'a\\%2E.\\sandbox/reset#', 'sandbox/%72eset'])(
  'a run is not let reset the sandbox by the path %s, which is known when the step is run',
  async (path) => {
    const text = `set: { path: '${path}' }
steps:
  - name: last
    call: POST /\${set.path}`
    expect(await failure(text)).toBe('call: a run cannot reset the sandbox that it runs in.')
  },
)

test('a receiver that is gone is given no reply', async () => {
  const text = `
  - call: DELETE /sandbox/endpoints/\${endpoint.name}
  - name: last
    reply: { status: 503 }`
  expect(await failure(text)).toBe("The run's receiver /in/story was removed.")
})

test('an answer that holds something else fails, with the nearest field', async () => {
  const customer = cardholder.split('  - name: passed')[0]
  expect(
    await failure(`${customer}
  - name: last
    call: GET /customers/\${customer.customer_id}
    answer: { kyc_statu: success, names.0.first_name: Nobody }`),
  ).toMatch(
    /^answer: kyc_statu is missing, not success: did you mean kyc_status\?; names\.0\.first_name is .+, not Nobody\.$/,
  )
})

test('headers may be set and left out, and a body that is text is sent as it is', async () => {
  const { run } = await told(`
  - call: GET /cards
    headers: { Authorization: null }
    status: 403
    answer: { Code: auth_err }
  - call: POST /webhooks
    body: "{ no json"
    status: 400
    answer: { Code: input_error, Message: "Malformed JSON*" }
  - call: POST /customers/
    headers: { Idempotency-Key: "\${run.id}" }
    status: 400
  - call: POST /customers/
    headers: { Idempotency-Key: "\${run.id}" }
    status: 400
    answer: { Code: idempotency_key_exists }
  - name: own
    call: GET /sandbox/runs/\${run.id}
    answer: { run.id: "\${run.id}", run.state: running }`)
  expectSuccess(run)
})

test('an event is fired in the world of the run, at its subscription alone', async () => {
  const sandbox = await startWith({
    story: `${cardholder}
  - name: added
    event: card.wallet.add
    set: { card.card_id: "\${card.card_id}" }
  - name: last
    expect: capture
    where: { event: card.wallet.add, verdict.result: verified, delivery_id: "*" }
  - call: GET /sandbox/events/\${added.id}
    answer: { event.payload.card.card_id: "\${card.card_id}", event.source: scenario, event.run_id: "\${run.id}" }`,
  })
  await sandbox.subscribe(`${sandbox.url}/in/mine`)
  const run = await play(sandbox, 'story')
  expectSuccess(run)
  expect(stepOf(run, 'added').detail).toBe('card.wallet.add, 1 delivery')
  expect(await sandbox.captures('?endpoint=mine')).toEqual([])
})

test('an event that cannot be fails, with what refuses it', async () => {
  expect(
    await failure(`  - name: last
    event: card.status.closed
    set: { card.card_id: "\${run.id}" }`),
  ).toMatch(/card/)
})

test('a pattern fires each event that it matches, and a payload is sent as it is', async () => {
  const { run, sandbox } = await told(`
  - name: all
    event: kyb.*
  - name: exact
    event: card.created
    payload: { event: card.created, strange: true }
    force: true
  - name: last
    expect: event
    where: { payload.strange: true }
    exactly: 1`)
  expectSuccess(run)
  expect(stepOf(run, 'all').detail).toBe('6 events, 6 deliveries')
  expect(stepOf(run, 'last').refs).toHaveLength(1)
  const deliveries = await sandbox.deliveries(`?run_id=${run.id}&state=succeeded`)
  expect(deliveries).toHaveLength(7)

  // What its deliveries brought is listed by it as well, and what comes from elsewhere is not.
  await fetch(`${sandbox.url}/in/elsewhere`, { method: 'POST', body: '{}' })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { captures } = await sandbox.get<{ captures: CaptureRow[] }>(`/sandbox/captures?run_id=${run.id}`)
  expect(captures.map(({ delivery_id }) => delivery_id).sort()).toEqual(deliveries.map(({ id }) => id).sort())
  const others = await sandbox.get<{ captures: CaptureRow[] }>(`/sandbox/captures?q=-run_id:${run.id}`)
  expect(others.captures.map(({ endpoint }) => endpoint)).toContain('elsewhere')
  expect(others.captures.some(({ id }) => captures.some((one) => one.id === id))).toBe(false)
})

test('a wait moves the clock to its time exactly, through all that falls due', async () => {
  const { run, sandbox } = await told(`
subscription: { retry_delays: [1h, 1d] }
endpoint: { reply: { status: 503 } }
steps:
  - event: card.created
  - name: long
    wait: 3d
  - name: last
    expect: delivery
    where: { state: failed, attempts_made: 3, attempts.2.outcome.status: 503 }`)
  expectSuccess(run)
  expect(stepOf(run, 'long').detail).toBe('3 d passed; it is 2026-01-08T09:00:00.000000Z')
  expect(sandbox.now()).toBe('2026-01-05T09:00:00.000000Z')
})

test('a fault applies to the run alone, until it is removed or the run ends', async () => {
  const sandbox = await startWith({
    story: `
  - name: doubled
    fault: duplicate(2)
    on: card.*
  - event: card.created
  - event: customer.updated
  - fault: none
  - event: card.created
  - fault: drop | sticky
  - name: last
    expect: capture
    exactly: 4`,
  })
  const run = await play(sandbox, 'story')
  expectSuccess(run)
  expect(await sandbox.get('/sandbox/fault-rules')).toEqual({ fault_rules: [], next: null })
})

test('an armed error meets the calls of the run alone, and goes with it', async () => {
  const sandbox = await startWith({
    story: `
  - arm: card_dne
    method: GET
    path: /cards
    times: 1
  - call: GET /cards
    status: 404
    answer: { Code: card_dne }
  - call: GET /cards
    status: 200
  - arm: reset
    path: /cards
    times: 1
  - call: GET /cards
    status: 0
  - arm: 502
    body: { teapot: true }
    delay: 10ms
  - call: GET /cards
    status: 502
    answer: { teapot: true }
  - arm: hang
    path: /customers/`,
  })
  expectSuccess(await play(sandbox, 'story'))
  const { armed_errors } = await sandbox.get<{ armed_errors: unknown[] }>('/sandbox/armed-errors')
  expect(armed_errors).toEqual([])
})

test('a receiver answers as the reply says from then on', async () => {
  const { run } = await told(`
  - event: card.created
  - reply: [{ status: 503 }, { status: 201 }]
  - event: card.created
  - wait: 2m
  - reply: null
  - event: card.created
  - name: last
    expect: capture
    where: { reply.status: 503 }
    exactly: 1
  - expect: capture
    where: { reply.status: 201 }
    exactly: 1
  - expect: capture
    where: { reply.status: 200 }
    exactly: 2`)
  expectSuccess(run)
})

test('a repeat counts its rounds, and keeps what the last one brought', async () => {
  const { run, sandbox } = await told(`
  - name: rounds
    repeat: 3
    steps:
      - name: fired
        event: transactions
        set: { transaction.amount: "-\${round}.00" }
      - repeat: 2
        steps:
          - name: inner
            call: GET /cards
            headers: { Round: "\${round}" }
  - name: last
    call: GET /sandbox/events/\${fired.id}
    answer: { event.payload.transaction.amount: "-3.00" }
  - expect: event
    exactly: 3`)
  expectSuccess(run)
  expect(stepOf(run, 'rounds')).toMatchObject({ detail: '3 rounds', round: null })
  expect(stepOf(run, 'fired').round).toBe(3)
  expect(stepOf(run, 'inner').round).toBe(2)
  const { calls } = await sandbox.get<{ calls: { request: { headers: [string, string][] } }[] }>(
    `/sandbox/calls?run_id=${run.id}`,
  )
  const rounds = calls.map(
    ({ request }) => request.headers.find(([name]) => name.toLowerCase() === 'round')?.[1],
  )
  expect(rounds.toReversed()).toEqual(['1', '2', '1', '2', '1', '2'])
})

test('a step shows the values of its references when it begins, and its note', async () => {
  const story = `set: { pause: 2h }
steps:
  - name: rest
    wait: "\${set.pause}"
    note: "A pause of \${set.pause}."
  - wait: 1s
`
  const sandbox = await startWith({ story })
  const before = await start(sandbox, 'story', { paused: true })
  const reference = '$'.concat('{set.pause}')
  expect(stepOf(before, 'rest')).toMatchObject({
    given: { wait: reference },
    note: `A pause of ${reference}.`,
  })
  await order(sandbox, before.id, 'resume')
  const run = await ended(sandbox, before.id)
  expect(stepOf(run, 'rest')).toMatchObject({ given: { wait: '2h' }, note: 'A pause of 2h.' })
  expect(stepOf(run, 'rest').summary).toContain('2h')
  expect(run.steps[1]?.note).toBeNull()
})
