import type { Attempt, HeaderPair } from '../wire.ts'
import type { Incoming } from './message.ts'

/** The parts of an answer that came as header lines, and its reason. */
export type Heads = Pick<Incoming, 'headers'> & {
  [Part in 'trailers' | 'interim' | 'behind' | 'reason']?: Incoming[Part] | undefined
}

/** As JSON; nearly every answer has the headers of the one before it, which are then the same object. */
let lastHeaders: { of: readonly HeaderPair[] | undefined; json: string } = { of: undefined, json: '' }

/** The heads of an answer as they are kept: its header pairs, or an object where there is more than these. */
export function keptHeads({ headers, trailers, interim, behind, reason }: Heads): string {
  if (trailers || interim || behind || reason !== undefined)
    return JSON.stringify({ headers, trailers, interim, behind, reason })
  if (headers !== lastHeaders.of) lastHeaders = { of: headers, json: JSON.stringify(headers) }
  return lastHeaders.json
}

/** What {@link keptHeads} has kept. */
export function headsIn(kept: string | null): Pick<
  NonNullable<Attempt['response']>,
  'headers' | 'trailers' | 'interim' | 'behind'
> & {
  reason?: string
} {
  const read = JSON.parse(kept ?? '[]')
  return Array.isArray(read) ? { headers: read } : read
}
