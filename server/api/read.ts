/** Reads the query and the body of a control request by their schemas, and refuses what does not fit with what to do. */
import type { Context } from 'hono'
import type { z } from 'zod'
import { type FailureCode, fail } from '../failures.ts'
import { inCoding, isJsonType, utf8Text } from '../http/read-limited.ts'
import { repeatedKey, sourceAt, withoutBlanks } from '../json/json-source.ts'
import { inPart, issuesOf, keysAt, meantBy, saidOf, schemaAt, toLeaveOut } from '../schema/issues.ts'
import { suggest } from '../words/nearest.ts'
import { plural } from '../words/plural.ts'

/** A query by its schema; refuses what that does not know, and what is given more than once. */
export function readQuery<Query extends z.ZodObject>(schema: Query, given: URLSearchParams): z.output<Query> {
  const known = Object.keys(schema.shape)
  const seen = new Set<string>()
  for (const name of given.keys()) {
    if (!known.includes(name))
      fail(
        'invalid_query',
        `${name} is no parameter here.`,
        known.length > 0 ? suggest(name, known) : 'Leave it out.',
      )
    if (seen.has(name))
      fail(
        'invalid_query',
        `${name} is given more than once.`,
        'Give it once: a filter takes several values with commas between.',
      )
    seen.add(name)
  }
  return parse(schema, Object.fromEntries(given), 'invalid_query') as z.output<Query>
}

/** A body by its schema; refuses what that does not take, with what to send. */
export function readJson(
  c: Context,
  bytes: Buffer | 'too-large',
  { schema, limit }: { schema: z.ZodType; limit: number },
): unknown {
  if (bytes === 'too-large')
    return fail('body_too_large', `The body is larger than ${plural(limit, 'byte')}.`)
  // A body is optional where every field is: a bare POST needs no header either.
  if (bytes.length === 0) return parseNothing(schema)
  if (!isJsonType(c.req.header('content-type') ?? null))
    fail('content_type', 'The body is not declared as JSON.')
  const text = utf8Text(bytes)
  if (text === undefined)
    return fail(
      'body_malformed',
      `The body is not UTF-8${inCoding(c.req.header('content-encoding') ?? null)}.`,
    )
  const value = objectIn(text, 'body')
  refuseRepeated(text)
  return parse(schema, value, 'invalid_field')
}

/** What is in these is sent or answered as it is written, and may be odd on purpose. */
const asWritten = ['payload', 'body']

/** Refuses a key that stands twice in one object: all but the last would be dropped without a word. */
function refuseRepeated(text: string) {
  const repeated = repeatedKey(text, asWritten)
  if (repeated)
    fail(
      'invalid_field',
      `${repeated.path.join('.').slice(0, 200)}: is given more than once.`,
      'Give it once.',
    )
}

/** A field of a body as it was written, except the blanks between its tokens. */
export function writtenIn(bytes: Buffer | 'too-large', field: string): string | undefined {
  const source = bytes === 'too-large' ? undefined : sourceAt(bytes.toString('utf8'), [field])
  return source === undefined ? undefined : withoutBlanks(source)
}

/** What a schema makes of a body that is not there; where it wants more than nothing, refuses with what to send. */
function parseNothing(schema: z.ZodType): unknown {
  const parsed = schema.safeParse({})
  if (parsed.success) return parsed.data
  const issues = issuesOf(parsed.error, {})
  const names = issues.flatMap(({ path: [name] }) => (name === undefined ? [] : [String(name)]))
  const wanted = issues.map((issue) => [...issue.path, saidOf(issue)].join(' ')).join('; ')
  return fail('body_malformed', `The request has no body: ${wanted}.`, whatToSend(schema, names))
}

/** The fields to send, with values where all have an example; undefined where none is named. */
function whatToSend(schema: z.ZodType, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const known = names.map((name) => [name, schemaAt(schema, [name])?.meta()?.example])
  return known.every(([, example]) => example !== undefined)
    ? `Send a JSON object, such as ${JSON.stringify(Object.fromEntries(known))}.`
    : `Send a JSON object with ${names.join(' and ')}.`
}

/**
 * The object that a JSON text is; refuses any other text.
 * @param name what it is, in the words of a refusal
 */
export function objectIn(text: string, name: string): Record<string, unknown> {
  // What the parser says of it shows nothing but the mark, which nobody sees.
  if (text.startsWith('\ufeff'))
    fail(
      'body_malformed',
      `The ${name} is no JSON: it begins with a byte order mark (EF BB BF).`,
      'Save it as UTF-8 without a byte order mark.',
    )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return fail(
      'body_malformed',
      `The ${name} is no JSON: ${error instanceof Error ? error.message : error}.`,
    )
  }
  if (!isObject(value)) return fail('invalid_field', `${name}: must be one JSON object.`)
  const flaw = flawIn(value)
  return flaw === undefined ? value : fail('invalid_field', `${name}: ${flaw}.`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How deep a body may be nested: far deeper than any event, and far from where writing it as JSON again would fail. */
const deepest = 500

/** What is wrong with a body that no schema would tell, or undefined. */
function flawIn(body: unknown): string | undefined {
  let level = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return `it is nested more than ${deepest} deep`
    const objects = level.filter((value) => typeof value === 'object' && value !== null)
    // Schemas drop it without a word.
    if (objects.some((value) => Object.hasOwn(value, '__proto__'))) return 'the key __proto__ is not taken'
    level = objects.flatMap((value) => Object.values(value))
  }
  return undefined
}

/** @param known those of all forms that the object may have: a key may be one of another form than was meant */
const fixOfKey = (unknown: string, known: readonly string[]): string =>
  known.includes(unknown)
    ? `${unknown} does not go with what stands beside it: leave out one or the other.`
    : suggest(unknown, known)

function parse(schema: z.ZodType, value: unknown, code: FailureCode): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = issuesOf(parsed.error, value)
  const [fix] = issues.flatMap((issue) => {
    const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : []
    if (unknown !== undefined) return fixOfKey(unknown, keysAt(schema, issue.path))
    const needless = toLeaveOut(issue, value, schema)
    if (needless !== undefined) return `null is no value of ${needless}: leave it out.`
    const meant = meantBy(issue, value)
    return meant === undefined ? [] : `Did you mean ${meant}?`
  })
  // A value may break several rules that are told in the same words.
  const said = new Set(issues.map((issue) => `${issue.path.join('.') || 'body'}: ${saidOf(issue)}`))
  return fail(code, `${inPart([...said]).join('; ')}.`, fix)
}
