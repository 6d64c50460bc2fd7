import type { Run, Scenario } from '../../server/wire.ts'
import { createDrafts } from '../form/drafts.ts'
import { filled, numberIn, textIn } from '../form/typed.ts'
import { readValue } from '../json/schema/schema-paths.ts'
import type { RunWords } from '../live/routes/simulator.ts'

/** The form that starts a run; an empty field takes the default of the file or the sandbox. */
export interface RunDraft {
  set: Record<string, string>
  seed: string
  speed: string
  subscription: string
  paused: boolean
}
export const emptyRun: RunDraft = { set: {}, seed: '', speed: '', subscription: '', paused: false }

/** Drafts by the name of the scenario. */
export const runDrafts = createDrafts<RunDraft>()

/** A default as it stands in its field. */
export const variableText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** The order of a draft: variables keep the type of their defaults, and defaults are left out. */
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

/** The order that repeats a run. */
export const againOf = (
  run: Pick<Run, 'set' | 'seed' | 'speed' | 'endpoint' | 'subscription_id'>,
): RunWords =>
  filled({
    set: unlessEmpty(run.set),
    seed: run.seed,
    speed: run.speed ?? undefined,
    subscription_id: run.endpoint === null ? run.subscription_id : undefined,
  })
