/** Computes the times of simulated traffic. */
import { seededFraction } from '../../database/ids.ts'
import type { TrafficShape } from '../../wire.ts'

export interface Rhythm {
  /** Events in each second, on average. */
  rate: number
  shape: TrafficShape
  seed: number
}

const second = 1_000_000

/**
 * The time of an arrival, in microseconds after the start. It follows from its number (from 0) and the seed and, with random
 * gaps, from `before`, the time of the previous arrival (0 for the first).
 */
export function arrivalAt({ rate, shape, seed }: Rhythm, number: number, before: number): number {
  switch (shape) {
    case 'steady':
      return (number * second) / rate
    case 'poisson':
      return before - (Math.log(1 - seededFraction(seed, `traffic:${number}:gap`)) * second) / rate
  }
}

/** A fraction in [0, 1) that chooses the event of an arrival. */
export const choiceOf = (seed: number, number: number): number =>
  seededFraction(seed, `traffic:${number}:event`)
