/** Limits the rate of requests at an endpoint. */
import type { Clock } from '../../clock/clock.ts'
import type { Transaction } from '../../database/writer.ts'
import type { RateLimit } from '../../wire.ts'
import { parseDuration } from '../../words/time.ts'
import type { EndpointRecord } from '../endpoints.ts'
import type { ChosenReply } from './chosen.ts'
import { tooMany } from './unchosen.ts'

interface Kept {
  /** The endpoint and the limit that this bucket belongs to. */
  of: string
  bucket: Bucket
  level: Level
}

/** The token buckets of endpoints, in memory. A bucket starts full, and again when its limit changes. */
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
    /** Takes a token for a request. Returns a 429 reply if there is none, undefined otherwise. */
    take(tx: Transaction, endpoint: EndpointRecord): ChosenReply | undefined {
      const { rateLimit } = endpoint
      if (rateLimit === null) return undefined
      const mine = bucketFor(endpoint, rateLimit)
      const { bucket } = mine
      // If the clock was set back, the bucket continues from there.
      if (clock.now() < mine.level.at) mine.level = { ...mine.level, at: clock.now() }
      const before = mine.level
      const level = levelAt(bucket, before, clock.now())
      if (level.units < bucket.token) return tooMany(rateLimit, secondsUntilToken(bucket, level))
      mine.level = { ...level, units: level.units - bucket.token }
      // A token only counts if its request is recorded.
      tx.ifUndone(() => {
        mine.level = before
      })
      return undefined
    },
    /** Fills all buckets again. */
    forget: () => kept.clear(),
  }
}
export type Limiter = ReturnType<typeof createLimiter>

/**
 * A token bucket in whole numbers, so that equal times give equal replies. One token is worth as many units as a period has
 * microseconds. Each microsecond adds as many units as the period allows requests.
 */
interface Bucket {
  token: bigint
  perMicrosecond: bigint
  capacity: bigint
}
/** The level of a bucket at a time, in microseconds. */
interface Level {
  units: bigint
  at: number
}

export function bucketOf({ limit, per, burst = limit }: RateLimit): Bucket {
  const token = BigInt(Math.max(1, Math.round((parseDuration(per) ?? 1000) * 1000)))
  return { token, perMicrosecond: BigInt(limit), capacity: BigInt(burst) * token }
}

/** The level at a time that is not before the last. */
export function levelAt({ perMicrosecond, capacity }: Bucket, { units, at }: Level, now: number): Level {
  const grown = units + BigInt(now - at) * perMicrosecond
  return { units: grown < capacity ? grown : capacity, at: now }
}

/** The seconds until a token is available, rounded up. */
export function secondsUntilToken({ token, perMicrosecond }: Bucket, { units }: Level): number {
  const second = perMicrosecond * 1_000_000n
  return Number((token - units + second - 1n) / second)
}
