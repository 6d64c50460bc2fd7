import { errorBody, type PlatformCode, platformErrors } from '../errors/dictionary.ts'

/** What ends a call without success: a status and the body that goes with it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
    /** null for the bodies without one. */
    readonly code: PlatformCode | null = null,
  ) {
    super(JSON.stringify(body))
  }
}

/** Answers a call with an error of the platform's dictionary. */
export function refuse(code: PlatformCode, message: string): never {
  throw new Refusal(platformErrors[code].status, errorBody(code, message), code)
}

/** Answers a call with one of the platform's other bodies of status 400. */
export function refuseWith(body: Record<string, unknown>): never {
  throw new Refusal(400, body)
}
