/** The JSON of the reply of an endpoint. */
import { z } from 'zod'
import { readTemplate } from '../words/reply-template.ts'
import { json, named } from './parts.ts'
import { verdictResults } from './verdicts.ts'

/** Headers that mark the end of a message. A wrong value would break the connection for later messages. */
const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'trailer']

/** The refusal of a value that is not an object. */
export const formOf = (says: string) => ({
  error: ({ code }: { code: string }) => (code === 'invalid_type' ? says : undefined),
})

const statusForm = 'must be a status from 200 to 599'
const delayForm = 'must be a whole number of ms from 0 to 600000'
const delay = () => z.int(delayForm).min(0, delayForm).max(600_000, delayForm).optional()
const token = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not a valid header name')
const headerName = token.refine(
  (name) => !framing.includes(name.toLowerCase()),
  'is written by the server itself',
)

const headerValue = z.string('must be text').regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'is not a valid header value')
const replyOutcomes = ['reset', 'hang'] as const
const fixedReply = named(
  'FixedReply',
  z
    .strictObject({
      status: z.int(statusForm).min(200, statusForm).max(599, statusForm).default(200),
      headers: z
        .union(
          [
            z.record(headerName, headerValue),
            z.array(z.tuple([headerName, headerValue], 'must be a pair of name and value')),
          ],
          'must be names and values, or a list of [name, value]',
        )
        .optional()
        .meta({ description: 'Name → value; a list of [name, value] for repeated names' }),
      body: z.string('must be text').optional(),
      template: z
        .string('must be text')
        .superRefine((text, context) => {
          const read = readTemplate(text)
          if ('flaw' in read) context.addIssue(read.flaw)
        })
        .optional()
        .meta({ description: 'A body in which {{…}} inserts a part of the request; instead of body' }),
      delay_ms: delay().meta({ description: 'The delay before the response' }),
      body_ms: delay().meta({ description: 'The time over which the body is sent, in small pieces' }),
      outcome: z
        .enum(replyOutcomes, `must be ${replyOutcomes.join(' or ')}`)
        .optional()
        .meta({ description: 'reset closes the connection, hang never answers; instead of a response' }),
    })
    .superRefine(({ status, delay_ms: _, outcome, ...answer }, context) => {
      // The status is 200 by default, so a status of 200 may not have been given.
      const given =
        status === 200 ? Object.entries(answer).find(([, value]) => value !== undefined)?.[0] : 'status'
      if (outcome !== undefined && given)
        context.addIssue({
          code: 'custom',
          path: [given],
          message: `cannot be combined with the outcome ${outcome}`,
        })
      else if (answer.body !== undefined && answer.template !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['template'],
          message: 'cannot be combined with body: keep only one of them',
        })
    }),
)

const steps = z
  .array(fixedReply)
  .min(1, 'must contain at least one step')
  // The length is checked first, since every step may have a flaw.
  .max(1000, 'must be at most 1000 steps')
const answers = z.union(
  [fixedReply, steps],
  'must be {status, headers, body, template, delay_ms, body_ms, outcome}, each optional, or a list of such steps',
)

const nameForm = 'must be 1 to 100 characters'
const replyRule = named(
  'ReplyRule',
  z.strictObject({
    name: z
      .string(nameForm)
      .min(1, nameForm)
      .max(100, nameForm)
      .optional()
      .meta({ description: 'Shown in the record of a response; by default the number of the rule' }),
    when: z
      .strictObject(
        {
          method: z
            .string('must be a method such as POST')
            .regex(/^[A-Za-z-]+$/, 'must be a method such as POST')
            .optional(),
          path: z
            .string('must be text')
            .regex(/^[/*]/, 'must begin with / or *, such as /orders/*')
            .optional()
            .meta({
              description: 'The path after /in/{name}, or /; * matches any characters',
            }),
          headers: z
            .record(token, z.string('must be text, * allowed'), 'must be names and values')
            .optional()
            .meta({ description: 'Name → value, * allowed; one header of that name must match' }),
          event: z
            .string('must be the name of an event, or a pattern such as card.*')
            .min(1, 'must be the name of an event, or a pattern such as card.*')
            .optional()
            .meta({ description: 'The event name of the capture; * allowed' }),
          json: z.record(z.string(), json, 'must be paths and values').optional().meta({
            description:
              'Path into a JSON body, such as data.amount, items.0.id or data["order.id"] → the value there; * in a text matches any characters, "*" alone matches any value',
          }),
          verdict: z.enum(verdictResults, `must be one of ${verdictResults.join(', ')}`).optional(),
        },
        formOf('must be conditions: method, path, headers, event, json, verdict'),
      )
      .meta({ description: 'All conditions must match; an empty object always matches' }),
    reply: answers,
  }),
)

const replyRules = named(
  'ReplyRules',
  z.strictObject({
    rules: z
      .array(replyRule, 'must be a list of {name, when, reply}')
      .min(1, 'must contain at least one rule')
      .max(100, 'must be at most 100 rules')
      .meta({ description: 'The first matching rule answers' }),
    otherwise: answers.optional().meta({ description: 'The reply if no rule matches; by default 200' }),
  }),
)

/** Otherwise mistakes in rules would be reported as mistakes in a fixed reply. */
const notRules = z.preprocess((value, context) => {
  if (typeof value !== 'object' || value === null || !('rules' in value)) return value
  context.addIssue('is not a reply')
  return z.NEVER
}, fixedReply)

export const reply = z
  .union(
    [notRules, steps, replyRules],
    'must be {status, headers, body, template, delay_ms, body_ms, outcome}, each optional, a list of such steps, or {rules, otherwise}',
  )
  .meta({
    description: 'One reply, a list of steps whose last step repeats, or rules that choose by the request',
  })

export type FixedReply = z.infer<typeof fixedReply>
export type ReplyRule = z.infer<typeof replyRule>
export type Reply = z.infer<typeof reply>
