/** Puts scenarios and their runs together, with their routes. */
import { z } from 'zod'
import { wholeListRoute } from '../api/lists.ts'
import { type ControlRoute, route } from '../api/route.ts'
import type { Search } from '../database/search.ts'
import * as wire from '../wire.ts'
import type { RunnerNeeds } from './runs/context.ts'
import { runRoutes } from './runs/routes.ts'
import { createRunner } from './runs/runner.ts'
import type { Library } from './scenarios/library.ts'

function scenarioRoutes({ library }: { library: Library }): ControlRoute[] {
  return [
    wholeListRoute({
      path: '/scenarios',
      operationId: 'listScenarios',
      summary: 'The scenarios by name',
      description: "The config's folder is read again each time.",
      row: wire.scenario,
      answer: 'All scenarios, or a page if one is requested',
      all: library.list,
    }),
    route({
      method: 'GET',
      path: '/scenarios/{name}',
      operationId: 'getScenario',
      summary: 'One scenario with its file',
      success: { status: 200, description: 'The scenario', schema: z.object({ scenario: wire.scenario }) },
      errors: ['scenario_unknown'],
      run: async ({ params }) => ({ scenario: await library.one(params.name ?? '') }),
    }),
  ]
}

/** Puts scenarios and their runs together. */
export function createScenarios({ search, ...needs }: RunnerNeeds & { library: Library; search: Search }) {
  const { runs, library } = needs
  const runner = createRunner(needs)
  const routes: ControlRoute[] = [...scenarioRoutes({ library }), ...runRoutes({ runner, runs, search })]
  return { runner, routes }
}
export type Scenarios = ReturnType<typeof createScenarios>
