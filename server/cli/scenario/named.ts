/** Reads scenarios by name, and makes the paths of runs. */
import type { Scenario } from '../../wire.ts'
import type { Client } from '../client.ts'

export const scenariosPath = '/sandbox/scenarios'

/** All scenarios, including those with mistakes in their files. */
export const readScenarios = async (client: Client): Promise<Scenario[]> =>
  (await client.get<{ scenarios: Scenario[] }>(scenariosPath, 'scenarios')).scenarios

export const readScenario = (name: string, client: Client) =>
  client.get<{ scenario: Scenario }>(`${scenariosPath}/${encodeURIComponent(name)}`, 'scenario')

/** The orders to a run. */
export type RunAct = 'pause' | 'step' | 'resume' | 'stop'

/** The path of a run, or of an order to it. */
export const runPath = (id: string, act = ''): string =>
  `/sandbox/runs/${encodeURIComponent(id)}${act && `/${act}`}`
