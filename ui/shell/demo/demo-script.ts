import type { Run, RunStep } from '../../../server/wire.ts'
import { capitalized } from '../../kit/format.ts'
import { sentenceOf } from './demo-words.ts'

/** How long each step stays, ms. */
export const paces = { quick: 3000, calm: 6000, slow: 10_000 } as const
export type Pace = keyof typeof paces
/** What is in sight while a scenario plays. */
const sights = ['stream', 'lanes'] as const
export type Sight = (typeof sights)[number]

/** What is asked of a demo, by a form or by a link. */
export interface DemoOrder {
  scenario: string
  pace: Pace
  sight: Sight
  /** Whether it begins again at its end. */
  loops: boolean
}

export const isPace = (word: string | null): word is Pace => word !== null && Object.hasOwn(paces, word)
const oneOf = <T extends string>(known: readonly T[], word: string | null): T | undefined =>
  known.find((one) => one === word)

/** Reads what a link says of a demo; what it does not say is as it was. */
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

/** The address that opens a demo, ready to be played. */
export function demoAddress(origin: string, { scenario, pace, sight, loops }: DemoOrder): string {
  const query = new URLSearchParams({ demo: scenario, pace, sight })
  if (loops) query.set('loop', 'yes')
  return `${origin}/?${query}`
}

/** The present step, in words that are read from afar. */
export interface Caption {
  /** `2 of 13`, `Failed at 1 of 13:`; empty before the first step. */
  where: string
  text: string
  detail: string
  tone: 'quiet' | 'good' | 'bad' | 'wait'
}

const tones = {
  pending: 'quiet',
  running: 'wait',
  succeeded: 'good',
  failed: 'bad',
  skipped: 'quiet',
  stopped: 'quiet',
} as const satisfies Record<RunStep['state'], Caption['tone']>

const isLeaf = ({ kind }: RunStep) => kind !== 'repeat' && kind !== 'parallel'
/** What a run did not get to before it ended is skipped too, without a beginning. */
const begun = ({ state, started_at }: RunStep) =>
  state !== 'pending' && (state !== 'skipped' || started_at !== null)

/** The step that a run is at: the one under way, else the one it failed at, else the last that was done. */
export function presentStep({ steps }: Pick<Run, 'steps'>): RunStep | undefined {
  const leaves = steps.filter(isLeaf)
  const first = (wanted: RunStep['state']) => leaves.find(({ state }) => state === wanted)
  return first('running') ?? first('failed') ?? leaves.findLast(begun)
}

/** `identity-check` as `Identity check`. */
const inWords = (name: string) => capitalized(name.replaceAll(/[-_]+/g, ' '))

/** What a run is doing, for those who look on. */
export function captionOf(run: Pick<Run, 'steps' | 'title'>): Caption {
  const leaves = run.steps.filter(isLeaf)
  const present = presentStep(run)
  if (present === undefined) return { where: '', text: run.title, detail: '', tone: 'quiet' }
  const where = `${leaves.indexOf(present) + 1} of ${leaves.length}`
  return {
    where: present.state === 'failed' ? `Failed at ${where}:` : where,
    text: inWords(present.name),
    detail: sentenceOf(present),
    tone: tones[present.state],
  }
}

const best = ['capture', 'delivery', 'event', 'call'] as const

/** What a step made that shows most of it; null where it made nothing. */
export function shownOf(step: Pick<RunStep, 'refs'> | undefined): string | null {
  for (const kind of best) {
    const found = step?.refs.findLast((ref) => ref.kind === kind)
    if (found !== undefined) return found.id
  }
  return null
}
