import { printable } from './words/printable.ts'

/** What the sandbox's own API refuses, with the status and the next move: one table, thrown by code, rendered once. */
const catalogue = {
  body_malformed: { status: 400, fix: 'Send one JSON object.' },
  content_type: { status: 415, fix: 'Send the header Content-Type: application/json.' },
  body_too_large: { status: 413, fix: 'Send less, or raise body_limit_bytes in the config.' },
  request_malformed: {
    status: 400,
    fix: 'Look at what the sender writes on the wire; the message says where it goes wrong.',
  },
  request_timeout: {
    status: 408,
    fix: 'Send faster, or raise receive_timeout_ms in the config.',
  },
  expectation_unknown: { status: 417, fix: 'Leave the header Expect out, or send Expect: 100-continue.' },
  headers_too_large: { status: 431, fix: 'Send fewer or shorter headers.' },
  invalid_field: { status: 422, fix: 'Correct the fields named.' },
  invalid_query: { status: 400, fix: 'Correct the query parameters named.' },
  route_unknown: { status: 404, fix: 'GET /sandbox/openapi/sandbox.json lists every route.' },
  upgrade_required: { status: 426, fix: 'Open it as a WebSocket.' },
  event_unknown: { status: 404, fix: 'GET /sandbox/events lists those that are kept.' },
  event_name_unknown: { status: 422, fix: 'GET /sandbox/catalogue/events lists every name.' },
  object_unknown: { status: 422, fix: 'Leave it out, and the sandbox takes a fitting one or makes it.' },
  event_impossible: {
    status: 409,
    fix: 'Set another value, or no id for an object that allows it, or send it anyway with "force": true.',
  },
  scenario_unknown: { status: 404, fix: 'GET /sandbox/scenarios lists them.' },
  scenario_invalid: {
    status: 422,
    fix: 'Correct the file: GET /sandbox/scenarios tells what is wrong with it.',
  },
  scenario_circle: { status: 409, fix: 'Take out the step that begins it again.' },
  run_unknown: { status: 404, fix: 'GET /sandbox/runs lists those that are kept.' },
  run_over: { status: 409, fix: 'POST /sandbox/scenarios/{name}/run runs it again.' },
  run_not_paused: { status: 409, fix: 'Pause it first: POST /sandbox/runs/{id}/pause.' },
  path_unknown: { status: 422, fix: 'Use one of the valid paths.' },
  payload_invalid: { status: 422, fix: 'Correct the payload, or send it anyway with "force": true.' },
  delivery_unknown: { status: 404, fix: 'GET /sandbox/deliveries lists those that are kept.' },
  attempt_unknown: { status: 404, fix: 'GET /sandbox/deliveries/{id} answers its attempts.' },
  attempt_unanswered: { status: 404, fix: 'GET /sandbox/deliveries/{id} tells how each attempt ended.' },
  exchange_unknown: { status: 404, fix: 'GET /sandbox/captures/{id} answers its exchanges.' },
  exchange_unanswered: { status: 404, fix: 'GET /sandbox/captures/{id} tells how each exchange ended.' },
  delivery_under_way: { status: 409, fix: 'Wait until the attempt has ended.' },
  delivery_not_under_way: { status: 409, fix: 'GET /sandbox/deliveries?state=sending lists those that are.' },
  delivery_not_first: {
    status: 409,
    fix: 'Try the one in front at once or cancel it, or set ordered to false on the subscription.',
  },
  delivery_finished: { status: 409, fix: 'Use resend to send it again as a new delivery.' },
  subscription_unknown: { status: 404, fix: 'GET /sandbox/subscriptions lists them.' },
  secrets_overlap: {
    status: 409,
    fix: 'Wait until one of them is over, or rotate with "overlap": "0s", after which the secret before signs no more.',
  },
  endpoint_unknown: {
    status: 404,
    fix: 'GET /sandbox/endpoints lists them; POST /sandbox/endpoints makes one.',
  },
  endpoint_name: { status: 404, fix: 'Use 1 to 64 letters, digits, dots, dashes or underscores: /in/demo.' },
  key_unknown: { status: 404, fix: 'GET /sandbox/keys lists them.' },
  language_unknown: { status: 422, fix: 'GET /sandbox/catalogue/languages lists them.' },
  capture_unknown: { status: 404, fix: 'GET /sandbox/captures lists those that are kept.' },
  body_not_kept: { status: 404, fix: 'Raise body_limit_bytes in the config to keep larger bodies.' },
  body_cut: { status: 409, fix: 'GET /sandbox/captures/{id}/body answers the bytes that came.' },
  fault_invalid: { status: 422, fix: 'GET /sandbox/catalogue/faults lists every fault.' },
  fault_rule_unknown: { status: 404, fix: 'GET /sandbox/fault-rules lists them.' },
  armed_error_unknown: { status: 404, fix: 'GET /sandbox/armed-errors lists them.' },
  error_code_unknown: { status: 422, fix: 'GET /sandbox/catalogue/errors lists every code.' },
  call_unknown: { status: 404, fix: 'GET /sandbox/calls lists those that are kept.' },
  rate_limited: { status: 429, fix: 'Send it again after the seconds that Retry-After says.' },
  forward_failed: {
    status: 502,
    fix: 'Start what listens there, or change forward_to of the endpoint.',
  },
  forward_circle: { status: 508, fix: 'Have forward_to of the endpoint lead to another address.' },
  host_refused: {
    status: 421,
    fix: 'Address it as localhost, or add the name to allowed_hosts in the config.',
  },
  origin_refused: {
    status: 403,
    fix: 'Call it from the page itself, or from a program that sends no Origin header.',
  },
  storage: {
    status: 503,
    fix: 'Make room on the disk, make the file writable, or end the program that holds it, and try again.',
  },
  internal: { status: 500, fix: 'This is a defect of the sandbox; its log on stderr says more.' },
} as const satisfies Record<string, { status: number; fix: string }>

export type FailureCode = keyof typeof catalogue
export const failureCodes = Object.keys(catalogue) as FailureCode[]

/** A refusal of the control API. */
export class Failure extends Error {
  readonly status: number
  readonly fix: string
  constructor(
    readonly code: FailureCode,
    message: string,
    private readonly ownFix?: string,
  ) {
    // A name or an id that it quotes may break lines, or steer the terminal of whoever prints it.
    super(printable(message))
    this.status = catalogue[code].status
    this.fix = printable(ownFix ?? catalogue[code].fix)
  }
  /** The same by another code. */
  as(code: FailureCode) {
    return new Failure(code, this.message, this.ownFix)
  }
  body() {
    return { error: { code: this.code, message: this.message, fix: this.fix } }
  }
}

/** Refuses with a code of the catalogue. `fix` replaces the catalogue's where there is a better one. */
export function fail(code: FailureCode, message: string, fix?: string): never {
  // What ends with a question has no full stop behind it.
  throw new Failure(code, message.replace(/\?\.$/, '?'), fix)
}

/** Any thrown value as a failure: storage errors told apart, everything else `internal`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = error instanceof Error ? error.message : code
  if (/^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|BUSY|LOCKED)/.test(code))
    return new Failure('storage', `The database cannot be written: ${reason}.`)
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return new Failure(
      'storage',
      `The database is damaged: ${reason}.`,
      'Stop the sandbox, move the file away and start again, which makes a new one; sqlite3 FILE .recover prints what can be read of the old one.',
    )
  return new Failure('internal', 'Something went wrong inside the sandbox.')
}

/** Why the sandbox cannot start, or a command cannot be done: one line, and what to do about it. */
export class StartError extends Error {
  constructor(
    message: string,
    readonly fix: string,
    /** The exit code of the process. */
    readonly exitCode = 1,
  ) {
    super(message)
  }
}

/** This process itself lacks something, so no other process is at fault: one line, and what to do about it. */
export class Shortage extends Error {
  constructor(
    message: string,
    readonly fix: string,
  ) {
    super(message)
  }
}
