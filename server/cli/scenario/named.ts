/** Reads scenarios by name, and makes the paths of runs. */
import { StartError } from '../../failures.ts'
import type { Scenario } from '../../wire.ts'
import { suggest } from '../../words/nearest.ts'
import type { Client } from '../client.ts'

export const scenariosPath = '/sandbox/scenarios'

/** All scenarios, including those with mistakes in their files. */
export const readScenarios = async (client: Client): Promise<Scenario[]> =>
  (await client.get<{ scenarios: Scenario[] }>(scenariosPath, 'scenarios')).scenarios

/** The scenario of this name. Refuses an unknown name. */
export function scenarioNamed(name: string, scenarios: readonly Scenario[]): Scenario {
  const names = scenarios.map((one) => one.name)
  const found = scenarios.find((one) => one.name === name)
  if (!found) throw new StartError(`Unknown scenario: ${name}.`, suggest(name, names))
  return found
}

/** The orders to a run. */
export type RunAct = 'pause' | 'step' | 'resume' | 'stop'

/** The path of a run, or of an order to it. */
export const runPath = (id: string, act = ''): string =>
  `/sandbox/runs/${encodeURIComponent(id)}${act && `/${act}`}`
