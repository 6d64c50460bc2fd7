import { sayMeasured } from '../../time.ts'
import type { Mistake } from '../../wire.ts'

/** A mistake that stands by itself, or is held against an earlier capture. */
export const mistakeOf = (
  mistake: Mistake['mistake'],
  detail: string,
  against: Partial<Pick<Mistake, 'capture_id' | 'times'>> = {},
): Mistake => ({
  mistake,
  detail,
  capture_id: against.capture_id ?? null,
  times: against.times ?? null,
})

/** A length of time in microseconds, in words. */
export const sayApart = (microseconds: number): string =>
  microseconds < 1000 ? `${microseconds} µs` : sayMeasured(Math.round(microseconds / 1000))
