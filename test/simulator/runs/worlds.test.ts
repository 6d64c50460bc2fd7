import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { frameOf, type Run } from '../../../server/wire.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import {
  cardholder,
  ended,
  expectSuccess,
  monday,
  once,
  play,
  start,
  startWith,
  statesOf,
  stepOf,
} from './world.ts'

const runsOf = async (sandbox: TestSandbox) => (await sandbox.get<{ runs: Run[] }>('/sandbox/runs')).runs

const waiting = `
  - fault: drop
  - arm: card_dne
  - name: last
    wait: 1h
  - call: GET /cards`

/** A sandbox with a file, in the middle of a run. */
async function inTheMiddle() {
  const data = join(ownFolder(), 'sandbox.db')
  const sandbox = await startWith({ story: waiting }, { data })
  await sandbox.clock({ mode: 'real' })
  const { id } = await start(sandbox, 'story', { speed: 1 })
  await once(sandbox, id, (run) => stepOf(run, 'last').state === 'running')
  return { sandbox, data, id }
}

async function expectLeftBehind(data: string, id: string) {
  const sandbox = await startSandbox({ data })
  const { run } = await sandbox.get<{ run: Run }>(`/sandbox/runs/${id}`)
  expect(run).toMatchObject({ state: 'stopped', detail: 'The sandbox was stopped while it ran.' })
  expect(statesOf(run)).toEqual(['succeeded', 'succeeded', 'stopped', 'skipped'])
  expect(await sandbox.get('/sandbox/fault-rules')).toMatchObject({ fault_rules: [] })
  expect(await sandbox.get('/sandbox/armed-errors')).toMatchObject({ armed_errors: [] })
}

test('a sandbox that is closed stops its runs, and what they had standing goes', async () => {
  const { sandbox, data, id } = await inTheMiddle()
  await sandbox.close()
  expect(sandbox.troubles).toEqual([])
  await expectLeftBehind(data, id)
})

test('a run that a killed sandbox has left is stopped at the next start, and what it had standing goes', async () => {
  const { data, id } = await inTheMiddle()
  const copy = join(ownFolder(), 'sandbox.db')
  const reader = new Database(data, { readonly: true })
  reader.exec(`VACUUM INTO '${copy}'`)
  reader.close()
  await expectLeftBehind(copy, id)
})

test('a reset during a run leaves no trace of it, and no trouble', async () => {
  const sandbox = await startWith({
    story: `
  - fault: drop
  - repeat: 500
    steps:
      - event: card.created
      - call: POST /customers/
        body: { names: [{ first_name: A, last_name: B }], dob: "1990-01-01" }
      - wait: 1m`,
  })
  const { id } = await start(sandbox, 'story')
  await once(sandbox, id, (run) => (run.steps[2]?.round ?? 0) >= 2)
  await sandbox.post('/sandbox/reset')
  const before = sandbox.now()
  const frames: unknown[] = []
  sandbox.listen((news) => frames.push(...news.map(frameOf).filter(({ kind }) => kind === 'run')))
  await sandbox.settle()
  await sandbox.trigger('card.created')
  for (const list of ['runs', 'calls', 'subscriptions', 'endpoints', 'deliveries', 'captures', 'fault-rules'])
    expect(Object.values(await sandbox.get<object>(`/sandbox/${list}`))[0], list).toEqual([])
  expect((await sandbox.get<{ events: unknown[] }>('/sandbox/events')).events).toHaveLength(1)
  expect(frames).toEqual([])
  expect(sandbox.now()).toBe(before)
  expect(sandbox.troubles).toEqual([])
  expect((await sandbox.request('POST', `/sandbox/runs/${id}/stop`)).status).toBe(404)
})

test('a reset at the very moment at which a run is started leaves one or the other', async () => {
  const sandbox = await startWith({ story: cardholder })
  const asked = Array.from({ length: 8 }, () =>
    sandbox.request<{ run?: Run }>('POST', '/sandbox/scenarios/story/run'),
  )
  await Promise.all([...asked.slice(0, 4), sandbox.post('/sandbox/reset'), ...asked.slice(4)])
  for (const { id, state } of await runsOf(sandbox)) {
    if (state === 'running') await ended(sandbox, id)
  }
  expect((await runsOf(sandbox)).filter(({ state }) => state !== 'succeeded')).toEqual([])
  expect(sandbox.troubles).toEqual([])
})

test('a reset keeps nothing of runs, so that the next run is alone', async () => {
  const sandbox = await startWith({ story: `  - event: card.created\n  - expect: delivery\n    exactly: 1` })
  await sandbox.subscribe(`${sandbox.url}/in/mine`)
  await play(sandbox, 'story')
  await sandbox.post('/sandbox/reset', { keep: ['subscriptions'] })
  const { subscriptions } = await sandbox.get<{ subscriptions: { identity: string }[] }>(
    '/sandbox/subscriptions',
  )
  expect(subscriptions.map(({ identity }) => identity)).toEqual(['demo'])
  for (const keep of [['endpoints'], ['subscriptions', 'endpoints']]) {
    const run = await play(sandbox, 'story')
    expectSuccess(run)
    expect(run.endpoint).toBe('story')
    await sandbox.post('/sandbox/reset', { keep })
    expect((await sandbox.get<{ endpoints: { name: string }[] }>('/sandbox/endpoints')).endpoints).toEqual([])
  }
})

test('two runs at once do not see each other', async () => {
  const sandbox = await startWith({
    story: `${cardholder}
  - wait: 1h
  - event: card.wallet.add
    set: { card.card_id: "\${card.card_id}" }
  - expect: delivery
    where: { state: succeeded }
    exactly: 3
  - expect: call
    exactly: 4`,
  })
  const started = await Promise.all([1, 2, 3].map(() => start(sandbox, 'story')))
  const runs = await Promise.all(started.map(({ id }) => ended(sandbox, id)))
  for (const run of runs) expectSuccess(run)
  expect(new Set(runs.map(({ endpoint }) => endpoint))).toEqual(new Set(['story', 'story-2', 'story-3']))
  expect(new Set(runs.map(({ seed }) => seed))).toEqual(new Set([7, 8, 9]))
})

test('the same seed twice in one database makes the same person, and nothing collides', async () => {
  const sandbox = await startWith({ story: cardholder })
  async function customer() {
    const run = await play(sandbox, 'story', { seed: 42 })
    expectSuccess(run)
    const { calls } = await sandbox.get<{ calls: { id: string }[] }>(
      `/sandbox/calls?run_id=${run.id}&path=/customers/`,
    )
    const { call } = await sandbox.get<{ call: { request: { body: string }; response: { body: string } } }>(
      `/sandbox/calls/${calls[0]?.id}`,
    )
    return { asked: call.request.body, id: JSON.parse(call.response.body).customer_id }
  }
  const [first, second] = [await customer(), await customer()]
  expect(second.asked).toBe(first.asked)
  expect(second.id).not.toBe(first.id)
  expect((await play(sandbox, 'story', { seed: 43 })).seed).toBe(43)
})

const named = `${cardholder}
  - reply: { status: 503 }
  - name: fired
    event: card.wallet.add
    set: { card.card_id: "\${card.card_id}" }
  - name: delivered
    expect: delivery
    where: { state: succeeded, subscription_id: "\${subscription.id}" }
    exactly: 3
  - name: captured
    expect: capture
    where: { verdict.result: verified }
    exactly: 3`

test('a named subscription gets what the run brings about, as its identity', async () => {
  const receiver = await startReceiver()
  const sandbox = await startWith({ story: named })
  const subscription = await sandbox.subscribe(receiver.url)
  const run = await play(sandbox, 'story', { subscription_id: subscription.id })
  expectSuccess(run)
  expect(run).toMatchObject({ identity: 'demo', subscription_id: subscription.id, endpoint: null })
  expect(receiver.requests).toHaveLength(3)
  expect(stepOf(run, 'captured')).toMatchObject({
    state: 'skipped',
    detail: "the subscription's receiver does not belong to the sandbox",
  })
  expect(stepOf(run, 'reply-5').state).toBe('skipped')
  expect(await sandbox.get('/sandbox/endpoints')).toMatchObject({ endpoints: [] })
})

test('where its receiver is one of the sandbox, captures of the run are looked at', async () => {
  const sandbox = await startWith({ story: `${named}\n  - call: GET /sandbox/endpoints/\${endpoint.name}` })
  const subscription = await sandbox.subscribe(`${sandbox.url.replace('127.0.0.1', 'localhost')}/in/mine`)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const run = await play(sandbox, 'story', { subscription_id: subscription.id })
  expectSuccess(run)
  expect(stepOf(run, 'captured').detail).toBe('3 of 3 captures')
  await sandbox.call('PATCH', `/webhooks/${subscription.id}`, { status: 'STATUS_DISABLED' })
  const refused = await sandbox.request('POST', '/sandbox/scenarios/story/run', {
    subscription_id: subscription.id,
  })
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'invalid_field' } } })
})

test('variables take the values of the run or the file, and the run keeps the result', async () => {
  const sandbox = await startWith({
    story: `
set: { amount: "5.00", who: "\${fake.first_name} of \${run.id}", times: 2 }
subscription: { events: ["\${set.only}"] }
steps:
  - repeat: "\${set.times}"
    steps:
      - event: transactions
        set: { transaction.amount: "-\${set.amount}" }
  - expect: event
    where: { payload.transaction.amount: "-7.50" }
    exactly: 3
  - expect: delivery
    exactly: 0`.replace('times: 2', 'times: 2, only: "card.*"'),
  })
  const run = await play(sandbox, 'story', { set: { amount: '7.50', times: 3 } })
  expectSuccess(run)
  expect(run.set).toEqual({
    amount: '7.50',
    who: expect.stringMatching(`^\\S+ of ${run.id}$`),
    times: 3,
    only: 'card.*',
  })
})

test('the value of a reference is checked when it is used', async () => {
  const sandbox = await startWith({
    count: `set: { times: many }\nsteps:\n  - name: last\n    repeat: "\${set.times}"\n    steps:\n      - wait: 1s`,
    field: `  - name: first\n    call: GET /cards\n  - name: last\n    call: GET /cards/\${first.crads.0.card_id}`,
    settings: `set: { scheme: standard }\nsubscription: { scheme: "\${set.scheme}" }\nsteps:\n  - wait: 1s`,
  })
  expect((await play(sandbox, 'count')).detail).toBe(
    'count.yaml, line 3, step 1 (last): repeat: "many", text, must be a whole number from 1 to 10000.',
  )
  expect((await play(sandbox, 'field')).detail).toBe(
    `field.yaml, line 4, step 2 (last): call: \${first.crads.0.card_id} has no value. first has no crads: did you mean cards?`,
  )
  const refused = await sandbox.request<{ error: object }>('POST', '/sandbox/scenarios/settings/run')
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'scenario_invalid' } } })
  expect(sandbox.troubles).toEqual([])
})

test("standing rules of others leave a run's own deliveries alone, unless they name its subscription", async () => {
  const sandbox = await startWith({ story: '  - event: card.created\n  - expect: capture' })
  await sandbox.post('/sandbox/fault-rules', { fault: 'drop' })
  expectSuccess(await play(sandbox, 'story'))
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/other`)
  const named = await play(sandbox, 'story', { subscription_id: id })
  expect(named.detail).toMatch(/step 2 \(expect-2\): expected 1 capture of this run/)
})

test('of settings that are made of a variable the part that is wrong is named', async () => {
  const story = `set: { down: nope }
endpoint: { reply: [{ status: "\${set.down}" }] }
steps: [{ wait: 1s }]`
  const sandbox = await startWith({ story })
  const { body } = await sandbox.request('POST', '/sandbox/scenarios/story/run', {})
  expect(body).toMatchObject({
    error: { message: 'story.yaml: endpoint.reply.0.status: must be a status from 200 to 599.' },
  })
})

test('a reset restores an empty sandbox: ids and seeds begin again', async () => {
  const sandbox = await startWith({ story: cardholder })
  const first = await play(sandbox, 'story')
  await sandbox.post('/sandbox/reset')
  await sandbox.clock(monday)
  const again = await play(sandbox, 'story')
  const told = ({ seq: _, ...run }: Run) => run
  expect(told(again)).toEqual(told(first))
})

test.each([
  [{ status: 504 }, '504 ("<html>'],
  [{ code: 'card_dne' }, '404 (card_dne: No card has this id)'],
  [{ outcome: 'reset' }, 'no answer'],
])('a call that fails of what somebody else has armed, %j, tells which', async (what, said) => {
  const sandbox = await startWith({ story: '  - name: all\n    call: GET /cards?limit=5' })
  const { body } = await sandbox.request<{ armed_error: { id: string } }>('POST', '/sandbox/armed-errors', {
    ...what,
    path: '/cards*',
  })
  const { detail } = stepOf(await play(sandbox, 'story'), 'all')
  expect(detail).toContain(`and it was ${said}`)
  expect(detail).toMatch(new RegExp(`; it was answered by the armed error ${body.armed_error.id}\\.$`))
})
