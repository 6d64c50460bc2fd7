import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunStep } from '../../server/wire.ts'
import {
  closingScene,
  type DemoOrder,
  demoAddress,
  plannedSteps,
  readDemo,
  sceneOf,
  shownOf,
} from '../../ui/shell/demo/demo-script.ts'

const step = (index: string, state: RunStep['state'], change: Partial<RunStep> = {}): RunStep => ({
  index,
  name: `step-${index}`,
  kind: 'call',
  summary: 'POST /cards → 201',
  note: null,
  given: { call: 'POST /cards', status: 201 },
  state,
  detail: null,
  result: {},
  round: null,
  started_at: null,
  finished_at: null,
  refs: [],
  ...change,
})
const order: DemoOrder = { scenario: 'card-life', pace: 'slow', sight: 'lanes', loops: true }

test('no step has begun before the title', () => {
  expect(sceneOf({ steps: [step('1', 'pending'), step('2', 'pending')] }, 1)).toBeNull()
})

test('a scene shows the running step, else the last finished one, and skips containers', () => {
  const steps = [
    step('1', 'succeeded'),
    step('2', 'running', { kind: 'repeat', given: { repeat: 3 } }),
    step('2.1', 'running', { name: 'pay-again_now', kind: 'event', summary: 'card.created' }),
    step('2.2', 'pending'),
  ]
  expect(sceneOf({ steps }, 2)).toMatchObject({ where: 'Step 2 of 7: Pay again now', tone: 'wait' })
  expect(sceneOf({ steps: steps.slice(0, 1) }, 1)).toMatchObject({
    where: 'Step 1 of 1: Step 1',
    tone: 'good',
  })
})

test('the meaning of a step is the caption, and what happened technically the detail', () => {
  const told = { result: { status: 201, events: ['Card •••• 4242 created'] } }
  const [plain, meant] = [{}, told].map((change) => sceneOf({ steps: [step('1', 'succeeded', change)] }, 1))
  expect(plain?.detail).toBe('')
  expect(meant?.detail).toBe(plain?.text.replace('.', ' returns 201.'))
})

test('the steps of each round are counted', () => {
  const steps = [
    step('1', 'pending'),
    step('2', 'pending', { kind: 'repeat', given: { repeat: 3 } }),
    step('2.1', 'pending'),
    step('2.2', 'pending', { kind: 'repeat', given: { repeat: 2 } }),
    step('2.2.1', 'pending'),
  ]
  expect(plannedSteps({ steps })).toBe(1 + 3 + 3 * 2)
})

test('a failed run stays at its failed step, a stopped run at its last step', () => {
  const skipped = [step('2', 'skipped'), step('3', 'skipped')]
  expect(sceneOf({ steps: [step('1', 'failed', { detail: 'answered 404' }), ...skipped] }, 1)).toMatchObject({
    where: 'Failed at step 1 of 3: Step 1',
    tone: 'bad',
  })
  expect(sceneOf({ steps: [step('1', 'succeeded'), ...skipped] }, 1)?.where).toBe('Step 1 of 3: Step 1')
  const left = step('2', 'skipped', { started_at: '2026-01-05T09:00:00Z', detail: 'it is no card' })
  expect(sceneOf({ steps: [step('1', 'succeeded'), left] }, 2)?.where).toBe('Step 2 of 2: Step 2')
})

test('a scene has the note of its step, else that of the repeat around it', () => {
  const steps = (note: string | null) => [
    step('1', 'running', { kind: 'repeat', note: 'three times' }),
    step('1.1', 'succeeded', { note }),
  ]
  expect(sceneOf({ steps: steps('of the step') }, 1)?.note).toBe('of the step')
  expect(sceneOf({ steps: steps(null) }, 1)?.note).toBe('three times')
})

test('the closing caption has the facts of the run, or none if they could not be read', () => {
  const run = { title: 'A card', state: 'succeeded', detail: null } as const
  expect(closingScene(run, { made: 3, left: null })).toMatchObject({ tone: 'good', facts: [] })
  const left = { objects: [], events: 2, deliveries: { all: 3, succeeded: 2 } }
  const labels = closingScene(run, { made: 3, left }).facts?.map(([label]) => label)
  expect(labels).toEqual(['Events', 'Deliveries'])
})

test('the newest capture of a step is shown', () => {
  const refs: RunStep['refs'] = [
    { kind: 'call', id: 'cal_1' },
    { kind: 'capture', id: 'cap_1' },
    { kind: 'delivery', id: 'dlv_1' },
    { kind: 'capture', id: 'cap_2' },
  ]
  expect(shownOf({ refs })).toBe('cap_2')
  expect(shownOf({ refs: refs.slice(0, 1) })).toBe('cal_1')
  expect(shownOf({ refs: [] })).toBeNull()
})

test('a link carries all settings, and an empty link changes none', () => {
  const before: DemoOrder = { scenario: '', pace: 'calm', sight: 'stream', loops: false }
  const { search } = new URL(demoAddress('http://localhost', order))
  expect(readDemo(search, before)).toEqual(order)
  expect(readDemo('?demo=x&pace=never&sight=moon', before)).toEqual({ ...before, scenario: 'x' })
  expect(readDemo('?demo=x&pace=constructor', before).pace).toBe('calm')
  expect(readDemo('', order)).toEqual(order)
})

/** A page at an address, and the requests that it made. Runs have two steps. */
async function pageAt(address: string) {
  vi.resetModules()
  vi.stubGlobal('location', new URL(`http://localhost:4400${address}`))
  vi.stubGlobal('addEventListener', () => {})
  const shown: string[] = []
  vi.stubGlobal('history', {
    replaceState: (_: null, __: string, now: string) => shown.push(now),
    pushState: () => {},
  })
  const asked: string[] = []
  let made = 0
  const runNow = () => ({
    id: 'run_1',
    seq: 1,
    scenario: 'two',
    title: 'Two',
    identity: 'run_1',
    subscription_id: 'sub_1',
    detail: null,
    started_at: '2026-01-05T09:00:00Z',
    state: made < 2 ? 'running' : 'succeeded',
    paused: true,
    steps: ['1', '2'].map((index) =>
      step(index, Number(index) <= made ? 'succeeded' : 'pending', {
        refs: [{ kind: 'event', id: `evt_${index}` }],
      }),
    ),
  })
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    if (method === 'POST') asked.push(path)
    if (path.endsWith('/step')) made++
    const lists = { objects: [], events: [], deliveries: [], next: null }
    return new Response(JSON.stringify({ ...lists, run: runNow() }))
  })
  return { shown, asked, demo: await import('../../ui/shell/demo/demo.ts') }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a demo plays to its closing caption, and puts the place back when it ends', async () => {
  const { shown, asked, demo } = await pageAt('/?q=verdict%3Afailed&open=cap_1')
  demo.changeOrder({ scenario: 'two', pace: 'quick' })
  await demo.play()
  expect(demo.scene.value?.text).toBe('Two')
  expect(shown).toEqual(['/?run=run_1'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(shown.at(-1)).toBe('/?run=run_1&open=evt_1')
  await vi.advanceTimersByTimeAsync(6000)
  expect(demo.scene.value?.facts).not.toBeNull()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([
    '/sandbox/scenarios/two/run',
    '/sandbox/runs/run_1/step',
    '/sandbox/runs/run_1/step',
  ])
  await demo.stop()
  expect(shown.at(-1)).toBe('/?q=verdict%3Afailed&open=cap_1')
})

test('going back shows a scene again without the run, and going on continues from there', async () => {
  const { asked, demo } = await pageAt('/')
  demo.changeOrder({ scenario: 'two' })
  await demo.play()
  await demo.forward()
  await demo.forward()
  const [first, second] = [1, 2].map((number) => `Step ${number} of 2: Step ${number}`)
  expect(demo.scene.value?.where).toBe(second)
  demo.back()
  expect(demo.scene.value?.where).toBe(first)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(demo.scene.value?.where).toBe(first)
  const before = asked.length
  demo.turnRest()
  expect(demo.scene.value?.where).toBe(second)
  expect(asked).toHaveLength(before)
  await demo.stop()
})

test('a demo that rests makes no step', async () => {
  const { asked, demo } = await pageAt('/')
  demo.changeOrder({ scenario: 'two' })
  await demo.play()
  demo.turnRest()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual(['/sandbox/scenarios/two/run'])
  await demo.stop()
})

test('a demo asks before it begins if something is set for everything', async () => {
  const { asked, demo } = await pageAt('/')
  const { armedErrors } = await import('../../ui/errors/errors.ts')
  armedErrors.value = [{ id: 'arm_1', times: 1, used: 0 }] as unknown as typeof armedErrors.value
  demo.changeOrder({ scenario: 'two' })
  await demo.play()
  expect([demo.asking.value, demo.playing.value, asked]).toEqual([true, false, []])
  await demo.begin()
  expect([demo.asking.value, demo.playing.value]).toEqual([false, true])
  await demo.stop()
})

test('a run that starts after the demo ended is stopped, not left paused', async () => {
  const { asked, demo } = await pageAt('/')
  demo.changeOrder({ scenario: 'two' })
  const played = demo.play()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await demo.leaveDemo()
  await played
  expect(asked).toEqual(['/sandbox/scenarios/two/run', '/sandbox/runs/run_1/stop'])
})

test('the lanes show only the demo’s run, up to its newest record', async () => {
  const { shown, demo } = await pageAt('/lanes?run=run_0&open=dlv_1&from=3&to=4')
  demo.changeOrder({ scenario: 'two', sight: 'lanes' })
  await demo.play()
  expect(shown).toEqual(['/lanes?run=run_1'])
  await demo.leaveDemo()
})
