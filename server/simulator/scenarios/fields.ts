/** Checks paths and values in the expectations of a scenario. */
import { z } from 'zod'
import { bareSchema, partsOf, schemaAt } from '../../schema/issues.ts'
import * as wire from '../../wire.ts'
import { suggest } from '../../words/nearest.ts'
import type { Expectable } from './kinds.ts'

/** The JSON schema of each kind of record. */
const rows: Record<Expectable, z.ZodType> = {
  delivery: wire.delivery,
  capture: wire.capture,
  event: wire.event,
  call: wire.call,
}

/** Why a dotted path does not exist in a kind of record, or undefined. */
export const flawOfPath = (kind: Expectable, path: readonly string[]): string | undefined =>
  flawIn(rows[kind], path, kind)

/** Why a value is impossible at a path, or undefined. */
export function flawOfValue(kind: Expectable, path: readonly string[], value: unknown): string | undefined {
  if (typeof value === 'object') return undefined
  const schema = schemaAt(rows[kind], path)
  if (schema instanceof z.ZodObject) return `has fields; ${fieldMeant(path, schema.shape, value)}`
  if (typeof value !== 'string' || value.includes('*')) return undefined
  if (schema instanceof z.ZodNumber)
    return Number.isNaN(Number(value)) ? `is a number, never ${value}` : undefined
  if (!(schema instanceof z.ZodEnum)) return undefined
  const values = schema.options.map(String)
  return values.includes(value)
    ? undefined
    : `is never ${value}. ${suggest(value, values)}`.replace(/\.$/, '')
}

/** The field that was probably meant, if an expectation only names the object. */
function fieldMeant(path: readonly string[], fields: Record<string, z.ZodType>, value: unknown): string {
  const paths = Object.keys(fields).map((name) => [...path, name].join('.'))
  const having = Object.values(fields).findIndex((field) => {
    const schema = bareSchema(field)
    return schema instanceof z.ZodEnum && schema.options.includes(String(value))
  })
  return having < 0 ? `name one of them: ${paths.join(', ')}` : `did you mean ${paths[having]}?`
}

function flawIn(schema: z.ZodType, [word, ...rest]: readonly string[], above: string): string | undefined {
  if (word === undefined) return undefined
  const here = bareSchema(schema)
  if (here instanceof z.ZodArray) {
    if (!/^\d+$/.test(word)) return `${above} is a list: give an index, such as ${above}.0`
    return flawIn(here.element as z.ZodType, rest, `${above}.${word}`)
  }
  const parts = partsOf(here)
  if (parts === undefined) return undefined
  const names = Object.keys(parts)
  if (names.length === 0) return `${above} has no fields`
  const part = Object.hasOwn(parts, word) ? parts[word] : undefined
  return part
    ? flawIn(part, rest, `${above}.${word}`)
    : `${word} is not a field of ${above}. ${suggest(word, names)}`.replace(/\.$/, '')
}
