import type { ControlRoute } from './control/route.ts'
import { Failure } from './failures.ts'

/** The refusal of a request that nothing answers. Its fix tells what is nearest: another method, no slash. */
export function unknownRoute(routes: readonly ControlRoute[], method: string, path: string): Failure {
  return new Failure('route_unknown', `Nothing is at ${method} ${path}.`, nearestOf(routes, path))
}

function nearestOf(routes: readonly ControlRoute[], path: string): string | undefined {
  const methodsAt = (where: string) =>
    routes.filter((route) => isAt(route, where)).map((route) => route.method)
  const methods = methodsAt(path)
  if (methods.length > 0) return `There it is ${methods.join(' or ')}.`
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  return bare !== path && methodsAt(bare).length > 0 ? `Leave out the slash at its end: ${bare}.` : undefined
}

const isAt = (route: ControlRoute, path: string) =>
  new RegExp(`^/sandbox${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
