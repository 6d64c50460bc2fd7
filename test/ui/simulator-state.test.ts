import { beforeEach, expect, test, vi } from 'vitest'
import type { Run } from '../../server/wire.ts'

const run = (id: string, change: Partial<Run> = {}): Run => ({
  id,
  seq: 1,
  scenario: 'kyc-fails',
  title: 'KYC fails',
  state: 'running',
  paused: false,
  seed: 7,
  speed: null,
  identity: id,
  subscription_id: 's',
  endpoint: 'kyc-fails',
  set: {},
  detail: null,
  steps: [],
  moves_clock: false,
  started_at: '2026-01-01T09:00:00.000000Z',
  finished_at: null,
  ...change,
})

beforeEach(() => vi.resetModules())

/** The page's state before a sandbox that answers so. */
async function open(answers: Record<string, unknown>) {
  vi.stubGlobal('location', new URL('http://127.0.0.1:4400/simulate/scenarios'))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', async (path: string) => {
    const found = Object.entries(answers).find(([start]) => path.startsWith(start))
    return new Response(JSON.stringify(found?.[1] ?? { error: { code: 'x', message: 'x', fix: 'x' } }), {
      status: found ? 200 : 404,
    })
  })
  return {
    ...(await import('../../ui/simulator/simulator.ts')),
    ...(await import('../../ui/simulator/orders.ts')),
  }
}

test('a finished run stays finished when an older list arrives', async () => {
  const state = await open({ '/sandbox/runs': { runs: [run('run_2'), run('run_1')], next: null } })
  state.takeRun(run('run_2', { state: 'succeeded' }))
  await state.readSimulator()
  expect(state.runs.value?.map(({ id, state: now }) => [id, now])).toEqual([
    ['run_2', 'succeeded'],
    ['run_1', 'running'],
  ])
  expect(state.running.value.map(({ id }) => id)).toEqual(['run_1'])
})

test('a run that a frame has ended stays so when the response of an earlier act arrives', async () => {
  const state = await open({})
  state.takeRun(run('run_1'))
  state.takeRun(run('run_1', { state: 'succeeded' }))
  state.takeRun(run('run_1', { detail: 'Step 3 of 3' }))
  expect(state.runs.value?.map(({ state: now }) => now)).toEqual(['succeeded'])
})

test('a started run is listed once, and keeps the state of its live frame', async () => {
  const state = await open({ '/sandbox/scenarios/kyc-fails/run': { run: run('run_1') } })
  await state.startRun('kyc-fails', {})
  expect(state.runs.value?.map(({ id }) => id)).toEqual(['run_1'])
  state.takeRun(run('run_1', { state: 'failed' }))
  await state.startRun('kyc-fails', {})
  expect(state.runs.value?.map(({ state: now }) => now)).toEqual(['failed'])
})

test('a failure to load scenarios is reported, and known scenarios stay', async () => {
  const state = await open({})
  await state.readScenarios()
  expect([state.scenarios.value, state.scenariosProblem.value?.code]).toEqual([null, 'x'])
})
