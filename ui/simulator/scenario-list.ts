/** Searches and groups scenarios, and words a run's progress. */

import type { Run, RunStep, Scenario } from '../../server/wire.ts'
import { haveWords } from '../place/have-words.ts'

/** The scenarios whose name, title or description contains every search word. */
export const findScenarios = (scenarios: readonly Scenario[], q: string): Scenario[] =>
  scenarios.filter(({ name, title, description }) => haveWords(q, [name, title, description]))

/** The user's scenarios come before the included ones. Empty groups are left out. */
export function groupScenarios(
  scenarios: readonly Scenario[],
): { title: string; source: Scenario['source']; scenarios: Scenario[] }[] {
  const groups = [
    { title: 'Your scenarios', source: 'user' },
    { title: 'Included scenarios', source: 'shipped' },
  ] as const
  return groups
    .map((group) => ({ ...group, scenarios: scenarios.filter(({ source }) => source === group.source) }))
    .filter((group) => group.scenarios.length > 0)
}

/** Finished steps and all steps. */
export function progressOf({ steps }: Pick<Run, 'steps'>): { ended: number; all: number } {
  const ended = steps.filter(({ state }) => state !== 'pending' && state !== 'running').length
  return { ended, all: steps.length }
}

/** How far a run got, shown after its state: ` · 3 of 5 steps`, ` at step 3 of 5`. */
export function reachWords({ state, steps }: Pick<Run, 'state' | 'steps'>): string {
  const { ended, all } = progressOf({ steps })
  if (state === 'failed' || state === 'stopped') {
    // A nested step comes after its parent.
    const last = steps.findLast((step) => step.state === state)
    if (last) return ` at step ${placeWords(last, steps)}`
    const next = steps.find((step) => step.state === 'skipped' && step.started_at === null)
    if (next) return ` before step ${placeWords(next, steps)}`
  }
  return ` · ${ended} of ${all} ${all === 1 ? 'step' : 'steps'}`
}

/** The number of a step. With nested steps, also its place among all steps. */
function placeWords(step: RunStep, steps: readonly RunStep[]): string {
  const isNested = steps.some(({ index }) => index.includes('.'))
  const place = `${steps.indexOf(step) + 1} of ${steps.length}`
  return isNested ? `${step.index} (${place})` : place
}
