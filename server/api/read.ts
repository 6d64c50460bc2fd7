/** Reads the query and the body of a control request by their schemas. A refusal says what to send instead. */
import type { Context } from 'hono'
import { z } from 'zod'
import { textOf } from '../body/body-text.ts'
import { type FailureCode, fail, failFields } from '../failures.ts'
import { inCoding, isJsonType } from '../http/read-limited.ts'
import { findingRepeatedKey, sourceAt, withoutBlanks } from '../json/json-source.ts'
import { type Pausable, runAtOnce } from '../memory/in-slices.ts'
import { entryOf } from '../schema/each.ts'
import {
  bareSchema,
  type Issue,
  issuesOf,
  keysAt,
  meantBy,
  refusedIn,
  saidOf,
  schemaAt,
  toLeaveOut,
} from '../schema/issues.ts'
import type { Said } from '../words/act.ts'
import { suggest } from '../words/nearest.ts'
import { plural } from '../words/plural.ts'

/** Reads a query by its schema. Refuses unknown and repeated parameters. */
export function readQuery<Query extends z.ZodObject>(schema: Query, given: URLSearchParams): z.output<Query> {
  const known = Object.keys(schema.shape)
  const seen = new Set<string>()
  for (const name of given.keys()) {
    if (!known.includes(name))
      fail(
        'invalid_query',
        `Unknown parameter: ${name}.`,
        known.length > 0 ? suggest(name, known) : 'Remove it.',
      )
    if (seen.has(name))
      fail(
        'invalid_query',
        `The parameter ${name} is given more than once.`,
        'Give it once. To filter by several values, separate them by commas.',
      )
    seen.add(name)
  }
  return parse(schema, Object.fromEntries(given), 'invalid_query') as z.output<Query>
}

/** Reads a body by its schema, with pauses. A refusal says what to send. */
export function* readingJson(
  c: Context,
  bytes: Buffer | 'too-large',
  { schema, limit }: { schema: z.ZodType; limit: number },
): Pausable<unknown> {
  if (bytes === 'too-large')
    return fail('body_too_large', `The body is larger than ${plural(limit, 'byte')}.`)
  // If every field is optional, the body is too. A bare POST then needs no Content-Type.
  if (bytes.length === 0) return parseNothing(schema)
  if (!isJsonType(c.req.header('content-type') ?? null))
    fail('content_type', 'The Content-Type of the body is not JSON.')
  const text = textOf(bytes)
  if (text === undefined)
    return fail(
      'body_malformed',
      `The body is not valid UTF-8${inCoding(c.req.header('content-encoding') ?? null)}.`,
    )
  const value = objectOf(text, 'body')
  yield
  yield* refuseFlaws(value, 'body')
  yield* refuseRepeated(text)
  yield
  const read = parse(schema, value, 'invalid_field')
  const issues = yield* checkingEach(schema, read)
  return issues.length === 0 ? read : refuse({ schema, value, issues, code: 'invalid_field' })
}

/** Checks the entries of lists that `eachOf` declares, in place, with a pause after each. Returns what is wrong. */
function* checkingEach(schema: z.ZodType, read: unknown, place: PropertyKey[] = []): Pausable<Issue[]> {
  const issues: Issue[] = []
  if (!(schema instanceof z.ZodObject) || !isObject(read)) return issues
  for (const [name, inner] of Object.entries(read)) {
    const part = schema.shape[name]
    const bare = part && bareSchema(part)
    const entry = bare && entryOf(bare)
    if (entry && Array.isArray(inner))
      for (const [i, one] of inner.entries()) {
        const { success, data, error } = entry.safeParse(one)
        if (success) inner[i] = data
        else
          for (const issue of error.issues)
            issues.push({ ...issue, path: [...place, name, i, ...issue.path] })
        yield
      }
    else if (bare) issues.push(...(yield* checkingEach(bare, inner, [...place, name])))
  }
  return issues
}

/** The sandbox sends or returns these fields as written, including deliberate oddities. */
const asWritten = ['payload', 'body']

/** Refuses a key that occurs twice in one object. A parser would silently drop all but the last. */
function* refuseRepeated(text: string): Pausable<void> {
  const repeated = yield* findingRepeatedKey(text, asWritten)
  if (repeated)
    failFields(
      'invalid_field',
      [{ path: repeated.path, problem: 'the key occurs more than once' }],
      'Write it once.',
    )
}

/** A field of a body as written, without the blanks between its tokens. */
export function writtenIn(bytes: Buffer | 'too-large', field: string): string | undefined {
  const source = bytes === 'too-large' ? undefined : sourceAt(bytes.toString('utf8'), [field])
  return source === undefined ? undefined : withoutBlanks(source)
}

/** Parses a missing body. If the schema has required fields, the refusal says what to send. */
function parseNothing(schema: z.ZodType): unknown {
  const parsed = schema.safeParse({})
  if (parsed.success) return parsed.data
  const issues = issuesOf(parsed.error, {})
  const names = issues.flatMap(({ path: [name] }) => (name === undefined ? [] : [String(name)]))
  const wanted = issues.map((issue) => [...issue.path, saidOf(issue)].join(' ')).join('; ')
  return fail('body_malformed', `The request has no body: ${wanted}.`, whatToSend(schema, names))
}

/** Says which fields to send, with example values if all of them have examples. Undefined if the schema names no field. */
function whatToSend(schema: z.ZodType, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const known = names.map((name) => [name, schemaAt(schema, [name])?.meta()?.example])
  return known.every(([, example]) => example !== undefined)
    ? `Send a JSON object, such as ${JSON.stringify(Object.fromEntries(known))}.`
    : `Send a JSON object with ${names.join(' and ')}.`
}

/**
 * Parses a text that must be one JSON object.
 * @param name the text's name in a refusal
 */
export function objectIn(text: string, name: string): Record<string, unknown> {
  const value = objectOf(text, name)
  runAtOnce(refuseFlaws(value, name))
  return value
}

function objectOf(text: string, name: string): Record<string, unknown> {
  // The parser's message would show the mark itself, which is invisible.
  if (text.startsWith('\ufeff'))
    fail(
      'body_malformed',
      `The ${name} is not valid JSON: it begins with a byte order mark (EF BB BF).`,
      'Save it as UTF-8 without a byte order mark.',
    )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return fail(
      'body_malformed',
      `The ${name} is not valid JSON: ${error instanceof Error ? error.message : error}.`,
    )
  }
  if (isObject(value)) return value
  return fail('invalid_field', `The ${name} must be one JSON object.`, 'Write it as {"field": value}.')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The deepest nesting of a body: far deeper than any event, and well below the depth at which JSON.stringify fails. */
const deepest = 500

/** How many values are examined without a pause. */
const valuesAtOnce = 2000

/** Refuses flaws of a body that no schema reports. */
function* refuseFlaws(body: unknown, name: string): Pausable<void> {
  let level = [body]
  let examined = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) fail('invalid_field', `${name}: it is nested more than ${deepest} levels deep.`)
    const next: unknown[] = []
    for (const value of level) {
      if (++examined % valuesAtOnce === 0) yield
      if (typeof value !== 'object' || value === null) continue
      // Schemas drop this key silently.
      if (Object.hasOwn(value, '__proto__'))
        fail('invalid_field', `${name}: the key __proto__ is not allowed.`)
      for (const inner of Object.values(value)) next.push(inner)
    }
    level = next
  }
}

/**
 *
 * @param known the keys of every form of the object, since the key may belong to another form than the one meant
 */
const fixOfKey = (unknown: string, known: readonly string[]): string =>
  known.includes(unknown)
    ? `${unknown} cannot be combined with the other fields: remove one or the other.`
    : suggest(unknown, known)

function parse(schema: z.ZodType, value: unknown, code: FailureCode): unknown {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : refuse({ schema, value, issues: parsed.error.issues, code })
}

function refuse(found: {
  schema: z.ZodType
  value: unknown
  issues: readonly Issue[]
  code: FailureCode
}): never {
  const { schema, value, code } = found
  const issues = issuesOf(found, value)
  const fixOf = (issue: Issue): Said | undefined => {
    const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : []
    if (unknown !== undefined) return fixOfKey(unknown, keysAt(schema, issue.path))
    const needless = toLeaveOut(issue, value, schema)
    if (needless !== undefined) return `${needless} cannot be null: leave it out.`
    const meant = meantBy(issue, value)
    if (meant !== undefined) return `Did you mean ${meant}?`
    // Such as the call that lists every value.
    return issue.code === 'custom' ? issue.params?.fix : undefined
  }
  const [fix] = issues.map(fixOf).filter((one) => one !== undefined)
  return failFields(code, issues.map(refusedIn), fix)
}
