import type { DeliveryReason, Outcome } from '../wire.ts'
import type { Fault, FaultPart } from './fault.ts'
import { isBeyond, type SchemeFacts, skewOf } from './signing.ts'

/** Whether a receiver that holds to the scheme must refuse what a fault made. */
export const expectsRefusal = (fault: Fault, scheme: SchemeFacts): boolean =>
  fault.parts.some((part) => mustBeRefused(part, fault, scheme))

function mustBeRefused({ name }: FaultPart, fault: Fault, scheme: SchemeFacts): boolean {
  switch (name) {
    case 'tamper(body)':
      return scheme.coversBody
    case 'tamper(header)':
      return scheme.coversId || scheme.coversTimestamp
    case 'tamper(signature)':
    case 'wrong_secret':
    case 'unsigned':
      return scheme.signature.length > 0
    case 'skew':
    case 'replay':
      return isBeyond(skewOf(fault), scheme)
    default:
      return false
  }
}

/**
 * The end that an outcome means for a delivery which had to be refused; null where it is a failure like any other.
 * @param success the statuses that count as delivered
 */
export function verdictOn(
  outcome: Outcome,
  success: readonly number[],
): Extract<DeliveryReason, { code: 'refused' | 'wrongly_accepted' }> | null {
  if (outcome.kind !== 'responded') return null
  const { status } = outcome
  // What counts as delivered is one thing: any 4xx says that the receiver refused it, and any 2xx that it took it.
  if (status >= 400 && status < 500) return { code: 'refused', status }
  if (!success.includes(status) && (status < 200 || status > 299)) return null
  return { code: 'wrongly_accepted', status }
}
