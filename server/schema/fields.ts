/** Field types that several schemas share: durations, times, numbers and addresses. */
import { z } from 'zod'
import { fromIso, parseDuration } from '../words/time.ts'

/** A text field that is parsed into another value, or refused. */
function read<T>(reader: (text: string) => T | undefined, refusal: string) {
  return z.string(refusal).transform((text, context) => {
    const value = reader(text)
    if (value !== undefined) return value
    context.addIssue(refusal)
    return z.NEVER
  })
}

/** A hundred years. A longer duration leads to times that have no text form. */
const longestMs = 36_500 * 86_400_000

function durationIn(text: string): number | undefined {
  const ms = parseDuration(text)
  return ms === undefined || ms > longestMs ? undefined : Math.round(ms)
}

/** Parses an ISO 8601 time, or a day, as microseconds since the epoch; undefined if invalid. */
export function timeIn(text: string): number | undefined {
  // A day means its beginning.
  const time = fromIso(/^\d{4}-\d\d-\d\d$/.test(text.trim()) ? `${text.trim()}T00:00:00Z` : text)
  return time === undefined || time < 0 ? undefined : time
}

/** A duration such as `1m30s`, read as whole ms. */
export const durationField = (refusal = 'must be a duration such as "2h" or "1m30s", at most "36500d"') =>
  read(durationIn, refusal)

/** A time of ISO 8601 or a day, read as microseconds since the epoch. */
export const timeField = (refusal = 'must be an ISO 8601 time since 1970 such as 2026-01-01T09:00:00Z') =>
  read(timeIn, refusal)

/** A whole number in a query. `Number` alone would take nothing at all for 0, and blanks and 0x10 for numbers. */
export const queryNumber = (refusal: string, from: number, to = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text),
    z.int(refusal).min(from, refusal).max(to, refusal),
  )

/** A whole number in a body. */
export function wholeNumber(from: number, to = Number.MAX_SAFE_INTEGER) {
  const refusal = `must be a whole number ${to === Number.MAX_SAFE_INTEGER ? `of ${from} or more` : `from ${from} to ${to}`}`
  return z.int(refusal).min(from, refusal).max(to, refusal)
}

/** How likely something is: it may be certain, and not impossible. */
export function probability() {
  const refusal = 'must be a number above 0 and at most 1'
  return z.number(refusal).gt(0, refusal).max(1, refusal)
}

const durationForm = 'must be a duration such as "10s" or "1m30s", at most "36500d"'

/** A duration that is kept as its text. */
export const durationText = () =>
  z.string(durationForm).refine((text) => durationIn(text) !== undefined, durationForm)

/** A list of durations. The length is checked first, since every entry may have a flaw. */
export const durationTexts = () =>
  z
    .array(durationText(), 'must be a list of durations, such as ["1m", "5m"]')
    .max(1000, 'must be at most 1000 durations')

/** The refusals of headers in a body, and of a pair in a list of headers. */
export const headersForm =
  'must be an object of names and values, or a list of pairs such as ["webhook-id", "1"]'
export const noPair = 'must be a pair of name and value'

/** The most headers that Node sends. The length is checked first, since every entry may have a flaw. */
export const mostHeaders = [2000, 'must be at most 2000 headers'] as const

export const unreadableLogin = 'has a user or password that cannot be decoded; write "%" as "%25"'

/** An absolute http or https URL. */
export const webAddress = () =>
  z
    .string('must be a string')
    .refine(
      (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
      'must be an absolute http or https URL',
    )
    .refine(hasReadableLogin, unreadableLogin)

/** Whether the user and password of an address can be decoded, if there are any. */
export const hasReadableLogin = (text: string): boolean =>
  !URL.canParse(text) || basicLogin(new URL(text)) !== undefined

/** Whether an address has nothing after host and port except one slash. */
export function hasNoPath(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { pathname, search, hash } = new URL(text)
  return /^\/?$/.test(`${pathname}${search}${hash}`)
}

/**
 * The user and password of an address as an Authorization value (RFC 7617). Null without them; undefined if they
 * cannot be decoded.
 */
export function basicLogin({ username, password }: URL): string | null | undefined {
  try {
    // Decoded separately: a character must not begin in the user and end in the password.
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return login === ':' ? null : `Basic ${Buffer.from(login).toString('base64')}`
  } catch {
    return undefined
  }
}
