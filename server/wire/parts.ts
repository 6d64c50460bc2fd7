import { z } from 'zod'

export const named = <T extends z.ZodType>(id: string, schema: T): T => schema.meta({ id }) as T
export const time = z
  .string()
  .meta({ description: 'ISO 8601 UTC with microseconds', example: '2026-01-01T09:00:00.000000Z' })

export const headerPairs = z
  .array(z.tuple([z.string(), z.string()]))
  .meta({ description: 'Header pairs in the order and case they were sent' })

/** What an answer says in header lines, and what came behind it. */
export const answerHeads = {
  headers: headerPairs,
  trailers: headerPairs
    .optional()
    .meta({ description: 'What stood behind the last chunk of the body, where something did' }),
  interim: z
    .array(z.object({ status: z.int(), headers: headerPairs }))
    .optional()
    .meta({ description: 'The answers of 100 to 199 that came before this one, where some did' }),
  behind: z.int().optional().meta({
    description:
      'How many bytes came right behind the end that its head tells, where some did: they are no part of it',
  }),
}

export const json = z.unknown()
/** A body that is told as one of the two. */
export const bodyParts = {
  body: z.string().nullable().meta({ description: 'The body where it is UTF-8 text' }),
  body_base64: z.string().nullable().meta({ description: 'The body where it is not' }),
}
/** Beside a body that is told as text whatever it is. */
export const exactBytes = z
  .string()
  .nullable()
  .meta({ description: 'The exact bytes where they are no UTF-8 text' })
export const asFarAsItCame = {
  description:
    'As far as it came: where `outcome` is another than `responded`, it broke off there; null where its head did not come',
}

export const bodyLeftOut = z
  .int()
  .optional()
  .meta({ description: 'How many bytes of the body are left out at its end, where `body_limit` cut it' })

export type HeaderPair = [name: string, value: string]
