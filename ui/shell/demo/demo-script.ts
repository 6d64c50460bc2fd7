/** Reads a demo's settings from a link, and finds the caption and record of a run's current step. */

import type { Run, RunStep } from '../../../server/wire.ts'
import { capitalized } from '../../kit/format.ts'
import { sentenceOf } from './demo-words.ts'

/** Time per step, ms. */
export const paces = { quick: 3000, calm: 6000, slow: 10_000 } as const
export type Pace = keyof typeof paces
/** What a demo shows. */
const sights = ['stream', 'lanes'] as const
export type Sight = (typeof sights)[number]

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

/** The current step, in words for an audience. */
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
/** Steps that a run did not reach are skipped, without a start time. */
const begun = ({ state, started_at }: RunStep) =>
  state !== 'pending' && (state !== 'skipped' || started_at !== null)

/** The running step, else the failed step, else the last finished step. */
export function presentStep({ steps }: Pick<Run, 'steps'>): RunStep | undefined {
  const leaves = steps.filter(isLeaf)
  const first = (wanted: RunStep['state']) => leaves.find(({ state }) => state === wanted)
  return first('running') ?? first('failed') ?? leaves.findLast(begun)
}

/** `identity-check` becomes `Identity check`. */
const inWords = (name: string) => capitalized(name.replaceAll(/[-_]+/g, ' '))

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

/** The id of the record that best shows what a step did, or null. */
export function shownOf(step: Pick<RunStep, 'refs'> | undefined): string | null {
  for (const kind of best) {
    const found = step?.refs.findLast((ref) => ref.kind === kind)
    if (found !== undefined) return found.id
  }
  return null
}
