import { expect, test } from 'vitest'
import type { Endpoint, Run, Subscription } from '../../../server/wire.ts'
import { holdTimers } from '../../helpers/held-time.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { ended, expectSuccess, once, order, play, start, startWith, statesOf, stepOf } from './world.ts'

const three = `
  - name: first
    call: GET /cards
  - name: second
    wait: 1h
  - name: third
    call: GET /cards
`

test('a run started paused waits before its first step, goes step by step, and continues on resume', async () => {
  const sandbox = await startWith({ story: three })
  const { id, paused } = await start(sandbox, 'story', { paused: true })
  expect(paused).toBe(true)
  await sandbox.settle()
  expect(statesOf((await sandbox.get<{ run: Run }>(`/sandbox/runs/${id}`)).run)).toEqual(
    Array(3).fill('pending'),
  )
  expect(statesOf((await order(sandbox, id, 'step')).body.run)).toEqual(['succeeded', 'pending', 'pending'])
  expect((await order(sandbox, id, 'step')).body.run).toMatchObject({
    paused: true,
    steps: [{}, { state: 'succeeded', finished_at: '2026-01-05T10:00:00.000000Z' }, { state: 'pending' }],
  })
  expect((await order(sandbox, id, 'resume')).body.run.paused).toBe(false)
  expectSuccess(await ended(sandbox, id))
})

test('a step through a repeat and a parallel is a step inside them', async () => {
  const sandbox = await startWith({
    story: `
  - repeat: 2
    steps:
      - parallel:
          - name: left
            call: GET /cards
          - name: right
            call: GET /cards`,
  })
  const { id } = await start(sandbox, 'story', { paused: true })
  const seen: string[] = []
  for (let i = 0; i < 4; i++) {
    const { run } = (await order(sandbox, id, 'step')).body
    seen.push(`${stepOf(run, 'left').state} ${stepOf(run, 'right').state}`)
  }
  expect(seen.slice(0, 2)).toEqual(['succeeded pending', 'succeeded succeeded'])
  expectSuccess(await ended(sandbox, id))
})

test('a run may pause itself, and each change is announced', async () => {
  const sandbox = await startWith({
    story: `
  - call: POST /sandbox/runs/\${run.id}/pause
    answer: { run.paused: true }
  - name: after
    call: GET /cards`,
  })
  const { id } = await start(sandbox, 'story')
  const run = await once(sandbox, id, ({ paused, steps }) => paused && steps[0]?.state === 'succeeded')
  expect(stepOf(run, 'after').state).toBe('pending')
  await order(sandbox, id, 'resume')
  expectSuccess(await ended(sandbox, id))
})

test('a stop ends what waits at once: a call that is held back, a time, an expectation', async () => {
  const sandbox = await startWith({
    held: `
  - arm: card_dne
    delay: 5m
  - name: last
    call: GET /cards`,
    slow: `
  - name: last
    wait: 3d`,
    waiting: `
  - name: last
    expect: delivery
    within: 5m`,
  })
  await sandbox.clock({ mode: 'real' })
  for (const [name, about] of [
    ['held', {}],
    ['slow', { speed: 1 }],
    ['waiting', {}],
  ] as const) {
    const { id } = await start(sandbox, name, about)
    await once(sandbox, id, (run) => stepOf(run, 'last').state === 'running')
    const { body } = await order(sandbox, id, 'stop')
    expect(body.run).toMatchObject({ state: 'stopped', detail: 'It was stopped.', paused: false })
    expect(stepOf(body.run, 'last').state).toBe('stopped')
    expect((await sandbox.get<{ armed_errors: unknown[] }>('/sandbox/armed-errors')).armed_errors).toEqual([])
  }
  expect(sandbox.troubles).toEqual([])
})

test('a stop on the way through three days ends the run at once and sets the clock back', async () => {
  const receiver = await startReceiver([() => {}])
  const sandbox = await startWith({
    story: `
  - event: card.created
    fault: delay(1h)
  - name: last
    wait: 3d`,
  })
  const subscription = await sandbox.subscribe(receiver.url)
  const { id } = await start(sandbox, 'story', { subscription_id: subscription.id })
  await once(sandbox, id, (run) => stepOf(run, 'last').state === 'running')
  while (receiver.requests.length === 0) await new Promise(setImmediate)
  expect((await order(sandbox, id, 'stop')).body.run.state).toBe('stopped')
  await receiver.close()
  await sandbox.settle()
  expect(sandbox.now()).toBe('2026-01-05T09:00:00.000000Z')
})

test('orders to a run that is over, not paused or not there are refused', async () => {
  const sandbox = await startWith({ story: three })
  const { id } = await start(sandbox, 'story', { paused: true })
  await order(sandbox, id, 'resume')
  await ended(sandbox, id)
  for (const what of ['stop', 'pause', 'step', 'resume'] as const) {
    expect(await order(sandbox, id, what)).toMatchObject({
      status: 409,
      body: { error: { code: 'run_over', fix: 'POST /sandbox/scenarios/story/run runs it again.' } },
    })
    expect(await order(sandbox, 'run_1', what)).toMatchObject({
      status: 404,
      body: { error: { code: 'run_unknown' } },
    })
  }
  const { id: other } = await start(sandbox, 'story', { paused: true })
  await order(sandbox, other, 'pause')
  const held = await start(sandbox, 'story', { paused: true })
  await order(sandbox, held.id, 'stop')
  await order(sandbox, other, 'resume')
  const running = await startWith({ story: `  - wait: 1h` })
  await running.clock({ mode: 'real' })
  const slow = await start(running, 'story', { speed: 1 })
  for (const what of ['step', 'resume'] as const)
    expect(await order(running, slow.id, what)).toMatchObject({
      status: 409,
      body: {
        error: { code: 'run_not_paused', fix: `Pause the run first: POST /sandbox/runs/${slow.id}/pause.` },
      },
    })
})

test('an order to run is refused with what is wrong with it', async () => {
  const sandbox = await startWith({ story: `set: { amount: 1 }\nsteps:\n${three}`, broken: '  - wiat: 1h' })
  const refused = async (name: string, body: Record<string, unknown>) => {
    const { error } = (
      await sandbox.request<{ error: object }>('POST', `/sandbox/scenarios/${name}/run`, body)
    ).body
    return error
  }
  expect(await refused('stroy', {})).toMatchObject({
    code: 'scenario_unknown',
    fix: expect.stringMatching(/^Did you mean story\?/),
  })
  expect(await refused('broken', {})).toMatchObject({
    code: 'scenario_invalid',
    message: 'broken.yaml, line 2, step 1: wiat is not a kind of step; did you mean wait?',
  })
  expect(await refused('story', { set: { amuont: 2 } })).toMatchObject({
    code: 'invalid_field',
    message: 'set: story has no variable amuont.',
    fix: 'Did you mean amount?',
  })
  expect(await refused('story', { subscription_id: 'x' })).toMatchObject({ code: 'subscription_unknown' })
  const numbers = 'seed: must be a whole number from 0 to 4294967295.'
  for (const seed of [1.5, -1, 2 ** 32, 1e20, 'x'])
    expect(await refused('story', { seed }), `${seed}`).toMatchObject({ message: numbers })
  for (const speed of [0, 1e9, 'x'])
    expect(await refused('story', { speed }), `${speed}`).toMatchObject({
      code: 'invalid_field',
      message: 'speed: must be a number above 0, at most 10000000.',
    })
  expect((await sandbox.get<{ runs: Run[] }>('/sandbox/runs')).runs).toEqual([])
})

test('with a speed, time passes in slices, and comes to the very same', async () => {
  const sandbox = await startWith({ story: three })
  const frames: string[] = []
  sandbox.listen((news) => {
    for (const one of news) if (one.kind === 'clock') frames.push(one.tell().now.slice(11, 16))
  })
  const run = await play(sandbox, 'story', { speed: 12_000 })
  expectSuccess(run)
  expect(run.speed).toBe(12_000)
  expect([...new Set(frames)]).toEqual(['09:20', '09:40', '10:00', '09:00'])
  expect(stepOf(run, 'second').finished_at).toBe('2026-01-05T10:00:00.000000Z')
})

test('a pause holds the clock of a step that takes its time, too', async () => {
  const time = holdTimers(100)
  const sandbox = await startWith({ story: three }, {}, time.outside)
  const sliceWaits = async () => {
    while (time.waiting() === 0) await new Promise(setImmediate)
  }
  const { id } = await start(sandbox, 'story', { speed: 600 })
  await sliceWaits()
  time.release()
  await sliceWaits()
  await order(sandbox, id, 'pause')
  time.release()
  await sandbox.settle()
  expect(sandbox.now()).toBe('2026-01-05T09:01:00.000000Z')
  await order(sandbox, id, 'resume')
  await sliceWaits()
  expect(sandbox.now()).toBe('2026-01-05T09:02:00.000000Z')
  await order(sandbox, id, 'stop')
})

test('when a scenario is run again, what its runs before had of their own goes, and nothing else', async () => {
  const sandbox = await startWith({ story: `  - event: card.created`, other: `  - event: card.created` })
  await play(sandbox, 'other')
  const first = await play(sandbox, 'story')
  const held = await start(sandbox, 'story', { paused: true })
  expect(held.endpoint).toBe('story')
  const beside = await play(sandbox, 'story')
  expect(beside.endpoint).toBe('story-2')
  await order(sandbox, held.id, 'resume')
  await ended(sandbox, held.id)
  const last = await play(sandbox, 'story')
  const { subscriptions } = await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')
  expect(subscriptions.map(({ identity, url }) => [identity, url.split('/in/')[1]])).toEqual([
    [last.id, 'story'],
    [expect.any(String), 'other'],
  ])
  const { endpoints } = await sandbox.get<{ endpoints: Endpoint[] }>('/sandbox/endpoints')
  expect(endpoints.map(({ name }) => name)).toEqual(['story', 'other'])
  const { runs } = await sandbox.get<{ runs: Run[] }>('/sandbox/runs?scenario=story&state=succeeded')
  expect(runs.map(({ id }) => id)).toEqual([last.id, beside.id, held.id, first.id])
})
