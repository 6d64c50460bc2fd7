/** Reads, writes and checks amounts of money. */
import type { PlatformCode } from '../../errors/dictionary.ts'
import { refuse } from '../errors.ts'
import { shown } from '../fields.ts'

/** Reads `21.93`, `21.9` or `21` as whole cents. Undefined if invalid. */
function readCents(text: string): number | undefined {
  const [, sign = '', whole, part = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/** Whole cents as a signed decimal string: `-21.93`. */
export function sayCents(cents: number): string {
  const [whole, part] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100]
  return `${cents < 0 ? '-' : ''}${whole}.${String(part).padStart(2, '0')}`
}

/** A positive amount in cents, or a refusal that says what is wrong. */
export function positiveCents(
  amount: string | number,
  { code = 'invalid_amount', field = 'amount' }: { code?: PlatformCode; field?: string } = {},
): number {
  const cents = readCents(String(amount))
  if (cents === undefined)
    return refuse(
      code,
      `${field}: ${shown(String(amount))} is not a number with at most 12 digits and two decimals, such as 21.93`,
    )
  if (cents <= 0) return refuse(code, `${field}: ${sayCents(cents)} must be greater than zero`)
  return cents
}

/** The largest single amount, in cents. */
export const largestCents = 100_000_000

/** Refuses an amount above the largest. */
export function refuseLarge(cents: number, field = 'amount') {
  if (cents > largestCents)
    refuse('large_amount', `${field}: ${sayCents(cents)} is above ${sayCents(largestCents)}`)
}

/** Refuses every currency except USD. */
export function requireUsd(currency: string) {
  if (currency !== 'USD') refuse('invalid_parameter', `currency: ${shown(currency)} is not USD`)
}
