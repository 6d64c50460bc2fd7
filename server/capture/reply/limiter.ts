import type { Clock } from '../../clock/clock.ts'
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
}

/** The token buckets of endpoints, in memory: each begins full, and anew where its limit is changed. */
export function createLimiter({ clock }: { clock: Pick<Clock, 'now'> }) {
  const kept = new Map<string, Kept>()

  function bucketFor({ name, seq }: EndpointRecord, limit: NonNullable<EndpointRecord['rateLimit']>): Kept {
    const of = `${seq} ${limit.limit} ${limit.per} ${limit.burst}`
    const known = kept.get(name)
    if (known?.of === of) return known
    const bucket = bucketOf(limit)
    const made = { of, bucket, level: { units: bucket.capacity, at: clock.now() } }
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
      const before = mine.level
      const level = levelAt(bucket, before, clock.now())
      if (level.units < bucket.token) return tooMany(rateLimit, secondsUntilToken(bucket, level))
      mine.level = { ...level, units: level.units - bucket.token }
      // A token is gone only if the request that took it is written down.
      tx.ifUndone(() => {
        mine.level = before
      })
      return undefined
    },
    /** All begin full again. */
    forget: () => kept.clear(),
  }
}
export type Limiter = ReturnType<typeof createLimiter>
