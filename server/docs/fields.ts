/** Describes the fields of a schema in words: name, type, limits and example. */
import { plural } from '../words/plural.ts'
import { type Document, resolved, type Schema } from './document.ts'
import { namesakesIn, oneForAll } from './namesakes.ts'

/** Patterns that read better in words. Null if the pattern is explained elsewhere. */
const inWords: readonly (readonly [pattern: string, words: string | null])[] = [
  // Explained once, in the guide.
  ['^[^\\p{Cc}\\p{Cs}]*$', null],
  ['^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}\\+00:00$', 'form: date-time'],
  ['^-?\\d+\\.\\d\\d$', 'form: decimal, two places'],
  ['^\\d{1,9}$', 'form: digits'],
  ['^\\d{4}$', 'form: four digits'],
  ['^\\d{4}-(?:0[1-9]|1[0-2])$', 'form: YYYY-MM'],
  ['@', 'contains @'],
  ['^\\/.*', 'begins with /'],
]
/** zod's names for formats that only check a part of a text. They are not worth showing. */
const vague = ['includes', 'starts_with', 'ends_with']

/** The form of a text, in words if possible. */
function formOf({ format, pattern }: { format?: string; pattern?: string }): string | undefined {
  if (format !== undefined && !vague.includes(format)) return `form: ${format}`
  if (pattern === undefined) return undefined
  const known = inWords.find(([one]) => one === pattern)
  return known ? (known[1] ?? undefined) : `pattern: ${pattern}`
}

/** One row of a table of fields. */
export interface FieldRow {
  /** The keys on the way to the field. `[]` follows the name of a list. */
  parents: string
  name: string
  depth: number
  isRequired: boolean
  type: string
  description: string
  limits: string[]
  example: unknown
}

/** The depth of the shown fields. A schema may contain itself. */
const deepest = 6

/** The fields of an object, or of the objects in a list, each followed by its own fields. */
export function fieldRows(document: Document, schema: Schema, parents = '', depth = 0): FieldRow[] {
  if (depth > deepest) return []
  return objectsIn(document, schema).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, given]) => {
      const own = resolved(document, given)
      const inner = `${parents}${name}${listIn(document, own) ? '[]' : ''}.`
      const row = {
        parents,
        name,
        depth,
        isRequired: required.includes(name),
        type: typeOf(document, own),
        description: describedBy(document, name, own),
        limits: limitsOf(document, own),
        example: tellingExample(own),
      }
      return [row, ...fieldRows(document, own, inner, depth + 1)]
    }),
  )
}

/** The meaning of a field. An id without a description has the meaning of its namesakes. */
export const describedBy = (document: Document, name: string, { description }: Schema): string =>
  description ?? (name.endsWith('_id') ? namesakesIn(document).get(name)?.description : undefined) ?? ''

/** An example, unless it only shows a sample id. */
export function tellingExample({ example, examples }: Schema): unknown {
  const told = example ?? examples?.[0]
  return told === oneForAll ? undefined : told
}

const choices = (schema: Schema) => schema.anyOf ?? schema.oneOf ?? []

/** The object schemas of a schema: itself, its items, or its alternatives. */
function objectsIn(document: Document, schema: Schema): Schema[] {
  const own = resolved(document, schema)
  if (own.properties) return [own]
  if (own.items) return objectsIn(document, own.items)
  return [...choices(own), ...(own.allOf ?? [])].flatMap((one) => objectsIn(document, one))
}

const listIn = (document: Document, schema: Schema): boolean =>
  schema.items !== undefined || choices(schema).some((one) => listIn(document, resolved(document, one)))

/** The plural of a type: strings, objects. Phrases such as `list of strings` and `any JSON` do not change. */
const several = (type: string) => (/^\w+$/.test(type) ? `${type}s` : type)

/** A type in words, such as `string or null` or `list of objects`. */
export function typeOf(document: Document, given: Schema): string {
  const schema = resolved(document, given)
  if (choices(schema).length > 0)
    return [...new Set(choices(schema).map((one) => typeOf(document, one)))].join(' or ')
  if (schema.const !== undefined) return schema.const === null ? 'null' : typeof schema.const
  if (schema.items) return `list of ${several(typeOf(document, schema.items))}`
  if (schema.type === undefined)
    return schema.properties ? 'object' : schema.enum ? typeof schema.enum[0] : 'any JSON'
  const name = typeof schema.type === 'string' ? schema.type : schema.type.join(' or ')
  const { additionalProperties: others } = schema
  return name === 'object' &&
    !schema.properties &&
    typeof others === 'object' &&
    Object.keys(others).length > 0
    ? `object of ${several(typeOf(document, others))}`
    : name
}

const json = (value: unknown) => JSON.stringify(value)

/** The limits of a value, one phrase each. */
export function limitsOf(document: Document, schema: Schema): string[] {
  const safe = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined
  const own: (string | false | undefined)[] = [
    schema.enum && `one of ${schema.enum.map(json).join(', ')}`,
    schema.const !== undefined && schema.const !== null && `always ${json(schema.const)}`,
    formOf(schema),
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'entry'),
    between(safe(schema.minimum), safe(schema.maximum)),
    safe(schema.exclusiveMinimum) !== undefined && `more than ${schema.exclusiveMinimum}`,
    safe(schema.exclusiveMaximum) !== undefined && `less than ${schema.exclusiveMaximum}`,
    schema.default !== undefined && `${json(schema.default)} when left out`,
  ]
  const inner = [...choices(schema), ...(schema.items ? [schema.items] : [])]
    .map((one) => resolved(document, one))
    .filter((one) => one.properties === undefined)
    .flatMap((one) => limitsOf(document, one).map((limit) => (schema.items ? `each ${limit}` : limit)))
  return [...new Set([...own.filter((limit) => typeof limit === 'string'), ...inner])]
}

function between(from: number | undefined, to: number | undefined): string | undefined {
  if (from !== undefined && to !== undefined) return `${from} to ${to}`
  if (to !== undefined) return `at most ${to}`
  return from === undefined ? undefined : `at least ${from}`
}

function range(from: number | undefined, to: number | undefined, word: string): string | undefined {
  const said = (count: number) => plural(count, word).replace('entrys', 'entries')
  if (from && to !== undefined) return from === to ? said(from) : `${from} to ${said(to)}`
  if (to !== undefined) return `at most ${said(to)}`
  return from ? `at least ${said(from)}` : undefined
}
