import { seededFraction } from '../../database/ids.ts'
import type { TrafficShape } from '../../wire.ts'

export interface Rhythm {
  /** Events a second, on average. */
  rate: number
  shape: TrafficShape
  seed: number
}

const second = 1_000_000

/**
 * When an arrival comes, in microseconds after the first could: it follows from its number (from 0), the seed and, where the
 * gaps are drawn, from `before`, the time of the one before it (0 for the first).
 */
export function arrivalAt({ rate, shape, seed }: Rhythm, number: number, before: number): number {
  switch (shape) {
    case 'steady':
      return (number * second) / rate
    case 'poisson':
      return before - (Math.log(1 - seededFraction(seed, `traffic:${number}:gap`)) * second) / rate
  }
}

/** A fraction in [0, 1) that chooses what event an arrival is. */
export const choiceOf = (seed: number, number: number): number =>
  seededFraction(seed, `traffic:${number}:event`)
