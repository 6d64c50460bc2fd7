import { z } from 'zod'
import { suggest } from '../../nearest.ts'
import * as wire from '../../wire.ts'
import type { Expectable } from './kinds.ts'
import type { Place } from './source.ts'

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

/** The keys that may stand at a place of what a schema is for. */
export function keysAt(schema: z.ZodType, place: Place): string[] {
  const here = schemaAt(schema, place)
  return Object.keys((here && partsOf(here)) ?? {})
}

/** Without what says that it may be missing. */
function bare(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? bare(schema.unwrap() as z.ZodType)
    : schema
}

/** What the parts of a schema are called; undefined where anything may stand. */
function partsOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  if (schema instanceof z.ZodObject) return schema.shape
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion)
    return Object.assign({}, ...schema.options.map((one) => partsOf(bare(one as z.ZodType)) ?? {}))
  if (schema instanceof z.ZodArray || schema instanceof z.ZodTuple || schema instanceof z.ZodRecord)
    return undefined
  return schema instanceof z.ZodUnknown ? undefined : {}
}

function flawIn(schema: z.ZodType, [word, ...rest]: readonly string[], above: string): string | undefined {
  if (word === undefined) return undefined
  const here = bare(schema)
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

function schemaAt(schema: z.ZodType, [word, ...rest]: Place): z.ZodType | undefined {
  const here = bare(schema)
  if (word === undefined) return here
  const part = /^\d+$/.test(String(word)) ? elementOf(here) : partsOf(here)?.[word]
  return part && schemaAt(part, rest)
}

/** What stands in a list, or in what may be one. */
function elementOf(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType
  if (!(schema instanceof z.ZodUnion)) return undefined
  return schema.options.map((one) => elementOf(bare(one as z.ZodType))).find((one) => one !== undefined)
}
