import type { z } from 'zod'
import type { Transaction } from '../database/writer.ts'
import { type PlatformCode, refuse } from './errors.ts'

/** Who calls, and the transaction that holds the change, its events and the record of the call. */
export interface CallContext {
  tx: Transaction
  identity: string
  /** The last part of the path, where the operation has one. */
  id: string
  /** Adds to the `Sandbox-Warning` header: what was let through but is hardly meant. */
  warn(text: string): void
}

/** One operation of the emulated API: a row of its area's table. */
export interface PlatformOperation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Behind `/api/v0.1`, OpenAPI style: `/webhooks/{webhook_id}`. */
  path: string
  operationId: string
  summary: string
  body?: z.ZodObject
  success: { status: 200 | 201; description: string; schema: z.ZodType }
  errors: readonly PlatformCode[]
  run(body: Record<string, unknown>, context: CallContext): unknown
}

/** Fits the types of an operation's body and of its code together. */
export function operation<Body extends z.ZodObject>(
  row: Omit<PlatformOperation, 'body' | 'run'> & {
    body: Body
    run(body: z.infer<Body>, context: CallContext): unknown
  },
): PlatformOperation {
  return { ...row, run: (body, context) => row.run(parsed(row.body, body, context), context) }
}

/** Parses a body as the platform does: unknown fields are let through with a warning, everything wrong is named at once. */
function parsed<Body extends z.ZodObject>(
  schema: Body,
  body: Record<string, unknown>,
  context: CallContext,
): z.infer<Body> {
  const unknown = Object.keys(body).filter((key) => !Object.hasOwn(schema.shape, key))
  if (unknown.length > 0) context.warn(`unknown field(s) ignored: ${unknown.slice(0, 10).join(', ')}`)
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const missing = result.error.issues.filter(
    (issue) => issue.path.length === 1 && !Object.hasOwn(body, String(issue.path[0])),
  )
  const invalid = result.error.issues.filter((issue) => !missing.includes(issue))
  return refuse(
    'input_error',
    [
      missing.length > 0 &&
        `Missing Required Field(s): ${missing.map((issue) => String(issue.path[0])).join(', ')}`,
      invalid.length > 0 &&
        `Invalid Field(s): ${invalid.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    ]
      .filter(Boolean)
      .join('. '),
  )
}
