/** Parts that several JSON objects share: times, headers and bodies. */
import { z } from 'zod'

export const named = <T extends z.ZodType>(id: string, schema: T): T => schema.meta({ id }) as T
export const time = z
  .string()
  .meta({ description: 'ISO 8601 UTC with microseconds', example: '2026-01-01T09:00:00.000000Z' })

export const headerPairs = z
  .array(z.tuple([z.string(), z.string()]))
  .meta({ description: 'Header pairs in the order and case they were sent' })

/** The headers of a response, and what arrived after it. */
export const answerHeads = {
  headers: headerPairs,
  trailers: headerPairs
    .optional()
    .meta({ description: 'The trailers after the last chunk of the body, if any' }),
  interim: z
    .array(z.object({ status: z.int(), headers: headerPairs }))
    .optional()
    .meta({ description: 'The interim responses (100 to 199) before this response, if any' }),
  behind: z.int().optional().meta({
    description: 'How many surplus bytes followed the end of the response, if any',
  }),
}

export const json = z.unknown()
/** A body, in the response as text or as base64. */
export const bodyParts = {
  body: z.string().nullable().meta({ description: 'The body, if it is UTF-8 text' }),
  body_base64: z.string().nullable().meta({ description: 'The body, if it is not UTF-8 text' }),
}
/** Accompanies a body that is always in the response as text. */
export const exactBytes = z
  .string()
  .nullable()
  .meta({ description: 'The exact bytes, if they are not UTF-8 text' })
export const asFarAsItCame = {
  description:
    'The received part of the response, incomplete unless `outcome` is `responded`; null if the head did not arrive',
}

export const bodyLeftOut = z
  .int()
  .optional()
  .meta({ description: 'How many bytes at the end of the body are omitted because of `body_limit`' })

export type HeaderPair = [name: string, value: string]

/** How far the search index was behind an answer. */
export const indexLag = z.int().meta({
  description:
    'At most this many of the newest records were not in the search index yet, so that words and times did not find them; 0 if the index was complete',
})
