/** Plays a scenario as a demo: scene by scene, on a stage of its own. */

import { computed, signal } from '@preact/signals'
import type { Run } from '../../../server/wire.ts'
import type { Left } from '../../../server/words/step.ts'
import { createTimer } from '../../kit/pace.ts'
import { demoMode, remembered } from '../../kit/preferences.ts'
import type { Problem } from '../../live/api.ts'
import { getObjects } from '../../live/routes/object.ts'
import { getRun, postRunAct } from '../../live/routes/running.ts'
import { listRows } from '../../live/routes.ts'
import { go, place, placeOf } from '../../place/navigation.ts'
import type { Place } from '../../place/place.ts'
import { startRun } from '../../simulator/orders.ts'
import { runs, scenarios, takeRun } from '../../simulator/simulator.ts'
import { playedRun } from '../banner/banner-facts.ts'
import { isAnythingSet, setForAll } from '../set-for-all.ts'
import { signsOf } from '../standing.tsx'
import {
  areStepsDone,
  closingScene,
  type DemoOrder,
  isPace,
  paces,
  plannedSteps,
  presentStep,
  readDemo,
  type Scene,
  sceneOf,
  titleScene,
} from './demo-script.ts'

const scenario = remembered<string>('demo-scenario', '')
const pace = remembered<string>('demo-pace', 'calm')
const sight = remembered<string>('demo-sight', 'stream')
const loops = remembered<boolean>('demo-loops', false)

/** The settings of the next demo, from this browser or a link. */
export const order = computed(
  (): DemoOrder => ({
    scenario: scenario.value,
    pace: isPace(pace.value) ? pace.value : 'calm',
    sight: sight.value === 'lanes' ? 'lanes' : 'stream',
    loops: loops.value,
  }),
)

/** Changes the settings of the next demo. */
export function changeOrder(change: Partial<DemoOrder>): void {
  const next = { ...order.value, ...change }
  scenario.value = next.scenario
  pace.value = next.pace
  sight.value = next.sight
  loops.value = next.loops
}

/** Takes the settings from a link that opens a demo. */
export function takeLink(): void {
  if (new URLSearchParams(location.search).get('demo')) changeOrder(readDemo(location.search, order.value))
}

/** Whether a demo is on stage, whether it rests, and whether it waits for what is set for everything. */
export const playing = signal(false)
export const resting = signal(false)
export const asking = signal(false)
/** Why a demo could not start or go on. */
export const demoProblem = signal<Problem | null>(null)
export const showsNote = signal(false)

/** The scenes so far, and the one on stage. */
const scenes = signal<readonly Scene[]>([])
const at = signal(0)
/** Whether a step is under way. */
const busy = signal(false)
/** The run of the demo. */
export const run = computed<Run | null>(() => runs.value?.find(({ id }) => id === playedRun.value) ?? null)
const isClosed = computed(() => (scenes.value.at(-1)?.facts ?? null) !== null)

/** The scene on stage. A step that takes its time shows what it waits for. */
export const scene = computed<Scene | null>(() => {
  const isNewest = at.value === scenes.value.length - 1
  if (busy.value && isNewest && run.value !== null && presentStep(run.value)?.state === 'running')
    return sceneOf(run.value, scenes.value.length)
  return scenes.value[at.value] ?? null
})
/** Where the scene is: 0 for the title, then the steps, then the closing caption. */
export const progress = computed(() => ({
  at: at.value,
  seen: scenes.value.length - 1,
  isClosed: isClosed.value,
}))

/** Increases when a demo ends, so that what it waits for has no effect. */
const turn = signal(0)
const pause = createTimer()
/** The place before the demo. */
const before = signal<Place | null>(null)

/** Plays the scenario, unless something is set for everything: the bar then asks first. */
export async function play(): Promise<void> {
  await stop()
  demoMode.value = true
  asking.value = isAnythingSet.value
  if (!asking.value) await begin()
}

/** Switches off what is set for everything, then plays. */
export async function clearAndPlay(): Promise<void> {
  for (const { act } of signsOf(setForAll.value)) await act()
  await begin()
}

/** Starts the run paused, and shows its title. */
export async function begin(): Promise<void> {
  const mine = ++turn.value
  asking.value = false
  const begun = await startRun(order.value.scenario, { paused: true })
  demoProblem.value = begun.ok ? null : begun.problem
  if (!begun.ok) return
  const started = begun.value.run
  if (mine !== turn.peek()) return void (await postRunAct(started.id, 'stop'))
  playedRun.value = started.id
  const known = scenarios.value?.find(({ name }) => name === started.scenario)
  scenes.value = [titleScene(started, known?.description ?? '')]
  at.value = 0
  resting.value = false
  playing.value = true
  before.value ??= place.value
  show()
}

/** Shows the scene's record, then waits for the next scene unless the demo rests. */
function show(): void {
  const opened = scenes.value.slice(0, at.value + 1).findLast(({ open }) => open !== null)?.open ?? null
  const stage = { ...placeOf(order.value.sight), run: playedRun.value }
  // The body of a request says most, except of a call: its response is the news.
  const tab =
    opened === null || opened.startsWith('evt_') ? null : opened.startsWith('cal_') ? 'response' : 'request'
  go(order.value.sight === 'lanes' ? stage : { ...stage, open: opened, tab }, 'replace')
  pause.clear()
  const isEnd = isClosed.value && at.value === scenes.value.length - 1
  if (!resting.value && !(isEnd && !order.value.loops))
    pause.set(paces[order.value.pace], () => void forward())
}

/** The next scene: one seen before, the next step of the run, or the closing caption. */
export async function forward(): Promise<void> {
  const now = run.value
  if (!playing.value || busy.value || now === null) return
  if (at.value < scenes.value.length - 1) at.value++
  else if (isClosed.value) return order.value.loops ? begin() : undefined
  else if (!(await goOn(now))) return
  show()
}

/** Makes the next scene. False if the demo ended meanwhile. */
async function goOn(now: Run): Promise<boolean> {
  const mine = turn.peek()
  busy.value = true
  const next = now.state === 'running' ? await nextStep(now) : await closing(now)
  busy.value = false
  if (mine !== turn.peek()) return false
  if (next !== null) {
    scenes.value = [...scenes.value, next]
    at.value = scenes.value.length - 1
  }
  return next !== null
}

async function nextStep(now: Run): Promise<Scene | null> {
  const { id } = now
  if (areStepsDone(now) && scenes.value.length > plannedSteps(now)) return closing(await untilEnded(now))
  const done = await postRunAct(id, 'step')
  if (done.ok) {
    takeRun(done.value.run)
    return sceneOf(done.value.run, scenes.value.length)
  }
  // Another client may have ended the run.
  const read = await getRun(id)
  if (read.ok && read.value.run.state !== 'running') return closing(read.value.run)
  demoProblem.value = done.problem
  return null
}

/** After its last step, a run ends by itself. A live frame says so, and a step would be refused. */
const untilEnded = (now: Run): Promise<Run> =>
  new Promise((resolve) => {
    const stopWatching = runs.subscribe(() => {
      const known = run.value ?? now
      if (known.state === 'running' && playing.value) return
      resolve(known)
      queueMicrotask(() => stopWatching())
    })
  })

async function closing(ended: Run): Promise<Scene> {
  const left = await leftBy(ended)
  return closingScene(ended, { made: scenes.value.length - 1, left })
}

const mostRead = 500

async function leftBy({ id, identity, started_at, subscription_id }: Run): Promise<Left | null> {
  const [objects, events, deliveries] = await Promise.all([
    getObjects({ limit: `${mostRead}` }),
    listRows('event', { run_id: id, limit: mostRead }),
    listRows('delivery', { run_id: id, subscription_id, limit: mostRead }),
  ])
  if (!objects.ok || !events.ok || !deliveries.ok) return null
  const { rows } = deliveries.value
  return {
    objects: objects.value.objects.filter(
      (one) => one.identity === identity && Date.parse(one.created_at) >= Date.parse(started_at),
    ),
    events: events.value.rows.length,
    deliveries: { all: rows.length, succeeded: rows.filter(({ state }) => state === 'succeeded').length },
  }
}

/** Shows the scene before again. The run stays where it is, and the demo rests. */
export function back(): void {
  resting.value = true
  at.value = Math.max(0, at.value - 1)
  show()
}

/** Rests, or goes on at once. */
export function turnRest(): void {
  resting.value = !resting.value
  if (resting.value) show()
  else void forward()
}

/** Ends the demo and restores the place before it. Demo mode stays on. */
export async function stop(): Promise<void> {
  turn.value++
  pause.clear()
  const id = playing.value && run.value?.state === 'running' ? playedRun.value : null
  playing.value = false
  asking.value = false
  showsNote.value = false
  scenes.value = []
  if (before.value !== null) go(before.value, 'replace')
  before.value = null
  if (id !== null) await postRunAct(id, 'stop')
}

/** Stops the demo and leaves demo mode. */
export async function leaveDemo(): Promise<void> {
  demoMode.value = false
  await stop()
}
