/** Chooses the advice for failed deliveries. */
import type { Attempt, Delivery, DeliveryRow, Finding, Subscription, Verified } from '../wire.ts'
import type { Move, MoveKind, ReceiverFinding, SentFinding } from '../words/advice.ts'
import { namesSignature } from './lines.ts'
import { receiverFinding, receiverMoves, sendAgain } from './receiver.ts'

/** Where to look next for the cause of a failed delivery. */
export interface Advice {
  /** The judgement by the row, if no response shows more. */
  finding: ReceiverFinding | null
  /** The attempt that may have been refused wrongly: verify the sent request, then call {@link judgeSent}. */
  refused: Attempt | null
  /** The refused request, if it was correct. */
  moves: Move[]
}

export function adviceFor(delivery: Delivery): Advice {
  const moves = findingMoves(delivery)
  if (moves.length > 0) return { finding: null, refused: null, moves }
  const finding = receiverFinding(delivery)
  if (finding.code === 'accepted_forged' || finding.code === 'nothing_listens')
    return { finding, refused: null, moves: receiverMoves(finding, delivery) }
  const attempt = refusedIn(delivery)
  if (attempt === undefined || !isOfSignature(attempt, delivery))
    return { finding: null, refused: null, moves: [] }
  return { finding: null, refused: attempt, moves: [{ kind: 'check' }, { kind: 'write_handler' }] }
}

/** The next steps, once the refused attempt was verified. A proved mistake needs no check of the receiver. */
export function movesAfter({ refused, moves }: Advice, judged: SentFinding | null): Move[] {
  if (refused === null) return moves
  if (judged?.kind !== 'right') return []
  return judged.proved.length > 0 ? moves.filter(({ kind }) => kind !== 'check') : moves
}

/** The next steps of the first finding that has any. */
export function findingMoves(delivery: Delivery): Move[] {
  for (const finding of delivery.findings) {
    const moves = movesOf(finding, delivery)
    if (moves.length > 0) return moves
  }
  return []
}

const movesBy: Partial<Record<Finding['code'], MoveKind[]>> = {
  wants_other_scheme: ['set_scheme', 'write_handler'],
  verifies_parsed_body: ['write_handler'],
  misreads_signature: ['write_handler'],
  lacks_secret: ['show_secret', 'write_handler'],
  secret_has_white_space: ['show_secret'],
  refused_by_status: ['change_address'],
  answered_by_page: ['change_address'],
  success_with_error: ['write_handler'],
  refused_by_failure: ['resend_right'],
  failed_inside: ['try_tampered'],
  answered_late: ['wait_longer'],
}

function movesOf(finding: Finding, { state, attempts, scheme }: Delivery): Move[] {
  const moves = (movesBy[finding.code] ?? []).map((kind) => ({ kind }))
  switch (finding.code) {
    case 'refused_by_status':
      return [...forNow, ...inCode].includes(finding.evidence.cause) ? [sendAgain({ state })] : moves
    case 'stopped_listening':
      return [sendAgain({ state })]
    case 'answered_late':
      return [sendAgain({ state }), ...moves]
    case 'success_with_error':
      return state === 'wrongly_accepted' || namesSignature(attempts.at(-1)?.response?.body ?? '')
        ? moves
        : []
    case 'refused_by_failure':
      return state !== 'wrongly_accepted' && attempts.every(({ fault }) => fault !== null) ? moves : []
    case 'failed_inside':
      // Without a signature, no verification can fail. An error that says its place needs no search for the place.
      if (finding.evidence.cause !== 'unknown') return [sendAgain({ state })]
      return scheme === 'none' ? [] : moves
    default:
      return moves
  }
}

/** Causes in which the address is right, but the receiver is unavailable for now. */
const forNow: readonly string[] = [
  'busy',
  'proxy_unanswered',
  'unavailable',
  'proxy_late',
  'tunnel_offline',
  'app_failed',
]
/** Causes in the code of the receiver, which another address does not mend. */
const inCode: readonly string[] = ['fields', 'fields_or_guard', 'unreadable_body', 'conflict']

/** Statuses that show another reason than the signature, whatever the fault. */
const ofSomethingElse: readonly number[] = [404, 405, 413, 415, 422, 429]

/**
 * The status of a refusal. An uncaught error of a verifier looks like a failure of the receiver, so a 5xx that
 * mentions the signature counts.
 */
export const refusalOf = ({ outcome, response }: Attempt): number | undefined =>
  outcome?.kind === 'responded' &&
  outcome.status >= 400 &&
  (outcome.status < 500 || namesSignature(response?.body ?? ''))
    ? outcome.status
    : undefined

/**
 * The attempt that was refused although it may be correct: the newest, or else one with a fault, since a retry has
 * no fault.
 */
export const refusedIn = ({ attempts }: Delivery): Attempt | undefined =>
  attempts.slice(-1).find(refusalOf) ?? attempts.findLast((one) => one.fault !== null && refusalOf(one))

/**
 * Whether the signature may be the reason of a wrong refusal. Not if the status shows another reason, nor if only
 * part of the body was sent.
 */
export const isOfSignature = ({ outcome, fault_parts }: Attempt, { state, scheme }: Delivery): boolean =>
  state !== 'refused' &&
  scheme !== 'none' &&
  outcome?.kind === 'responded' &&
  !ofSomethingElse.includes(outcome.status) &&
  !fault_parts?.some(({ name }) => name === 'truncate')

/** What verifying a refused attempt shows; null if its fault made the attempt unverifiable. */
export function judgeSent(
  { verdict, answered = [] }: Verified,
  attempt: Attempt,
  { secret, old_secrets }: Subscription,
): SentFinding | null {
  if (verdict.result !== 'verified')
    return attempt.fault === null ? { kind: 'unfit', reason: verdict.reason } : null
  const digests = verdict.received?.match(/[A-Za-z0-9+/_-]{43,}/g) ?? []
  return {
    kind: 'right',
    status: refusalOf(attempt) ?? 0,
    secret,
    // Some schemes have room for one signature only.
    others:
      digests.length < 2
        ? []
        : old_secrets.filter(({ until }) => until > attempt.signed_at).map((one) => one.secret),
    proved: answered.flatMap(({ signature, verdict: { causes } }) =>
      causes.filter(({ proved }) => proved).map(({ detail, fix }) => ({ signature, detail, fix })),
    ),
    unexplained: answered.flatMap(({ signature, verdict: { result, causes } }) =>
      result === 'verified' || causes.some(({ proved }) => proved) ? [] : signature,
    ),
  }
}

/** The deliveries whose findings a waiting command reads. Reading all of them would take too long. */
export function tellingRows(rows: readonly DeliveryRow[]): DeliveryRow[] {
  // Only these deliveries have several attempts to compare.
  const wasSentAgain = ({ fault, attempts_made }: DeliveryRow) => fault !== null && attempts_made > 1
  return [
    ...rows.filter(wasSentAgain),
    // A finding from one response, such as a page instead of the receiver, holds for all.
    ...rows
      .filter((row) => !wasSentAgain(row) && (row.fault !== null || row.state === 'succeeded'))
      .slice(0, 16),
  ]
}

/** Whether only the fault of a delivery has kept it from being judged: it is due later, or its attempt was lost. */
const waitsByFault = ({ state, reason_code, fault, next_attempt_at, created_at }: DeliveryRow) =>
  state === 'retrying'
    ? reason_code === 'lost' || reason_code === 'copy_sent'
    : state === 'pending' && fault !== null && next_attempt_at !== null && next_attempt_at > created_at

/**
 * How the deliveries of a waiting command ended. `unjudged` show nothing about the receiver. `failing` is the first that failed
 * or is being retried.
 */
export function judgeRows(rows: readonly DeliveryRow[]) {
  const isUnjudged = (row: DeliveryRow) => row.reason_code === 'not_judged' || waitsByFault(row)
  const judged = rows.filter((row) => !isUnjudged(row))
  const open = judged.filter(({ finished_at }) => finished_at === null)
  const bad = judged.filter(
    ({ finished_at, state }) => finished_at !== null && state !== 'succeeded' && state !== 'refused',
  )
  return {
    open,
    bad,
    unjudged: rows.filter(isUnjudged),
    failing: bad[0] ?? open.find(({ state }) => state === 'retrying'),
  }
}

/** Whether the receiver failed an attempt without a fault. */
export function failedByItself({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): boolean {
  if (state !== 'retrying' && state !== 'failed') return false
  return attempts.findLast(({ outcome }) => outcome !== null)?.fault === null
}
