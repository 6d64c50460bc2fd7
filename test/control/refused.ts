import { expect } from 'vitest'
import type { FailureCode } from '../../server/failures.ts'
import type { ControlError } from '../../server/wire.ts'
import { inRequests } from '../../server/words/act.ts'
import { printable } from '../../server/words/printable.ts'

/** The shape of a refusal of the sandbox's own API, its status and code, and what it says. */
export function expectRefused(
  answer: { status: number; body: unknown },
  {
    status,
    code,
    message = /./,
    fix = /./,
  }: { status: number; code: FailureCode; message?: RegExp; fix?: RegExp },
) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  const body = answer.body as ControlError
  const { fix_parts: parts, fields = [], ...error } = body.error
  expect(Object.keys(body)).toEqual(['error'])
  expect(Object.keys(error)).toEqual(['code', 'message', 'fix'])
  if (parts) expect(inRequests(parts)).toBe(error.fix)
  for (const { path } of fields) expect(error.message).toContain(printable(path.join('.')))
  expect(body.error.code).toBe(code)
  expect(body.error.message).toMatch(message)
  expect(body.error.fix).toMatch(fix)
}
