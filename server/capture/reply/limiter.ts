import type { Clock } from '../../clock.ts'
import type { Transaction } from '../../database/writer.ts'
import type { EndpointRecord } from '../endpoints.ts'
import { type Bucket, bucketOf, type Level, levelAt, secondsUntilToken } from './bucket.ts'
import type { ChosenReply } from './chosen.ts'
import { tooMany } from './unchosen.ts'

interface Kept {
  /** The endpoint and the limit that it was made for. */
  of: string
  bucket: Bucket
  level: Level
  /** Tokens taken in transactions that are not committed yet. */
  taken: bigint
}

/** The token buckets of endpoints, in memory: each begins full, and anew where its limit is changed. */
export function createLimiter({ clock }: { clock: Clock }) {
  const kept = new Map<string, Kept>()

  function bucketFor({ name, seq }: EndpointRecord, limit: NonNullable<EndpointRecord['rateLimit']>): Kept {
    const of = `${seq} ${limit.limit} ${limit.per} ${limit.burst}`
    const known = kept.get(name)
    if (known?.of === of) return known
    const bucket = bucketOf(limit)
    const made = { of, bucket, level: { units: bucket.capacity, at: clock.now() }, taken: 0n }
    kept.set(name, made)
    return made
  }

  return {
    /** Takes a token for a request, or answers 429 where there is none; undefined lets it through. */
    take(tx: Transaction, endpoint: EndpointRecord): ChosenReply | undefined {
      const { rateLimit } = endpoint
      if (rateLimit === null) return undefined
      const mine = bucketFor(endpoint, rateLimit)
      const { bucket } = mine
      // A clock that was set back goes on from there.
      if (clock.now() < mine.level.at) mine.level = { ...mine.level, at: clock.now() }
      const level = levelAt(bucket, mine.level, clock.now())
      const left = { ...level, units: level.units - mine.taken * bucket.token }
      if (left.units < bucket.token) return tooMany(rateLimit, secondsUntilToken(bucket, left))
      mine.taken++
      // Work may be done twice: a token is gone once the request that took it is written down.
      tx.afterCommit(() => {
        mine.taken = mine.taken > 0n ? mine.taken - 1n : 0n
        mine.level = { at: level.at, units: levelAt(bucket, mine.level, level.at).units - bucket.token }
      })
      return undefined
    },
    /** Forgets what was taken by work that was undone. */
    undone() {
      for (const mine of kept.values()) mine.taken = 0n
    },
    /** All begin full again. */
    forget: () => kept.clear(),
  }
}
export type Limiter = ReturnType<typeof createLimiter>
