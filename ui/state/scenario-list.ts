import type { Run, Scenario } from '../../server/wire.ts'

/** The scenarios that hold every word of the search in their name, title or description. */
export function findScenarios(scenarios: readonly Scenario[], q: string): Scenario[] {
  const words = q.toLowerCase().split(/\s+/)
  return scenarios.filter(({ name, title, description }) => {
    const text = [name, title, description].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** One's own before those that come with the sandbox; a group that has none is left out. */
export function groupScenarios(
  scenarios: readonly Scenario[],
): { title: string; source: Scenario['source']; scenarios: Scenario[] }[] {
  const groups = [
    { title: 'Yours', source: 'user' },
    { title: 'Shipped', source: 'shipped' },
  ] as const
  return groups
    .map((group) => ({ ...group, scenarios: scenarios.filter(({ source }) => source === group.source) }))
    .filter((group) => group.scenarios.length > 0)
}

/** Steps that have ended, of all that there are. */
export function progressOf({ steps }: Pick<Run, 'steps'>): { ended: number; all: number } {
  const ended = steps.filter(({ state }) => state !== 'pending' && state !== 'running').length
  return { ended, all: steps.length }
}
