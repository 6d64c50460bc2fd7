import { expect, test } from 'vitest'
import { type Outside, realOutside } from '../../../server/outside.ts'
import { holdTimers } from '../../helpers/held-time.ts'
import { ended, expectSuccess, once, order, start, startWith, statesOf, stepOf } from './world.ts'

const three = `
  - name: first
    call: GET /cards
  - name: second
    wait: 1h
  - name: third
    call: GET /cards
`

/** A world in which a step is answered by its end alone, and not as well after a while. */
const withoutPatience = (outside: Outside): Outside => ({
  ...outside,
  after: (ms, run) => (ms === 30_000 ? () => {} : outside.after(ms, run)),
})

test('a step lets what a pause has caught come to its end, and holds the run again', async () => {
  const time = holdTimers(100)
  const sandbox = await startWith({ story: three }, {}, withoutPatience(time.outside))
  const { id } = await start(sandbox, 'story', { speed: 1200 })
  const sliceWaits = async () => {
    while (time.waiting() === 0) await new Promise(setImmediate)
  }
  await sliceWaits()
  // What a resume let through is no step that a later pause owes.
  for (const what of ['pause', 'resume', 'pause'] as const) await order(sandbox, id, what)
  time.release()
  const stepped = order(sandbox, id, 'step')
  let isAnswered = false
  void stepped.then(() => {
    isAnswered = true
  })
  while (!isAnswered) {
    time.release()
    await new Promise(setImmediate)
  }
  const { run } = (await stepped).body
  expect(run).toMatchObject({ state: 'running', paused: true })
  expect(statesOf(run)).toEqual(['succeeded', 'succeeded', 'pending'])
  expect((await order(sandbox, id, 'step')).body.run.steps[2]?.state).toBe('succeeded')
  expectSuccess(await ended(sandbox, id))
})

test('a step of what listens is that step alone', async () => {
  const story = `
  - name: first
    expect: call
    where: { path: /api/v0.1/cards }
  - name: second
    call: GET /cards`
  const sandbox = await startWith({ story }, {}, withoutPatience(realOutside()))
  await sandbox.clock({ mode: 'real' })
  const { id } = await start(sandbox, 'story')
  await once(sandbox, id, (run) => stepOf(run, 'first').state === 'running')
  await order(sandbox, id, 'pause')
  const stepped = order(sandbox, id, 'step')
  await sandbox.settle()
  await sandbox.request('GET', '/api/v0.1/cards', undefined, { 'Sandbox-Run': id })
  expect(statesOf((await stepped).body.run)).toEqual(['succeeded', 'pending'])
  await order(sandbox, id, 'stop')
})

test('a resume or a stop answers a step that has not ended', async () => {
  const time = holdTimers(100)
  const sandbox = await startWith({ story: three }, {}, withoutPatience(time.outside))
  for (const what of ['resume', 'stop'] as const) {
    const { id } = await start(sandbox, 'story', { speed: 1 })
    await once(sandbox, id, (run) => stepOf(run, 'second').state === 'running')
    await order(sandbox, id, 'pause')
    const stepped = order(sandbox, id, 'step')
    await sandbox.settle()
    expect((await order(sandbox, id, what)).status).toBe(200)
    expect((await stepped).status).toBe(200)
    if (what === 'resume') await order(sandbox, id, 'stop')
  }
})

test('a wait says until when, as long as it is under way', async () => {
  const time = holdTimers(100)
  const sandbox = await startWith({ story: three }, {}, withoutPatience(time.outside))
  const { id } = await start(sandbox, 'story', { speed: 600 })
  const run = await once(sandbox, id, ({ steps }) => steps[1]?.detail != null)
  expect(stepOf(run, 'second')).toMatchObject({
    state: 'running',
    result: { waits_until: '2026-01-05T10:00:00.000000Z' },
  })
  await order(sandbox, id, 'stop')
})
