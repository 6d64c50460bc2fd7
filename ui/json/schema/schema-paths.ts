/** Lists the paths of a schema, and parses typed values by it. */
import { branchesOf, choiceOf, isRecord, resolved, type Schema, typesOf } from './schema-words.ts'

/** A path that `set` takes, and its schema. */
export interface SchemaPath {
  /** Dotted; 0 means every array item. */
  path: string
  depth: number
  /** The types in words: `uuid or null`, `object`, `list of strings`. */
  type: string
  /** The accepted JSON types. */
  types: string[]
  /** The allowed values, if the schema lists them. */
  values: string[]
  description: string
  /** Whether the member is optional. */
  optional: boolean
  /** The schema of the value. */
  schema: Schema
}

/** Every path of a schema in order, parents first. Skips levels deeper than eight, because a schema may refer to itself. */
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

/** The schema of a typed path; any array index counts as the first. */
export function knownPath(paths: readonly SchemaPath[], typed: string): SchemaPath | undefined {
  const path = typed
    .split('.')
    .map((key) => (/^\d+$/.test(key) ? '0' : key))
    .join('.')
  return paths.find((one) => one.path === path)
}

/** How to read a typed value: as text, or as JSON. */
export type Reading = 'text' | 'json'

/** The reading that fits the schema: text if the schema takes text, or if nothing is known. */
export const readingOf = (types: readonly string[]): Reading =>
  types.length === 0 || types.includes('string') ? 'text' : 'json'

/** Parses a typed value. `null` is null if the schema allows null; text that is not JSON is text. */
export function readValue(typed: string, types: readonly string[], reading = readingOf(types)): unknown {
  if (typed === 'null' && types.includes('null')) return null
  if (reading === 'text') return typed
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}
