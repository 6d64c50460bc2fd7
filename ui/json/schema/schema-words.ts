/** Words for the types and formats of a JSON Schema. */
/** A part of a JSON Schema as zod writes it. */
export type Schema = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema, or the target of its `$ref`; an empty schema if the target is missing. */
export function resolved(schema: unknown, root: unknown): Schema {
  if (!isRecord(schema)) return {}
  if (typeof schema.$ref !== 'string') return schema
  const found = schema.$ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((key) => key !== '')
    .reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), root)
  return isRecord(found) && found !== schema ? found : {}
}

/** The alternatives of a value; one, unless the schema has a choice. */
export function branchesOf(schema: Schema, root: unknown): Schema[] {
  const choice = schema.anyOf ?? schema.oneOf
  return Array.isArray(choice) ? choice.flatMap((one) => branchesOf(resolved(one, root), root)) : [schema]
}

/** The JSON types of a schema; none if the schema names none. */
export function typesOf(schema: Schema): string[] {
  if (Array.isArray(schema.type)) return schema.type.map(String)
  if (typeof schema.type === 'string') return [schema.type]
  if ('const' in schema) return [typeOf(schema.const)]
  return Array.isArray(schema.enum) ? [...new Set(schema.enum.map(typeOf))] : []
}

export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** A type with its article: `a string`, `null`. */
export function typeWords(type: string): string {
  if (type === 'null') return 'null'
  return `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`
}

const formats: Record<string, string> = {
  uuid: 'a UUID',
  date: 'a date such as 2026-01-31',
  'date-time': 'a time such as 2026-01-31T09:00:00Z',
  email: 'an email address',
  uri: 'a URL',
}
/** The name of a format; undefined for unknown formats. */
export const formatWords = (format: unknown): string | undefined =>
  typeof format === 'string' ? formats[format] : undefined

/** `a, b or c`. */
export const choiceOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
