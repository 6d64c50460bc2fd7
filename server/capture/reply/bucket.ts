import type { RateLimit } from '../../wire.ts'
import { parseDuration } from '../../words/time.ts'

/**
 * A token bucket as numbers without fractions, so that the same times give the same answers: one token is worth as many units
 * as a period has microseconds, and each microsecond brings as many units as the period lets requests through.
 */
export interface Bucket {
  token: bigint
  perMicrosecond: bigint
  capacity: bigint
}
/** How full one was at a time, in microseconds. */
export interface Level {
  units: bigint
  at: number
}

export function bucketOf({ limit, per, burst = limit }: RateLimit): Bucket {
  const token = BigInt(Math.max(1, Math.round((parseDuration(per) ?? 1000) * 1000)))
  return { token, perMicrosecond: BigInt(limit), capacity: BigInt(burst) * token }
}

/** How full it is at a time, which is not before the last. */
export function levelAt({ perMicrosecond, capacity }: Bucket, { units, at }: Level, now: number): Level {
  const grown = units + BigInt(now - at) * perMicrosecond
  return { units: grown < capacity ? grown : capacity, at: now }
}

/** In how many whole seconds there is a token, rounded up. */
export function secondsUntilToken({ token, perMicrosecond }: Bucket, { units }: Level): number {
  const second = perMicrosecond * 1_000_000n
  return Number((token - units + second - 1n) / second)
}
