/**
 * The functions of zod whose schemas are built when they are first used. Most schemas describe routes and records that a
 * run never meets. Building all of them took a third of the start.
 */
import * as zod from 'zod/v4'

export * from 'zod/v4'

/** The methods that derive a schema from a schema. Every other access builds the schema. */
const derivations = new Set(
  'catch default describe endsWith extend gt loose max meta min nullable nullish omit optional partial pick pipe positive prefault refine regex safeExtend startsWith superRefine toLowerCase transform trim unwrap'.split(
    ' ',
  ),
)
/** The derivations of an object schema that keep its fields. */
const keepingFields = new Set(['describe', 'meta', 'refine', 'superRefine'])

/** Reads the schema behind a late schema. */
const built = Symbol('built')

type Make<Schema> = (...given: never[]) => Schema

/** A schema that `build` makes on first use. The fields of an object schema can be read before that. */
function late(build: () => object, shape?: unknown): object {
  let schema: object | undefined
  function real(): object {
    schema ??= build()
    return schema
  }
  return new Proxy(
    {},
    {
      get(_, name) {
        if (name === built) return real()
        if (schema === undefined && name === 'shape' && shape !== undefined) return shape
        if (schema !== undefined || typeof name !== 'string' || !derivations.has(name))
          return Reflect.get(real(), name)
        return (...given: unknown[]) => {
          const derive = () => Reflect.get(real(), name)(...given.map(withBuilt))
          // meta() without an argument reads.
          if (given.length === 0 && name === 'meta') return derive()
          return late(derive, keepingFields.has(name) ? shape : undefined)
        }
      },
      has: (_, name) => (name === 'shape' && shape !== undefined) || Reflect.has(real(), name),
    },
  )
}

const builtOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (Reflect.get(value, built) ?? value) : value

/** An argument with the schemas behind late schemas: zod knows a schema by its identity. */
function withBuilt(given: unknown): unknown {
  const argument = builtOf(given)
  if (Array.isArray(argument)) return argument.map(builtOf)
  if (typeof argument !== 'object' || argument === null) return argument
  if (Object.getPrototypeOf(argument) !== Object.prototype) return argument
  return Object.fromEntries(Object.entries(argument).map(([name, value]) => [name, builtOf(value)]))
}

/** A function of zod whose schema is built late; `shaped` if its first argument is the fields of an object. */
const lately = <Factory extends Make<object>>(make: Factory, shaped = false) =>
  ((...given: unknown[]) =>
    late(
      () => make(...(given.map(withBuilt) as never[])),
      shaped ? given[0] : undefined,
    )) as unknown as Factory

const lateEnum = lately(zod.enum)

export { lateEnum as enum }
export const array = lately(zod.array)
export const base64 = lately(zod.base64)
export const boolean = lately(zod.boolean)
export const discriminatedUnion = lately(zod.discriminatedUnion)
export const int = lately(zod.int)
export const literal = lately(zod.literal)
export const looseObject = lately(zod.looseObject, true)
export const number = lately(zod.number)
export const object = lately(zod.object, true)
export const preprocess = lately(zod.preprocess)
export const record = lately(zod.record)
export const strictObject = lately(zod.strictObject, true)
export const string = lately(zod.string)
export const tuple = lately(zod.tuple)
export const union = lately(zod.union)
export const unknown = lately(zod.unknown)
export const uuid = lately(zod.uuid)
export const toJSONSchema = ((schema: object, ...given: []) =>
  zod.toJSONSchema(builtOf(schema) as zod.ZodType, ...given)) as typeof zod.toJSONSchema
