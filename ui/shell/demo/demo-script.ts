/** Reads a demo's settings from a link, and turns the steps of a run into the scenes of a demo. */

import type { Run, RunStep } from '../../../server/wire.ts'
import { closingFacts, type Left, stepCaption, stepTitle } from '../../../server/words/step.ts'
import { many } from '../../kit/format.ts'

/** Time per step, ms. */
export const paces = { quick: 3000, calm: 6000, slow: 10_000 } as const
export type Pace = keyof typeof paces
/** What a demo shows. */
const sights = ['stream', 'lanes'] as const
type Sight = (typeof sights)[number]

/** The settings of a demo, from a form or a link. */
export interface DemoOrder {
  scenario: string
  pace: Pace
  sight: Sight
  /** Whether the demo repeats. */
  loops: boolean
}

export const isPace = (word: string | null): word is Pace => word !== null && Object.hasOwn(paces, word)
const oneOf = <T extends string>(known: readonly T[], word: string | null): T | undefined =>
  known.find((one) => one === word)

/** Reads the settings in a link. Missing settings keep their value. */
export function readDemo(search: string, before: DemoOrder): DemoOrder {
  const query = new URLSearchParams(search)
  const pace = query.get('pace')
  return {
    scenario: query.get('demo') || before.scenario,
    pace: isPace(pace) ? pace : before.pace,
    sight: oneOf(sights, query.get('sight')) ?? before.sight,
    loops: query.has('demo') ? query.get('loop') === 'yes' : before.loops,
  }
}

/** A link that opens a demo without starting it. */
export function demoAddress(origin: string, { scenario, pace, sight, loops }: DemoOrder): string {
  const query = new URLSearchParams({ demo: scenario, pace, sight })
  if (loops) query.set('loop', 'yes')
  return `${origin}/?${query}`
}

/** What the audience sees at once: the title, a step or the closing caption. */
export interface Scene {
  /** `Step 2 of 13: Identity check`. Empty for the title. */
  where: string
  /** The caption, in large type. */
  text: string
  /** What happened technically. */
  detail: string
  tone: 'quiet' | 'good' | 'bad' | 'wait'
  /** For the presenter. */
  note: string | null
  /** The id of the record to show. Null keeps the previous one. */
  open: string | null
  /** The facts of the closing caption. Null in other scenes. */
  facts: readonly (readonly [label: string, text: string])[] | null
}

const tones = {
  pending: 'quiet',
  running: 'wait',
  succeeded: 'good',
  failed: 'bad',
  skipped: 'quiet',
  stopped: 'quiet',
} as const satisfies Record<RunStep['state'], Scene['tone']>

const isLeaf = ({ kind }: RunStep) => kind !== 'repeat' && kind !== 'parallel'
/** Steps that a run did not reach are skipped, without a start time. */
const begun = ({ state, started_at }: RunStep) =>
  state !== 'pending' && (state !== 'skipped' || started_at !== null)
const isInside = (index: string, { index: outer }: RunStep) =>
  index === outer || index.startsWith(`${outer}.`)

/** The running step, else the failed step, else the last finished step. */
export function presentStep({ steps }: Pick<Run, 'steps'>): RunStep | undefined {
  const leaves = steps.filter(isLeaf)
  const first = (wanted: RunStep['state']) => leaves.find(({ state }) => state === wanted)
  return first('running') ?? first('failed') ?? leaves.findLast(begun)
}

/** How many steps a run makes, those of each round counted. */
export function plannedSteps({ steps }: Pick<Run, 'steps'>): number {
  const rounds = (index: string) =>
    steps
      .filter((step) => step.kind === 'repeat' && step.index !== index && isInside(index, step))
      .reduce((product, { given }) => product * (Number(given.repeat) || 1), 1)
  return steps.filter(isLeaf).reduce((sum, { index }) => sum + rounds(index), 0)
}

/** Whether no step is left, unless a repeat begins another round. */
export const areStepsDone = ({ steps }: Pick<Run, 'steps'>): boolean =>
  steps.every((step) => !isLeaf(step) || (step.state !== 'pending' && step.state !== 'running'))

const plain = { detail: '', tone: 'quiet', note: null, open: null, facts: null } as const

export const titleScene = (run: Pick<Run, 'title'>, description: string): Scene => ({
  ...plain,
  where: '',
  text: run.title,
  detail: description,
})

/** The scene of a run's present step. `number` counts the steps up to now. */
export function sceneOf(run: Pick<Run, 'steps'>, number: number): Scene | null {
  const step = presentStep(run)
  if (step === undefined) return null
  const [text, detail] = stepCaption(step)
  const where = `${number} of ${Math.max(number, plannedSteps(run))}: ${stepTitle(step.name)}`
  return {
    where: step.state === 'failed' ? `Failed at step ${where}` : `Step ${where}`,
    text,
    detail,
    tone: tones[step.state],
    // The note of a repeat is for all its steps.
    note: run.steps.findLast((one) => one.note !== null && isInside(step.index, one))?.note ?? null,
    open: shownOf(step),
    facts: null,
  }
}

/** The last scene: how the run ended, and what is left. */
export const closingScene = (
  { title, state, detail }: Pick<Run, 'title' | 'state' | 'detail'>,
  { made, left }: { made: number; left: Left | null },
): Scene => ({
  ...plain,
  where: title,
  text:
    state === 'succeeded'
      ? `Done: all ${many(made, 'step')} succeeded.`
      : state === 'failed'
        ? 'The run failed.'
        : 'The run was stopped.',
  detail: detail ?? '',
  tone: state === 'succeeded' ? 'good' : 'bad',
  facts: left === null ? [] : closingFacts(left),
})

const best = ['capture', 'delivery', 'event', 'call'] as const

/** The id of the record that best shows what a step did, or null. */
export function shownOf(step: Pick<RunStep, 'refs'>): string | null {
  for (const kind of best) {
    const found = step.refs.findLast((ref) => ref.kind === kind)
    if (found !== undefined) return found.id
  }
  return null
}
