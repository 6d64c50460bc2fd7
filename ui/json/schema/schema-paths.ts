import { branchesOf, choiceOf, isRecord, resolved, type Schema, typesOf } from './schema-words.ts'

/** A path that `set` takes, and what the schema says of its value. */
export interface SchemaPath {
  /** Dotted; 0 stands for each place of a list. */
  path: string
  depth: number
  /** Its types in a word or two: `uuid or null`, `object`, `list of strings`. */
  type: string
  /** JSON's types that it takes. */
  types: string[]
  /** Those it may have, where the schema lists them. */
  values: string[]
  description: string
  /** Whether it may be left out. */
  optional: boolean
  /** What its value is checked by. */
  schema: Schema
}

/** Every path in a JSON Schema in its order, what holds others before what it holds. A schema may refer to itself: deeper than eight levels is left out. */
export function schemaPaths(schema: unknown): SchemaPath[] {
  return membersOf(resolved(schema, schema), '', 0)

  function membersOf(holder: Schema, prefix: string, depth: number): SchemaPath[] {
    if (depth >= 8) return []
    return branchesOf(holder, schema).flatMap((branch) => {
      if (branch.items !== undefined) return pathsOf(branch.items, `${prefix}0`, depth, false)
      const required = Array.isArray(branch.required) ? branch.required : []
      const properties = isRecord(branch.properties) ? branch.properties : {}
      return Object.entries(properties).flatMap(([name, child]) =>
        pathsOf(child, `${prefix}${name}`, depth, !required.includes(name)),
      )
    })
  }

  function pathsOf(child: unknown, path: string, depth: number, optional: boolean): SchemaPath[] {
    const here = resolved(child, schema)
    const branches = branchesOf(here, schema)
    const own: SchemaPath = {
      path,
      depth,
      type: choiceOf([...new Set(branches.flatMap((branch) => wordsOf(branch, schema)))]),
      types: [...new Set(branches.flatMap(typesOf))],
      values: branches.flatMap(valuesOf),
      description: typeof here.description === 'string' ? here.description : '',
      optional,
      schema: here,
    }
    return [own, ...membersOf(here, `${path}.`, depth + 1)]
  }
}

const valuesOf = (schema: Schema): string[] => {
  if (Array.isArray(schema.enum)) return schema.enum.map(plain)
  return 'const' in schema ? [plain(schema.const)] : []
}
const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function wordsOf(schema: Schema, root: unknown): string[] {
  if (schema.items !== undefined) {
    const inner = branchesOf(resolved(schema.items, root), root).flatMap((branch) => wordsOf(branch, root))
    return [`list of ${choiceOf([...new Set(inner)])}s`]
  }
  const format = typeof schema.format === 'string' ? schema.format : null
  return typesOf(schema).map((type) => (type === 'string' && format !== null ? format : type))
}

/** What is known of a path as it was typed: any place of a list counts as its first. */
export function knownPath(paths: readonly SchemaPath[], typed: string): SchemaPath | undefined {
  const path = typed
    .split('.')
    .map((key) => (/^\d+$/.test(key) ? '0' : key))
    .join('.')
  return paths.find((one) => one.path === path)
}

/** How what is typed becomes a value: as it stands, or as the JSON it is. */
export type Reading = 'text' | 'json'

/** The reading that fits the schema's types: text where that is what it takes, or nothing is known of it. */
export const readingOf = (types: readonly string[]): Reading =>
  types.length === 0 || types.includes('string') ? 'text' : 'json'

/** Reads what was typed; `null` is null where the schema lets it be, and what is no JSON is text. */
export function readValue(typed: string, types: readonly string[], reading = readingOf(types)): unknown {
  if (typed === 'null' && types.includes('null')) return null
  if (reading === 'text') return typed
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}
