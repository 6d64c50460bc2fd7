import type { Mistake } from '../../wire.ts'
import { sayMeasured } from '../../words/time.ts'

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

/** A length of time in microseconds, in words as other times are read: `320 µs`, `72 ms`, `1 min 30 s`. */
export const sayApart = (microseconds: number): string =>
  microseconds < 1000
    ? `${microseconds} µs`
    : sayMeasured(Math.round(microseconds / 1000))
        .replace(/m(?!s)/, 'min')
        .replace(/([a-z])(?=\d)/, '$1 ')
        .replace(/(\d)(?=[a-z])/g, '$1 ')
