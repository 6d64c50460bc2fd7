import { StartError } from '../../failures.ts'
import type { Scenario } from '../../wire.ts'
import { suggest } from '../../words/nearest.ts'
import type { Client } from '../client.ts'

export const scenariosPath = '/sandbox/scenarios'

/** All that the sandbox knows, those with mistakes in their files included. */
export const readScenarios = async (client: Client): Promise<Scenario[]> =>
  (await client.get<{ scenarios: Scenario[] }>(scenariosPath, 'scenarios')).scenarios

/** The one of this name; refused with the nearest. */
export function scenarioNamed(name: string, scenarios: readonly Scenario[]): Scenario {
  const names = scenarios.map((one) => one.name)
  const found = scenarios.find((one) => one.name === name)
  if (!found) throw new StartError(`There is no scenario named ${name}.`, suggest(name, names))
  return found
}

/** What can be done to a run under way. */
export type RunAct = 'pause' | 'step' | 'resume' | 'stop'

/** The path of a run, or of what is done to it. */
export const runPath = (id: string, act = ''): string =>
  `/sandbox/runs/${encodeURIComponent(id)}${act && `/${act}`}`
