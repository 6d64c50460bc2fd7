/** Checks the event steps of a scenario. */
import type { z } from 'zod'
import { eventNames, kinds } from '../../events/builders.ts'
import { flawsIn, isValidPath, schemaAt, validPaths, valueAt } from '../../events/overrides.ts'
import { suggest } from '../../words/nearest.ts'
import { fitsPattern } from '../../words/pattern.ts'
import { isMap, type Problem } from './problems.ts'
import { refers } from './references.ts'
import type { Place } from './source.ts'

/** What is wrong with the values of an event step, as far as the trigger's refusals can be known before the run. */
export function problemsOfEvent({ event, set, force, payload }: Record<string, unknown>): Problem[] {
  if (typeof event !== 'string' || force === true) return []
  const schemas = eventNames.filter((name) => fitsPattern(event, name)).map((name) => kinds[name].schema)
  if (schemas.length === 0) return []
  if (isMap(payload)) return schemas.flatMap((schema) => flawsAt(['payload'], schema, payload))
  if (!isMap(set)) return []
  return Object.entries(set).flatMap(([path, value]) => {
    const place = ['set', path]
    const having = schemas.filter((schema) => isValidPath(schema, path))
    if (having.length > 0) {
      // Several events each have their own flaws. One set is enough.
      const [first = []] = having
        .map((schema) => flawsAt(place, schemaAt(schema, path) ?? schema, value))
        // Missing fields of an object may be set by their own paths.
        .map((flaws) => flaws.filter((flaw) => valueAt({ set }, flaw.place) !== undefined))
        .filter((flaws) => flaws.length > 0)
      return first
    }
    const paths = [...new Set(schemas.flatMap((schema) => validPaths(schema)))]
    return [
      {
        place,
        message: `set: ${path} is not a path of ${event}. ${suggest(path, paths)}`.replace(/\.$/, ''),
      },
    ]
  })
}

/** A reference is only known during the run, and is checked then. */
const flawsAt = (place: Place, schema: z.ZodType, value: unknown): Problem[] =>
  flawsIn(schema, value)
    .map(({ path, says }) => ({ path: path.map(String), says }))
    .filter(({ path }) => !refers(valueAt(value, path)))
    .map(({ path, says }) => ({
      place: [...place, ...path],
      message: `${[...place, ...path].join('.')}: ${says}`,
    }))
