import type { ControlRoute } from '../control/route.ts'
import type { Search } from '../database/search.ts'
import type { RunnerNeeds } from './runs/context.ts'
import { runRoutes } from './runs/routes.ts'
import { createRunner } from './runs/runner.ts'
import type { Library } from './scenarios/library.ts'
import { scenarioRoutes } from './scenarios/routes.ts'

/** Puts scenarios and their runs together. */
export function createScenarios(
  needs: Omit<RunnerNeeds, 'endpointOf'> & {
    library: Library
    search: Search
    ownOrigins(): readonly string[]
  },
) {
  const { runs, search, library } = needs

  function endpointOf(url: string): string | undefined {
    const own = needs.ownOrigins().find((origin) => url.startsWith(`${origin}/in/`))
    if (own === undefined) return undefined
    const [name = ''] = url.slice(own.length + '/in/'.length).split(/[/?#]/)
    return name
  }

  const runner = createRunner({ ...needs, endpointOf })
  const routes: ControlRoute[] = [...scenarioRoutes({ library }), ...runRoutes({ runner, runs, search })]
  return { runner, routes }
}
export type Scenarios = ReturnType<typeof createScenarios>
