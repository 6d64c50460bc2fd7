/** Finds the members of a payload that its schema does not know. */
import { z } from 'zod'

/** The members a payload may have. Undefined if any value is allowed. */
interface Known {
  members?: ReadonlyMap<string, Known>
  each?: Known
}

function knownOf(schema: z.ZodType): Known {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return knownOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return { each: knownOf(schema.element as z.ZodType) }
  if (!(schema instanceof z.ZodObject)) return {}
  return {
    members: new Map(Object.entries(schema.shape).map(([name, inner]) => [name, knownOf(inner)])),
  }
}

/** The dotted paths of unknown members, at most `most`. Created once for each schema. */
export function straysOf(schema: z.ZodType): (payload: unknown, most: number) => string[] {
  const root = knownOf(schema)
  return function strays(payload, most) {
    const found: string[] = []
    function walk(value: unknown, { members, each }: Known, path: string) {
      if (typeof value !== 'object' || value === null || found.length >= most) return
      if (each && Array.isArray(value))
        for (const [at, item] of value.entries()) walk(item, each, `${path}${at}.`)
      if (!members || Array.isArray(value)) return
      for (const name in value) {
        const inner = members.get(name)
        if (!inner) found.push(`${path}${name}`)
        else if (inner.members || inner.each)
          walk((value as Record<string, unknown>)[name], inner, `${path}${name}.`)
      }
    }
    walk(payload, root, '')
    return found.slice(0, most)
  }
}
