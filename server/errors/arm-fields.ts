import { z } from 'zod'
import { asRouted, withoutPrefix } from '../http/prefix.ts'
import { probability, wholeNumber } from '../schema/fields.ts'
import { armedOutcomes } from '../wire.ts'
import { nearest } from '../words/nearest.ts'
import { codeMeant, isPlatformCode } from './dictionary.ts'

const code = z.string('must be text, such as card_dne').transform((text, context) => {
  if (isPlatformCode(text)) return text
  const outcome = nearest(text, armedOutcomes)
  const meant = outcome === undefined ? codeMeant(text) : `Did you mean the outcome ${outcome}?`
  context.addIssue(`there is no error code ${text.slice(0, 50)}. ${meant.replace(/\.$/, '')}`)
  return z.NEVER
})

/** What may be said of an error that is armed; the config takes it too. */
export const armFields = z
  .strictObject({
    code: code.optional().meta({ description: 'A code of the dictionary', example: 'insufficient_funds' }),
    status: wholeNumber(200, 599).optional().meta({ description: 'A raw answer, without a code' }),
    body: z.unknown().optional().meta({
      description: "Of the raw answer: text as it is, anything else as JSON; a gateway's page without",
    }),
    outcome: z
      .enum(armedOutcomes, `must be ${armedOutcomes.join(' or ')}`)
      .optional()
      .meta({ description: 'reset: the connection is cut; hang: nothing is ever answered' }),
    method: z
      .string()
      .regex(/^(get|head|post|put|patch|delete|options)$/i, 'must be a method such as POST')
      .transform((text) => text.toUpperCase())
      .optional(),
    path: z
      .string()
      .regex(/^\/[^?#]*$/, 'must begin with / and hold no query, such as /cards/*')
      .transform((path) => withoutPrefix(asRouted(path)))
      .optional()
      .meta({ description: 'Without /api/v0.1; * stands for any run of characters', example: '/cards/*' }),
    identity: z.string().min(1).optional(),
    times: wholeNumber(1).optional().meta({ description: 'Fires so often, then is spent' }),
    after: wholeNumber(0).optional().meta({ description: 'Lets so many matching calls through first' }),
    probability: probability().optional().meta({ description: 'Drawn from the seed' }),
    delay_ms: wholeNumber(0, 600_000).optional().meta({ description: 'Holds the answer back' }),
  })
  .superRefine(({ code, status, body, outcome }, context) => {
    const named = [code, status, outcome].filter((one) => one !== undefined)
    if (named.length !== 1)
      context.addIssue('name exactly one of code, status (which may have a body) and outcome')
    else if (body !== undefined && status === undefined)
      context.addIssue({
        code: 'custom',
        path: ['body'],
        message: 'stands beside a status alone, such as 503',
      })
  })
