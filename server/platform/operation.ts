import { z } from 'zod'
import type { PlatformCode } from '../errors/dictionary.ts'
import type { EventName } from '../events/builders.ts'
import { inPart, saidOf } from '../schema/issues.ts'
import type { Doing } from './doing.ts'
import { refuse } from './errors.ts'

/** A call that was let in and has the right form. */
export interface Call<Body = Record<string, unknown>, Query = Record<string, unknown>> extends Doing {
  body: Body
  query: Query
  /** The parts of the path that are named in braces. */
  params: Record<string, string>
  /** Whether the caller came with a temporary key. */
  isTemporary: boolean
  /** Adds to the `Sandbox-Warning` header: what was let through but is hardly meant. */
  warn(text: string): void
}

/** What is wrong with a body or a query, as far as the platform tells it. */
export interface Flaw {
  path: readonly PropertyKey[]
  message: string
  isMissing: boolean
}

/** One operation of the emulated API: a row of its area's table. */
export interface OperationRow {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Behind `/api/v0.1`, OpenAPI style: `/webhooks/{webhook_id}`. One that ends with a slash is answered without it too. */
  path: string
  operationId: string
  summary: string
  query?: z.ZodObject
  body?: z.ZodObject
  /** A body that succeeds once its ids are those of objects that exist. */
  example?: Record<string, unknown>
  /** The code for a body or query of the wrong form; `input_error` where it has none of its own. */
  malformed?: PlatformCode
  /** Refuses what stands in the path by its form alone, before the body is looked at. */
  checkPath?(params: Record<string, string>): void
  /** Answers flaws with another body than the usual, where the platform does. */
  refuseFlaws?(flaws: readonly Flaw[]): void
  success: { status: 200 | 201; description: string; schema: z.ZodType }
  /** Its own codes. Those that follow from its form come with {@link inArea}. */
  errors?: readonly PlatformCode[]
  /** The bodies of status 400 without a code that it answers, where the platform has some. */
  otherBodies?: readonly z.ZodType[]
  /** The events that it may cause, at once or later. */
  emits?: readonly EventName[]
  run(call: Call): unknown
}
/** An operation with the name of its area and every code that it may answer. */
export interface PlatformOperation extends OperationRow {
  area: { name: string; title: string }
  errors: readonly PlatformCode[]
}

type Fields<Schema> = Schema extends z.ZodObject ? z.infer<Schema> : Record<string, never>

/** Fits the types of an operation's body and query and of its code together. */
export function operation<
  Body extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
>(
  row: Omit<OperationRow, 'body' | 'query' | 'run'> & {
    body?: Body
    query?: Query
    run(call: Call<Fields<Body>, Fields<Query>>): unknown
  },
): OperationRow {
  return row as unknown as OperationRow
}

/** The code for what has the wrong form. */
export const malformedCode = ({ malformed = 'input_error' }: Pick<OperationRow, 'malformed'>) => malformed

/** Puts operations into an area. Each checks its caller, a POST its idempotency key, and a body or query its form. */
export function inArea(name: string, title: string, rows: readonly OperationRow[]): PlatformOperation[] {
  return rows.map((row) => {
    const ofForm = row.body || row.query ? [malformedCode(row)] : []
    const ofKey = row.method === 'POST' ? (['idempotency_key_exists'] as const) : []
    const errors = [...new Set<PlatformCode>([...ofForm, ...(row.errors ?? []), 'auth_err', ...ofKey])]
    return { ...row, area: { name, title }, errors }
  })
}

/** Of an operation that takes none: whatever is given is warned of. */
export const noFields = z.object({})

/** Parses fields as the platform does: unknown ones are let through with a warning, everything wrong is named at once. */
export function parseFields(
  operation: OperationRow,
  schema: z.ZodObject,
  fields: Record<string, unknown>,
  warn: (text: string) => void,
): Record<string, unknown> {
  const result = schema.safeParse(fields)
  const unknown = result.success
    ? strippedPaths(fields, result.data)
    : Object.keys(fields).filter((key) => !Object.hasOwn(schema.shape, key))
  if (unknown.length > 0) warn(`unknown field(s) ignored: ${unknown.slice(0, 10).join(', ')}`)
  if (result.success) return result.data
  const flaws = result.error.issues.map((issue) => ({
    path: issue.path,
    message: saidOf(issue),
    isMissing: isMissing(fields, issue.path),
  }))
  operation.refuseFlaws?.(flaws)
  const missing = flaws.filter((flaw) => flaw.isMissing)
  const invalid = flaws.filter((flaw) => !flaw.isMissing)
  const lacking = inPart(missing.map(({ path }) => path.join('.')))
  const wrong = inPart(invalid.map(({ path, message }) => `${path.join('.')} ${message}`))
  return refuse(
    malformedCode(operation),
    [
      lacking.length > 0 && `Missing Required Field(s): ${lacking.join(', ')}`,
      wrong.length > 0 && `Invalid Field(s): ${wrong.join('; ')}`,
    ]
      .filter(Boolean)
      .join('. '),
  )
}

/** The paths of what was given and is not there any more once it was parsed. */
function strippedPaths(given: object, parsed: object): string[] {
  return Object.entries(given).flatMap(([key, value]: [string, unknown]) => {
    const kept: unknown = Object.getOwnPropertyDescriptor(parsed, key)?.value
    if (kept === undefined) return [key]
    if (typeof value !== 'object' || value === null || typeof kept !== 'object' || kept === null) return []
    return strippedPaths(value, kept).map((path) => `${key}.${path}`)
  })
}

function isMissing(fields: Record<string, unknown>, path: readonly PropertyKey[]): boolean {
  let at: unknown = fields
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return false
    if (!Object.hasOwn(at, key)) return true
    at = Object.getOwnPropertyDescriptor(at, key)?.value
  }
  return false
}
