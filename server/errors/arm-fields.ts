/** The fields of an armed error, in requests and in the config. */
import { z } from 'zod'
import { asRouted, withoutPrefix } from '../http/prefix.ts'
import { probability, wholeNumber } from '../schema/fields.ts'
import { armedOutcomes } from '../wire.ts'
import { call, said } from '../words/act.ts'
import { didYouMean, nearest } from '../words/nearest.ts'
import { isPlatformCode, platformCodes } from './dictionary.ts'

const code = z.string('must be text, such as card_dne').transform((text, context) => {
  if (isPlatformCode(text)) return text
  const outcome = nearest(text, armedOutcomes)
  const meant =
    outcome === undefined ? didYouMean(text, platformCodes) : `Did you mean the outcome ${outcome}?`
  context.addIssue({
    code: 'custom',
    message: [`there is no error code ${text.slice(0, 50)}`, meant].filter((part) => part).join('. '),
    params: { fix: outcome === undefined ? said`${call('listErrors')} lists every code.` : undefined },
  })
  return z.NEVER
})

/** The fields of an armed error. The config takes the same fields. */
export const armFields = z
  .strictObject({
    code: code.optional().meta({ description: 'A code of the dictionary', example: 'insufficient_funds' }),
    status: wholeNumber(200, 599).optional().meta({ description: 'A raw response, without a code' }),
    body: z.unknown().optional().meta({
      description:
        'The body of the raw response: a string as is, any other value as JSON; by default the page of a gateway',
    }),
    outcome: z
      .enum(armedOutcomes, `must be ${armedOutcomes.join(' or ')}`)
      .optional()
      .meta({ description: 'reset closes the connection; hang never answers' }),
    method: z
      .string()
      .regex(/^(get|head|post|put|patch|delete|options)$/i, 'must be a method such as POST')
      .transform((text) => text.toUpperCase())
      .optional(),
    path: z
      .string()
      .regex(/^\/[^?#]*$/, 'must begin with / and have no query, such as /cards/*')
      .transform((path) => withoutPrefix(asRouted(path)))
      .optional()
      .meta({ description: 'The path without /api/v0.1; * matches any characters', example: '/cards/*' }),
    identity: z.string().min(1).optional(),
    times: wholeNumber(1).optional().meta({ description: 'How often the error fires before it is used up' }),
    after: wholeNumber(0)
      .optional()
      .meta({ description: 'How many matching calls pass before the error fires' }),
    probability: probability().optional().meta({ description: 'The chance of firing, drawn from the seed' }),
    delay_ms: wholeNumber(0, 600_000).optional().meta({ description: 'The delay of the response' }),
  })
  .superRefine(({ code, status, body, outcome }, context) => {
    const named = [code, status, outcome].filter((one) => one !== undefined)
    if (named.length !== 1)
      context.addIssue('give exactly one of code, status (with an optional body) and outcome')
    else if (body !== undefined && status === undefined)
      context.addIssue({
        code: 'custom',
        path: ['body'],
        message: 'needs a status, such as 503',
      })
  })
