import { fitsPattern } from '../../words/pattern.ts'
import type { ArmedRecord } from './armed.ts'

/** What of a call decides whether an armed error meets it. */
export interface MatchedCall {
  method: string
  /** Without the prefix and the query, as routes are found by it. */
  path: string
  identity: string | null
}

/** Whether an armed error is meant for a call. What it does not say, it leaves open. */
export function isMeantFor(record: ArmedRecord, call: MatchedCall): boolean {
  return (
    (record.method === null || methodsOf(call).includes(record.method)) &&
    (record.path === null || pathMatches(record.path, call.path)) &&
    (record.identity === null || record.identity === call.identity)
  )
}

/** A HEAD is answered by the operation of the GET. */
const methodsOf = ({ method }: MatchedCall) => (method === 'HEAD' ? ['HEAD', 'GET'] : [method])

/** `*`, and a parameter of the documentation such as `{card_id}`, stand for any run of characters. */
const pathMatches = (pattern: string, path: string) =>
  fitsPattern(bare(pattern.replace(/\{\w+\}/g, '*')), bare(path))

/** A slash at the end makes no difference to some routes, so it makes none here. */
const bare = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path)

/**
 * Whether an armed error fires at the call that is its `matched`-th.
 * @param draw a fraction in [0, 1) that follows from the seed
 */
export function fires(
  { after, times, fired, matched, probability }: Omit<ArmedRecord, 'effect'>,
  draw: number,
): boolean {
  if (matched <= after) return false
  if (times !== null && fired >= times) return false
  return probability === null || draw < probability
}
