/** The platform's errors that operations here answer with: one row a code. Source: the platform's reference, section 7. */
export const platformErrors = {
  auth_err: { status: 403, meaning: 'The credentials are missing or not known.' },
  input_error: { status: 400, meaning: 'The request body does not have the right form.' },
  webhooks_err: { status: 404, meaning: 'No such webhook subscription for this identity.' },
} as const satisfies Record<string, { status: PlatformStatus; meaning: string }>

type PlatformStatus = 400 | 403 | 404 | 424 | 500 | 503 | 504
export type PlatformCode = keyof typeof platformErrors

const typeByStatus: Record<PlatformStatus, 'Request Error' | 'Server Error' | 'Process Error'> = {
  400: 'Request Error',
  403: 'Request Error',
  404: 'Request Error',
  424: 'Process Error',
  500: 'Server Error',
  503: 'Server Error',
  504: 'Server Error',
}

/** An error as the platform answers it. */
export class PlatformError extends Error {
  readonly status: number
  constructor(
    readonly code: PlatformCode,
    message: string,
  ) {
    super(message)
    this.status = platformErrors[code].status
  }
  /** The four keys, in the platform's order. */
  body() {
    const { status } = platformErrors[this.code]
    return { Message: this.message, Status: status, Code: this.code, Type: typeByStatus[status] }
  }
}

/** Answers a call with an error of the platform's dictionary. */
export function refuse(code: PlatformCode, message: string): never {
  throw new PlatformError(code, message)
}
