import { signal } from '@preact/signals'
import type { Scenario } from '../../server/wire.ts'
import { readValue } from '../json/schema/schema-paths.ts'
import type { RunWords } from '../live/routes/simulator.ts'

/** What a run is begun with, as typed; what is empty is the file's or the sandbox's own. */
export interface RunDraft {
  set: Record<string, string>
  seed: string
  speed: string
  subscription: string
  paused: boolean
}
const emptyDraft: RunDraft = { set: {}, seed: '', speed: '', subscription: '', paused: false }

const drafts = signal<ReadonlyMap<string, RunDraft>>(new Map())

/** What was typed for a scenario since the page was opened. */
export const runDraftOf = (scenario: string): RunDraft => drafts.value.get(scenario) ?? emptyDraft

export function changeRunDraft(scenario: string, change: Partial<RunDraft>): void {
  drafts.value = new Map(drafts.value).set(scenario, { ...runDraftOf(scenario), ...change })
}

/** A default as it stands in its field. */
export const variableText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** The run that a draft asks for: variables keep the type of their defaults, and what is as it would be anyway is left out. */
export function runOf({ set: defaults }: Pick<Scenario, 'set'>, draft: RunDraft): RunWords {
  const set = Object.fromEntries(
    Object.entries(draft.set)
      .filter(([name, typed]) => name in defaults && typed !== variableText(defaults[name]))
      .map(([name, typed]) => [name, readValue(typed, [typeof defaults[name]])]),
  )
  return {
    ...(Object.keys(set).length > 0 ? { set } : {}),
    ...(draft.seed.trim() === '' ? {} : { seed: Number(draft.seed) }),
    ...(draft.speed === '' ? {} : { speed: Number(draft.speed) }),
    ...(draft.subscription === '' ? {} : { subscription_id: draft.subscription }),
    ...(draft.paused ? { paused: true } : {}),
  }
}

/** The order that makes a run once more as it was. */
export const againOf = (run: {
  set: Record<string, unknown>
  seed: number
  speed: number | null
  endpoint: string | null
  subscription_id: string
}): RunWords => ({
  ...(Object.keys(run.set).length > 0 ? { set: run.set } : {}),
  seed: run.seed,
  ...(run.speed === null ? {} : { speed: run.speed }),
  ...(run.endpoint === null ? { subscription_id: run.subscription_id } : {}),
})
