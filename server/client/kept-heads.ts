/** Converts the heads of a response to their stored form and back. */
import type { Attempt, HeaderPair } from '../wire.ts'
import type { Incoming } from './message.ts'

/** The header lines and the reason of a response. */
export type Heads = Pick<Incoming, 'headers'> & {
  [Part in 'trailers' | 'interim' | 'behind' | 'reason']?: Incoming[Part] | undefined
}

/** As JSON. Most responses have the same headers as the one before, and then share one object. */
let lastHeaders: { of: readonly HeaderPair[] | undefined; json: string } = { of: undefined, json: '' }

/** The stored form: the header pairs, or an object if there is more to store. */
export function keptHeads({ headers, trailers, interim, behind, reason }: Heads): string {
  if (trailers || interim || behind || reason !== undefined)
    return JSON.stringify({ headers, trailers, interim, behind, reason })
  if (headers !== lastHeaders.of) lastHeaders = { of: headers, json: JSON.stringify(headers) }
  return lastHeaders.json
}

/** Reads the form that {@link keptHeads} stores. */
export function headsIn(kept: string | null): Pick<
  NonNullable<Attempt['response']>,
  'headers' | 'trailers' | 'interim' | 'behind'
> & {
  reason?: string
} {
  const read = JSON.parse(kept ?? '[]')
  return Array.isArray(read) ? { headers: read } : read
}
