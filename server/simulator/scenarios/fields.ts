import { z } from 'zod'
import { bareSchema, partsOf, schemaAt } from '../../issues.ts'
import { suggest } from '../../nearest.ts'
import * as wire from '../../wire.ts'
import type { Expectable } from './kinds.ts'

/** What a row of each kind holds, as it is told. */
const rows: Record<Expectable, z.ZodType> = {
  delivery: wire.delivery,
  capture: wire.capture,
  event: wire.event,
  call: wire.call,
}

/** Why a dotted path leads nowhere in what is told of a kind, or undefined. */
export const flawOfPath = (kind: Expectable, path: readonly string[]): string | undefined =>
  flawIn(rows[kind], path, kind)

/** Why a value can never stand at a path, or undefined. */
export function flawOfValue(kind: Expectable, path: readonly string[], value: unknown): string | undefined {
  const schema = schemaAt(rows[kind], path)
  if (!(schema instanceof z.ZodEnum) || typeof value !== 'string' || value.includes('*')) return undefined
  const values = schema.options.map(String)
  return values.includes(value)
    ? undefined
    : `is never ${value}. ${suggest(value, values)}`.replace(/\.$/, '')
}

function flawIn(schema: z.ZodType, [word, ...rest]: readonly string[], above: string): string | undefined {
  if (word === undefined) return undefined
  const here = bareSchema(schema)
  if (here instanceof z.ZodArray) {
    if (!/^\d+$/.test(word)) return `${above} is a list: name a place, such as ${above}.0`
    return flawIn(here.element as z.ZodType, rest, `${above}.${word}`)
  }
  const parts = partsOf(here)
  if (parts === undefined) return undefined
  const names = Object.keys(parts)
  if (names.length === 0) return `${above} has no fields`
  const part = Object.hasOwn(parts, word) ? parts[word] : undefined
  return part
    ? flawIn(part, rest, `${above}.${word}`)
    : `${word} is no field of ${above}. ${suggest(word, names)}`.replace(/\.$/, '')
}
