import type { ControlRoute } from '../api/route.ts'
import type { Search } from '../database/search.ts'
import type { RunnerNeeds } from './runs/context.ts'
import { runRoutes } from './runs/routes.ts'
import { createRunner } from './runs/runner.ts'
import type { Library } from './scenarios/library.ts'
import { scenarioRoutes } from './scenarios/routes.ts'

/** Puts scenarios and their runs together. */
export function createScenarios(
  needs: RunnerNeeds & {
    library: Library
    search: Search
  },
) {
  const { runs, search, library } = needs

  const runner = createRunner(needs)
  const routes: ControlRoute[] = [...scenarioRoutes({ library }), ...runRoutes({ runner, runs, search })]
  return { runner, routes }
}
export type Scenarios = ReturnType<typeof createScenarios>
