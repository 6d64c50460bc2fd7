import type { DeliveryRow, FaultParts } from '../wire.ts'
import type { Move, MoveKind, ReceiverFinding } from '../words/advice.ts'

/** Statuses that name another address. */
export const redirects: readonly number[] = [301, 302, 303, 307, 308]

/**
 * What a delivery that failed says of its receiver by its row alone.
 * @param refusals how many answers in a row spoke of the signature
 */
export function receiverFinding(row: DeliveryRow, refusals = 0): ReceiverFinding {
  const { state, last_outcome: outcome } = row
  if (state === 'wrongly_accepted')
    return { code: 'accepted_forged', checks: isOfTime(row.fault_parts) ? 'time' : 'signature' }
  switch (outcome?.kind) {
    case 'refused':
      // A proxy, or a network without a way there, says something else.
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
      // Unlike these, a 400 may be anything the first time.
      if (refusals > 1 || status === 401 || status === 403)
        return { code: 'refuses_signature', status, times: refusals }
      return { code: 'failed' }
    }
    default:
      return { code: 'failed' }
  }
}

/** Whether the time alone is wrong with the signature, which fits. */
const isOfTime = (parts: FaultParts) =>
  parts?.some(({ name }) => name === 'skew' || name === 'replay') === true &&
  !parts.some(({ name }) => forging.has(name))
const forging = new Set(['tamper(body)', 'tamper(header)', 'tamper(signature)', 'wrong_secret', 'unsigned'])

/** Sends again what failed: the delivery itself while it is still open. */
export const sendAgain = ({ state }: Pick<DeliveryRow, 'state'>): Move => ({
  kind: state === 'retrying' || state === 'pending' ? 'attempt_now' : 'resend',
})

/** What to do about a receiver, the best first. */
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

/** A server that is started at `localhost` listens at one of its two addresses, and which one the system says. */
function otherAddressOf(address: string): { to?: string } {
  const url = new URL(address)
  if (!['127.0.0.1', '[::1]'].includes(url.hostname)) return {}
  url.hostname = 'localhost'
  return { to: url.href }
}
