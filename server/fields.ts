import { z } from 'zod'
import { fromIso, parseDuration } from './time.ts'

/** A field of text that is read into something else, or refused. */
function read<T>(reader: (text: string) => T | undefined, refusal: string) {
  return z.string().transform((text, context) => {
    const value = reader(text)
    if (value !== undefined) return value
    context.addIssue(refusal)
    return z.NEVER
  })
}

/** A hundred years: more leads to times that cannot be written down. */
const longestMs = 36_500 * 86_400_000

function durationIn(text: string): number | undefined {
  const ms = parseDuration(text)
  return ms === undefined || ms > longestMs ? undefined : Math.round(ms)
}

function timeIn(text: string): number | undefined {
  const time = fromIso(text)
  return time === undefined || time < 0 ? undefined : time
}

/** A duration such as `1m30s`, read as whole ms. */
export const durationField = () =>
  read(durationIn, 'must be a duration such as "2h" or "1m30s", at most "36500d"')

/** A time of ISO 8601, read as microseconds since the epoch. */
export const timeField = () =>
  read(timeIn, 'must be an ISO 8601 time since 1970 such as 2026-01-01T09:00:00Z')

/** A duration that is kept as its text. */
export const durationText = () =>
  z
    .string()
    .refine(
      (text) => durationIn(text) !== undefined,
      'must be a duration such as "10s" or "1m30s", at most "36500d"',
    )

/** An absolute address on the web. */
export const webAddress = () =>
  z
    .string('must be a string')
    .refine(
      (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
      'must be an absolute http or https URL',
    )
