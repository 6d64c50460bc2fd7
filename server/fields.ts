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

/** A duration such as `1m30s`, read as ms. */
export const durationField = () => read(parseDuration, 'must be a duration such as "2h" or "1m30s"')

/** A time of ISO 8601, read as microseconds since the epoch. */
export const timeField = () => read(fromIso, 'must be an ISO 8601 time such as 2026-01-01T09:00:00Z')

/** A duration that is kept as its text. */
export const durationText = () =>
  z
    .string()
    .refine((text) => parseDuration(text) !== undefined, 'must be a duration such as "10s" or "1m30s"')

/** An absolute address on the web. */
export const webAddress = () =>
  z
    .string('must be a string')
    .refine(
      (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
      'must be an absolute http or https URL',
    )
