/** Decides what a correct receiver does with a fault, and what its response means for the delivery. */
import {
  type CatalogueFault,
  type DeliveryReason,
  type Expectation,
  expectations,
  type Outcome,
} from '../wire.ts'
import { type Fault, type FaultPart, partOf } from './fault.ts'
import { parseFault } from './grammar.ts'
import type { SchemeFacts } from './scheme-facts.ts'
import { faultNames, faults } from './table.ts'

/** What a correct receiver does with a request that several things changed: the last in the order of the list decides. */
export const strictest = (all: readonly Expectation[]): Expectation =>
  expectations.findLast((one) => all.includes(one)) ?? 'accept'

/** What a correct receiver does with a request that this fault changed. */
export const expectationOf = (fault: Fault, scheme: SchemeFacts): Expectation =>
  strictest(fault.parts.map((part) => ofPart(part, scheme)))

function ofPart({ name, args }: FaultPart, scheme: SchemeFacts): Expectation {
  const { expects } = faults[name]
  // Arguments and function come from the same row of the table, which the compiler cannot follow.
  return typeof expects === 'string' ? expects : expects(scheme, args as never)
}

/** Whether the fault kept an attempt from arriving as a whole. Such an attempt shows nothing about the receiver. */
export const isLost = (fault: Fault, outcome: Outcome): boolean =>
  fault.parts.some(({ name }) => faults[name].expects === 'recover') &&
  isOfIncomplete(outcome, partOf(fault, 'slow') === undefined)

/** Whether a correct receiver may have caused this outcome of a request that has not arrived as a whole. */
function isOfIncomplete(outcome: Outcome, isCut: boolean): boolean {
  switch (outcome.kind) {
    case 'dropped':
    case 'reset':
      return true
    case 'timed_out':
      return outcome.phase !== 'connecting'
    case 'responded':
      // Node's server answers 400 to a request that ends early.
      return outcome.status === 408 || (isCut && outcome.status === 400)
    default:
      return false
  }
}

type Judged = Extract<DeliveryReason, { code: 'refused' | 'wrongly_accepted' | 'may_refuse' }>

/**
 * How a delivery ends by what is expected of a request and its copies. Null where a success or a failure is one like any
 * other.
 * @param success the statuses that count as delivered
 */
export function endBy(
  expects: Expectation,
  outcomes: readonly Outcome[],
  success: readonly number[],
): Judged | null {
  const statuses = outcomes.flatMap((outcome) => (outcome.kind === 'responded' ? outcome.status : []))
  const of = (code: Judged['code'], status: number | undefined) =>
    status === undefined ? null : { code, status }
  // Any 4xx refuses the request and any 2xx accepts it, whatever counts as delivered.
  const isRefusal = (status: number) => status >= 400 && status < 500
  const isAccepted = (status: number) => (status >= 200 && status < 300) || success.includes(status)
  switch (expects) {
    case 'refuse':
      return (
        of(
          'wrongly_accepted',
          statuses.find((status) => isAccepted(status) && !isRefusal(status)),
        ) ?? of('refused', statuses.find(isRefusal))
      )
    case 'accept_or_refuse':
      if (statuses.some(isAccepted)) return null
      return of(
        'may_refuse',
        statuses.find((status) => isRefusal(status) && !isOfReceiver.has(status)),
      )
    default:
      return null
  }
}

/** Statuses that speak of the receiver and not of the request: it is gone, or has too much to do. */
const isOfReceiver: ReadonlySet<number> = new Set([410, 429])

/** The schemes that sign all there is show every fault. */
const showsAll: SchemeFacts = {
  toleranceS: 300,
  leadS: 300,
  takesFuture: false,
  coversId: true,
  coversTimestamp: true,
  coversBody: true,
  sendsTime: true,
  signature: ['webhook-signature'],
}

/** The last word of a fault that applies to every attempt. */
const modifier: CatalogueFault = {
  fault: 'sticky',
  usage: 'fault | sticky',
  example: 'drop | sticky',
  description: 'At the end of a fault: the fault changes every attempt of the delivery, not only the first.',
  right: null,
  expects: null,
}

/** The catalogue as the API tells it, the modifier last. */
export const listFaults = (): CatalogueFault[] => [
  ...faultNames.map((fault) => {
    const { usage, example, sees, right } = faults[fault]
    const expects = expectationOf(parseFault(example), showsAll)
    return { fault, usage, example, description: `${sees} ${right}`, right, expects }
  }),
  modifier,
]
