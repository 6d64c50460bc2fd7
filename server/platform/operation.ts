/** Declares the operations of the emulated API, and parses their fields. */
import { z } from 'zod'
import type { PlatformCode } from '../errors/dictionary.ts'
import type { EventName } from '../events/builders.ts'
import { saidOf } from '../schema/issues.ts'
import { inPart } from '../words/in-part.ts'
import type { Doing } from './doing.ts'
import { refuse } from './errors.ts'

/** An accepted call of the right form. */
export interface Call<Body = Record<string, unknown>, Query = Record<string, unknown>> extends Doing {
  body: Body
  query: Query
  /** The parts of the path that are named in braces. */
  params: Record<string, string>
  /** Whether the caller used a temporary key. */
  isTemporary: boolean
  /** Adds a warning about probably unintended input to the `Sandbox-Warning` header. */
  warn(text: string): void
}

/** A flaw of a body or query, as far as the platform reports it. */
export interface Flaw {
  path: readonly PropertyKey[]
  message: string
  isMissing: boolean
}

/** One operation of the emulated API: a row of its area's table. */
export interface OperationRow {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /**
   * The path behind `/api/v0.1`, in OpenAPI style: `/webhooks/{webhook_id}`. If it ends with a slash, it also works without.
   */
  path: string
  operationId: string
  /** The operation in one short sentence without a full stop. */
  summary: string
  /** The rest, in sentences. */
  description?: string
  query?: z.ZodObject
  body?: z.ZodObject
  /** A body that succeeds once its ids are those of existing objects. */
  example?: Record<string, unknown>
  /** The error code for a body or query of the wrong form. `input_error` by default. */
  malformed?: PlatformCode
  /** Refuses path parameters of the wrong form before the body is read. */
  checkPath?(params: Record<string, string>): void
  /** Answers flaws with a special body, where the platform does. */
  refuseFlaws?(flaws: readonly Flaw[]): void
  success: { status: 200 | 201; description: string; schema: z.ZodType }
  /** The operation's own error codes. {@link inArea} adds those that follow from its form. */
  errors?: readonly PlatformCode[]
  /** Error bodies of status 400 without a code, where the platform has them. */
  otherBodies?: readonly z.ZodType[]
  /** The events that it may cause, at once or later. */
  emits?: readonly EventName[]
  run(call: Call): unknown
}
/** An operation with the name of its area and all its error codes. */
export interface PlatformOperation extends OperationRow {
  area: { name: string; title: string }
  errors: readonly PlatformCode[]
}

type Fields<Schema> = Schema extends z.ZodObject ? z.infer<Schema> : Record<string, never>

/** Ties the types of an operation's body and query to its code. */
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

/** The error code for the wrong form. */
export const malformedCode = ({ malformed = 'input_error' }: Pick<OperationRow, 'malformed'>) => malformed

/** Puts operations into an area. Each checks its caller, the idempotency key of a POST, and the form of body or query. */
export function inArea(name: string, title: string, rows: readonly OperationRow[]): PlatformOperation[] {
  return rows.map((row) => {
    const ofForm = row.body || row.query ? [malformedCode(row)] : []
    const ofKey = row.method === 'POST' ? (['idempotency_key_exists'] as const) : []
    const errors = [...new Set<PlatformCode>([...ofForm, ...(row.errors ?? []), 'auth_err', ...ofKey])]
    return { ...row, area: { name, title }, errors }
  })
}

/** For an operation without fields: any field causes a warning. */
export const noFields = z.object({})

/** Parses fields as the platform does: unknown fields cause a warning, and all flaws are reported together. */
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

/** The paths of given fields that parsing removed. */
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
