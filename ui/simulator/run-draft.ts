/** Converts the form of a run to a request. */

import type { Run, Scenario } from '../../server/wire.ts'
import { createDrafts } from '../form/drafts.ts'
import { filled, numberIn, textIn } from '../form/typed.ts'
import { readValue } from '../json/schema/schema-paths.ts'
import type { RunWords } from '../live/routes/simulator.ts'

/** The form as typed. An empty field uses the default. */
export interface RunDraft {
  set: Record<string, string>
  seed: string
  speed: string
  subscription: string
  paused: boolean
}
export const emptyRun: RunDraft = { set: {}, seed: '', speed: '', subscription: '', paused: false }

/** Drafts by scenario name. */
export const runDrafts = createDrafts<RunDraft>()

/** The text of a default value. */
export const variableText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** The request of a draft. Variables keep the type of their defaults, and defaults are left out. */
export function runOf({ set: defaults }: Pick<Scenario, 'set'>, draft: RunDraft): RunWords {
  const set = Object.fromEntries(
    Object.entries(draft.set)
      .filter(([name, typed]) => name in defaults && typed !== variableText(defaults[name]))
      .map(([name, typed]) => [name, readValue(typed, [typeof defaults[name]])]),
  )
  return filled({
    set: unlessEmpty(set),
    seed: numberIn(draft.seed),
    speed: numberIn(draft.speed),
    subscription_id: textIn(draft.subscription),
    paused: draft.paused || undefined,
  })
}

const unlessEmpty = (set: Record<string, unknown>) => (Object.keys(set).length > 0 ? set : undefined)

/** The request that repeats a run. */
export const againOf = (
  run: Pick<Run, 'set' | 'seed' | 'speed' | 'endpoint' | 'subscription_id'>,
): RunWords =>
  filled({
    set: unlessEmpty(run.set),
    seed: run.seed,
    speed: run.speed ?? undefined,
    subscription_id: run.endpoint === null ? run.subscription_id : undefined,
  })
