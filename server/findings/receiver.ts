/** Judges a receiver by the row of a failed delivery. */
import type { DeliveryRow, FaultParts } from '../wire.ts'
import type { Move, MoveKind, ReceiverFinding } from '../words/advice.ts'

/** Statuses that lead to another address. */
export const redirects: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Judges the receiver of a failed delivery by its row alone.
 * @param refusals how many responses in a row mentioned the signature
 */
export function receiverFinding(row: DeliveryRow, refusals = 0): ReceiverFinding {
  const { state, last_outcome: outcome } = row
  if (state === 'wrongly_accepted')
    return { code: 'accepted_forged', checks: isOfTime(row.fault_parts) ? 'time' : 'signature' }
  switch (outcome?.kind) {
    case 'refused':
      // A proxy, or an unreachable network, needs other advice.
      return {
        code: outcome.code === 'ECONNREFUSED' && outcome.proxy === undefined ? 'nothing_listens' : 'failed',
      }
    case 'dns':
    case 'blocked':
    case 'tls':
      return { code: 'not_reached' }
    case 'responded': {
      const { status } = outcome
      if (redirects.includes(status)) return { code: 'redirects', status }
      // Unlike these, a single 400 may have any reason.
      if (refusals > 1 || status === 401 || status === 403)
        return { code: 'refuses_signature', status, times: refusals }
      return { code: 'failed' }
    }
    default:
      return { code: 'failed' }
  }
}

/** Whether only the time is wrong and the signature matches. */
const isOfTime = (parts: FaultParts) =>
  parts?.some(({ name }) => name === 'skew' || name === 'replay') === true &&
  !parts.some(({ name }) => forging.has(name))
const forging = new Set(['tamper(body)', 'tamper(header)', 'tamper(signature)', 'wrong_secret', 'unsigned'])

/** Sends a failed delivery again: the delivery itself while it is open, else the event. */
export const sendAgain = ({ state }: Pick<DeliveryRow, 'state'>): Move => ({
  kind: state === 'retrying' || state === 'pending' ? 'attempt_now' : 'resend',
})

/** The next steps for a receiver, the best first. */
export function receiverMoves({ code }: ReceiverFinding, row: DeliveryRow): Move[] {
  const of = (...kinds: MoveKind[]): Move[] => kinds.map((kind) => ({ kind }))
  switch (code) {
    case 'accepted_forged':
      return of('write_handler', 'show_signature', 'show')
    case 'nothing_listens':
      return [sendAgain(row), { kind: 'change_address', ...otherAddressOf(row.url) }]
    case 'not_reached':
    case 'redirects':
      return of('change_address', 'show')
    case 'refuses_signature':
      return [...of('show_secret', 'show_signature'), sendAgain(row)]
    case 'failed': {
      const { last_outcome: outcome } = row
      const isCrash = outcome?.kind === 'responded' && outcome.status >= 500
      return [sendAgain(row), ...of(isCrash ? 'show_answer' : 'show')]
    }
  }
}

/** A server started at `localhost` listens on one of two addresses. Which one depends on the system. */
function otherAddressOf(address: string): { to?: string } {
  const url = new URL(address)
  if (!['127.0.0.1', '[::1]'].includes(url.hostname)) return {}
  url.hostname = 'localhost'
  return { to: url.href }
}
