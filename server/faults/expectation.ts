/** Decides whether a receiver must refuse a fault, and judges its response. */
import type { DeliveryReason, Outcome } from '../wire.ts'
import type { Fault, FaultPart } from './fault.ts'
import { isBeyond, type SchemeFacts, skewOf } from './signing.ts'

/** Whether a correct receiver must refuse the fault under this scheme. */
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
 * How a delivery that must be refused ends with this outcome; null if the outcome is an ordinary failure.
 * @param success the statuses that count as delivered
 */
export function verdictOn(
  outcome: Outcome,
  success: readonly number[],
): Extract<DeliveryReason, { code: 'refused' | 'wrongly_accepted' }> | null {
  if (outcome.kind !== 'responded') return null
  const { status } = outcome
  // Independent of `success`, any 4xx means that the receiver refused, and any 2xx that it accepted.
  if (status >= 400 && status < 500) return { code: 'refused', status }
  if (!success.includes(status) && (status < 200 || status > 299)) return null
  return { code: 'wrongly_accepted', status }
}
