/** Ends calls with an error of the platform. */
import { errorBody, type PlatformCode, platformErrors } from '../errors/dictionary.ts'

/** Ends a call without success: a status and a body. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
    /** null for bodies without a code. */
    readonly code: PlatformCode | null = null,
  ) {
    super(JSON.stringify(body))
  }
}

/** Ends a call with an error of the platform's dictionary. */
export function refuse(code: PlatformCode, message: string): never {
  throw new Refusal(platformErrors[code].status, errorBody(code, message), code)
}

/** Ends a call with one of the platform's other error bodies, with status 400. */
export function refuseWith(body: Record<string, unknown>): never {
  throw new Refusal(400, body)
}
