/** The failures of the control API. */
import { call, field, inRequests, type Said, said } from './words/act.ts'
import { inPart, mostTold } from './words/in-part.ts'
import { printable } from './words/printable.ts'

/** The failures of the control API: each code with its status and fix. */
const catalogue = {
  body_malformed: { status: 400, fix: 'Send one JSON object.' },
  content_type: { status: 415, fix: 'Send the header Content-Type: application/json.' },
  body_too_large: {
    status: 413,
    fix: 'Send a smaller body, or raise body_limit_bytes in the configuration.',
  },
  request_malformed: {
    status: 400,
    fix: 'Correct the request that the sender writes. The message names the place of the error.',
  },
  request_timeout: {
    status: 408,
    fix: 'Send the request faster, or raise receive_timeout_ms in the configuration.',
  },
  expectation_unknown: { status: 417, fix: 'Omit the header Expect, or send Expect: 100-continue.' },
  headers_too_large: { status: 431, fix: 'Send fewer or shorter headers.' },
  invalid_field: { status: 422, fix: 'Correct the fields named.' },
  id_ambiguous: { status: 400, fix: 'Write one of these ids, or more characters of it.' },
  invalid_query: { status: 400, fix: 'Correct the query parameters named.' },
  route_unknown: { status: 404, fix: said`${call('getSandboxDocument')} lists every route.` },
  upgrade_required: { status: 426, fix: 'Connect with a WebSocket client.' },
  event_unknown: { status: 404, fix: said`${call('listEvents')} lists the stored events.` },
  event_name_unknown: { status: 422, fix: said`${call('listEventKinds')} lists every name.` },
  object_unknown: { status: 422, fix: 'Omit the id. The sandbox then uses or creates a suitable object.' },
  event_impossible: {
    status: 409,
    fix: said`Set another value, omit the id of an object that allows this value, or send the event anyway with ${field('force', true)}.`,
  },
  scenario_unknown: { status: 404, fix: said`${call('listScenarios')} lists every scenario.` },
  scenario_invalid: {
    status: 422,
    fix: said`Correct the file: ${call('listScenarios')} lists its errors.`,
  },
  scenario_circle: { status: 409, fix: 'Remove the step that starts the scenario again.' },
  run_unknown: { status: 404, fix: said`${call('listRuns')} lists the stored runs.` },
  check_unknown: { status: 404, fix: said`${call('listChecks')} lists the stored checks.` },
  check_over: { status: 409, fix: said`${call('startCheck')} starts another check.` },
  check_running: { status: 409, fix: said`Wait for its end, or stop it with ${call('stopCheck')}.` },
  run_over: { status: 409, fix: said`${call('runScenario')} starts a new run.` },
  run_not_paused: { status: 409, fix: said`Pause the run first: ${call('pauseRun')}.` },
  path_unknown: { status: 422, fix: 'Use one of the valid paths.' },
  payload_invalid: {
    status: 422,
    fix: said`Correct the payload, or send the event anyway with ${field('force', true)}.`,
  },
  delivery_unknown: { status: 404, fix: said`${call('listDeliveries')} lists the stored deliveries.` },
  attempt_unknown: { status: 404, fix: said`${call('getDelivery')} returns its attempts.` },
  attempt_unanswered: { status: 404, fix: said`${call('getDelivery')} shows how each attempt ended.` },
  exchange_unknown: { status: 404, fix: said`${call('getCapture')} returns its exchanges.` },
  exchange_unanswered: { status: 404, fix: said`${call('getCapture')} shows how each exchange ended.` },
  delivery_under_way: { status: 409, fix: 'Wait until the attempt ends.' },
  delivery_not_under_way: {
    status: 409,
    fix: said`${call('listDeliveries', { state: 'sending' })} lists the deliveries with a running attempt.`,
  },
  delivery_not_first: {
    status: 409,
    fix: 'Attempt or cancel the first delivery of the queue, or set ordered to false on the subscription.',
  },
  delivery_finished: { status: 409, fix: 'Use resend to send the event again as a new delivery.' },
  subscription_unknown: { status: 404, fix: said`${call('listSubscriptions')} lists every subscription.` },
  handshake_unset: {
    status: 409,
    fix: said`Set one with ${call('changeSubscription', { handshake: 'slack' })}, which also sends it.`,
  },
  secrets_overlap: {
    status: 409,
    fix: said`Wait until an overlap ends, or rotate with ${field('overlap', '0s')}, which retires the previous secret at once.`,
  },
  endpoint_unknown: {
    status: 404,
    fix: said`${call('listEndpoints')} lists every endpoint, and ${call('makeEndpoint')} creates one.`,
  },
  endpoint_name: { status: 404, fix: 'Use 1 to 64 letters, digits, dots, dashes or underscores: /in/demo.' },
  key_unknown: { status: 404, fix: said`${call('listKeys')} lists every key.` },
  language_unknown: { status: 422, fix: said`${call('listLanguages')} lists every language.` },
  sandbox_reset: { status: 409, fix: 'Send the request again.' },
  capture_unknown: { status: 404, fix: said`${call('listCaptures')} lists the stored captures.` },
  body_not_kept: { status: 404, fix: 'Raise body_limit_bytes in the configuration to store larger bodies.' },
  body_cut: { status: 409, fix: said`${call('getCaptureBody')} returns the received bytes.` },
  fault_invalid: { status: 422, fix: said`${call('listFaults')} lists every fault.` },
  fault_rule_unknown: { status: 404, fix: said`${call('listFaultRules')} lists every rule.` },
  armed_error_unknown: { status: 404, fix: said`${call('listArmedErrors')} lists every armed error.` },
  error_code_unknown: { status: 422, fix: said`${call('listErrors')} lists every code.` },
  platform_object_unknown: {
    status: 404,
    fix: said`${call('listObjects')} lists the objects of the platform.`,
  },
  call_unknown: { status: 404, fix: said`${call('listCalls')} lists the stored calls.` },
  rate_limited: { status: 429, fix: 'Send the request again after the number of seconds in Retry-After.' },
  forward_failed: {
    status: 502,
    fix: 'Start the server at that address, or change forward_to of the endpoint.',
  },
  forward_circle: { status: 508, fix: 'Set forward_to of the endpoint to another address.' },
  host_refused: {
    status: 421,
    fix: 'Use localhost as the host, or allow the name with the setting allowed_hosts, such as --allowed-hosts sandbox.',
  },
  origin_refused: {
    status: 403,
    fix: "Send the request from the sandbox's page, or from a program that sends no Origin header. The setting allowed_origins lets pages of other origins use /in/ and /api/v0.1, such as --allowed-origins http://localhost:3000.",
  },
  storage: {
    status: 503,
    fix: 'Free disk space, make the file writable, or stop the program that locks the file. Then try again.',
  },
  internal: { status: 500, fix: 'This is a bug in the sandbox. Its log on stderr has the details.' },
} as const satisfies Record<string, { status: number; fix: Said }>

export type FailureCode = keyof typeof catalogue
export const failureCodes = Object.keys(catalogue) as FailureCode[]

/** A field that a refusal names, and what is wrong with it. */
export interface RefusedField {
  path: readonly (string | number)[]
  problem: string
}

/** A refusal of the control API. */
export class Failure extends Error {
  readonly status: number
  /** The fix as the API says it. */
  readonly fix: string
  /** The fix for every surface. */
  readonly said: Said
  constructor(
    readonly code: FailureCode,
    message: string,
    private readonly ownFix?: Said,
    /** The fields that the message names. */
    private readonly fields?: readonly RefusedField[],
  ) {
    // A quoted name or id may contain line breaks or terminal control sequences.
    super(printable(message))
    this.status = catalogue[code].status
    this.said = ownFix ?? catalogue[code].fix
    this.fix = printable(inRequests(this.said))
  }
  /** The same failure with another code. */
  as(code: FailureCode) {
    return new Failure(code, this.message, this.ownFix, this.fields)
  }
  /** The same failure, which also tells what happened before it. */
  after(before: string) {
    return new Failure(this.code, `${this.message} ${before}`, this.ownFix, this.fields)
  }
  body() {
    const { code, message, fix, said, fields } = this
    const parts = typeof said !== 'string' && { fix_parts: said }
    return { error: { code, message, fix, ...parts, ...(fields && { fields }) } }
  }
}

/** Refuses with a code of the catalogue. `fix` replaces the catalogue's fix. */
export function fail(
  code: FailureCode,
  message: string,
  fix?: Said,
  fields?: readonly RefusedField[],
): never {
  // A message that ends with a suggestion keeps its question mark only.
  throw new Failure(code, message.replace(/\?\.$/, '?'), fix, fields)
}

/** The most characters of a path that a refusal gives as a fact. A key may have millions. */
const longestPath = 200

/** The path of a field, or of the object around it whose path is short. */
function shortPath(path: RefusedField['path']): RefusedField['path'] {
  const end = path.findIndex((_, at) => path.slice(0, at + 1).join('.').length > longestPath)
  return end < 0 ? path : path.slice(0, end)
}

/** Refuses fields. The message tells each once, however many problems with the same words it has. */
export function failFields(code: FailureCode, fields: readonly RefusedField[], fix?: Said): never {
  const told = new Map(fields.map((one) => [`${one.path.join('.') || 'body'}: ${one.problem}`, one]))
  return fail(
    code,
    `${inPart([...told.keys()]).join('; ')}.`,
    fix,
    [...told.values()].slice(0, mostTold).map(({ path, problem }) => ({
      path: shortPath(path),
      problem: printable(inPart([problem]).join()),
    })),
  )
}

/** Refuses one field. */
export const failField = (
  field: string,
  problem: string,
  fix?: Said,
  code: FailureCode = 'invalid_field',
): never => failFields(code, [{ path: [field], problem }], fix)

/** The failure of a database whose contents cannot be read. */
export const damaged = (reason: string) =>
  new Failure(
    'storage',
    `The database is damaged: ${reason}.`,
    'Stop the sandbox, move the file away and start again with a new file. sqlite3 FILE .recover prints the readable records of the old file.',
  )

/** Any thrown value as a failure: storage errors become `storage`, all other errors `internal`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = error instanceof Error ? error.message : code
  if (/^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|BUSY|LOCKED)/.test(code))
    return new Failure('storage', `The database cannot be written: ${reason}.`)
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return damaged(reason)
  return new Failure('internal', 'Something went wrong inside the sandbox.')
}

/** The reason why the sandbox cannot start or a command cannot run, with its fix. */
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

/** Another program listens on the port. */
export class PortTaken extends StartError {}

/** A resource that this process lacks, with the fix. No other process is the cause. */
export class Shortage extends Error {
  constructor(
    message: string,
    readonly fix: string,
  ) {
    super(message)
  }
}
