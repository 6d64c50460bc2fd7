/** Plays a scenario as a demo, step by step. */

import { computed, signal } from '@preact/signals'
import type { Run } from '../../../server/wire.ts'
import { demoMode, remembered } from '../../kit/preferences.ts'
import type { Problem } from '../../live/api.ts'
import { postRunAct } from '../../live/routes/simulator.ts'
import { go, place, placeOf } from '../../place/navigation.ts'
import { runs, startRun, takeRun } from '../../simulator/simulator.ts'
import { playedRun } from '../banner/banner-facts.ts'
import {
  captionOf,
  type DemoOrder,
  isPace,
  paces,
  presentStep,
  readDemo,
  type Sight,
  shownOf,
} from './demo-script.ts'

const scenario = remembered<string>('demo-scenario', '')
const pace = remembered<string>('demo-pace', 'calm')
const sight = remembered<string>('demo-sight', 'stream')
const loops = remembered<boolean>('demo-loops', false)

const kept = (): DemoOrder => ({
  scenario: scenario.value,
  pace: isPace(pace.value) ? pace.value : 'calm',
  sight: sight.value === 'lanes' ? 'lanes' : ('stream' satisfies Sight),
  loops: loops.value,
})
/** The settings of the next demo, from this browser or a link. */
export const order = computed(kept)

/** Changes the settings of the next demo. */
export function changeOrder(change: Partial<DemoOrder>): void {
  const next = { ...kept(), ...change }
  scenario.value = next.scenario
  pace.value = next.pace
  sight.value = next.sight
  loops.value = next.loops
}
if (new URLSearchParams(location.search).get('demo')) changeOrder(readDemo(location.search, kept()))

/** Whether a demo is playing. `problem` says why one could not start. */
export const playing = signal(false)
export const demoProblem = signal<Problem | null>(null)
const run = computed<Run | null>(() => runs.value?.find(({ id }) => id === playedRun.value) ?? null)
/** The current step in words, or null before the first demo. */
export const caption = computed(() => run.value && captionOf(run.value))

/** Increases when a demo ends, so that its pending waits stop. */
let turn = 0
let timer: ReturnType<typeof setTimeout> | undefined
const rest = (ms: number) =>
  new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
/** How long the title shows before the first step, ms. */
const titleMs = 1500

/** Plays the scenario until it ends or is stopped, and shows the newest record of each step. */
export async function play(): Promise<void> {
  const stopped = stop()
  const mine = turn
  await stopped
  if (mine !== turn) return
  demoMode.value = true
  playing.value = true
  do await playOnce(() => mine === turn)
  while (mine === turn && loops.value && demoProblem.value === null)
  if (mine === turn) playing.value = false
}

async function playOnce(isWanted: () => boolean): Promise<void> {
  const { scenario } = kept()
  const begun = await startRun(scenario, { paused: true })
  demoProblem.value = begun.ok ? null : begun.problem
  if (!begun.ok) return
  const { id } = begun.value.run
  if (!isWanted()) return void (await postRunAct(id, 'stop'))
  playedRun.value = id
  show(null)
  await rest(titleMs)
  while (isWanted()) {
    const done = await postRunAct(id, 'step')
    if (!isWanted()) return
    // The step that ends the run succeeds. The next step is refused.
    if (!done.ok) return
    takeRun(done.value.run)
    show(shownOf(presentStep(done.value.run)))
    await rest(paces[kept().pace])
  }
}

/** Shows a record of a step, or keeps the previous one. The lanes show the run up to its newest record. */
function show(id: string | null): void {
  const { sight } = kept()
  const base = place.value.view === 'stream' ? place.value : placeOf('stream')
  const next =
    sight === 'lanes'
      ? { ...placeOf('lanes'), run: playedRun.value }
      : { ...base, tab: null, ...(id === null ? {} : { open: id }) }
  go(next, 'replace')
}

/** Stops the demo. Demo mode stays on. */
export async function stop(): Promise<void> {
  turn++
  clearTimeout(timer)
  const id = playedRun.value
  const isGoing = playing.value && run.value?.state === 'running'
  playing.value = false
  if (id !== null && isGoing) await postRunAct(id, 'stop')
}

demoMode.subscribe((isOn) => {
  if (!isOn) void stop()
})

/** Stops the demo and restores the page. */
export async function leaveDemo(): Promise<void> {
  demoMode.value = false
  await stop()
}
