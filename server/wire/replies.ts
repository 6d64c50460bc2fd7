import { z } from 'zod'
import { readTemplate } from '../words/reply-template.ts'
import { json, named } from './parts.ts'
import { verdictResults } from './verdicts.ts'

/** Headers that say where a message ends; a wrong one would break the connection for what follows. */
const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'trailer']

/** What is said of a value that is no object at all. */
export const formOf = (says: string) => ({
  error: ({ code }: { code: string }) => (code === 'invalid_type' ? says : undefined),
})

const statusForm = 'must be a status from 200 to 599'
const delayForm = 'must be a whole number of ms from 0 to 600000'
const delay = () => z.int(delayForm).min(0, delayForm).max(600_000, delayForm).optional()
const token = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is no header name')
const headerName = token.refine(
  (name) => !framing.includes(name.toLowerCase()),
  'is written by the server itself',
)

const headerValue = z.string('must be text').regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'is no header value')
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
        .meta({ description: 'Name → value; a list of [name, value] where a name stands more than once' }),
      body: z.string('must be text').optional(),
      template: z
        .string('must be text')
        .superRefine((text, context) => {
          const read = readTemplate(text)
          if ('flaw' in read) context.addIssue(read.flaw)
        })
        .optional()
        .meta({ description: 'A body in which {{…}} stands for a part of the request; in place of body' }),
      delay_ms: delay().meta({ description: 'How long the answer is held back' }),
      body_ms: delay().meta({ description: 'Over how long the body is spread, in small pieces' }),
      outcome: z
        .enum(replyOutcomes, `must be ${replyOutcomes.join(' or ')}`)
        .optional()
        .meta({ description: 'reset cuts the connection, hang never answers; in place of an answer' }),
    })
    .superRefine(({ status, delay_ms: _, outcome, ...answer }, context) => {
      // A reply that is read here says 200 where none was given.
      const given =
        status === 200 ? Object.entries(answer).find(([, value]) => value !== undefined)?.[0] : 'status'
      if (outcome !== undefined && given)
        context.addIssue({
          code: 'custom',
          path: [given],
          message: `goes with an answer, not with ${outcome}`,
        })
      else if (answer.body !== undefined && answer.template !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['template'],
          message: 'goes without body: keep one of them',
        })
    }),
)

const steps = z
  .array(fixedReply)
  .min(1, 'must hold a step at least')
  // Looked at before the steps, of which each may have a flaw.
  .max(1000, 'must be 1000 steps at most')
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
      .meta({ description: 'Told in the record of an answer; its number, without it' }),
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
              description: 'Behind /in/{name}, / where nothing is; * stands for any run of characters',
            }),
          headers: z
            .record(token, z.string('must be text, * allowed'), 'must be names and values')
            .optional()
            .meta({ description: 'Name → value, * allowed; one of that name must fit' }),
          event: z
            .string('must be the name of an event, or a pattern such as card.*')
            .min(1, 'must be the name of an event, or a pattern such as card.*')
            .optional()
            .meta({ description: 'The name of the event, as the capture has it; * allowed' }),
          json: z.record(z.string(), json, 'must be paths and values').optional().meta({
            description:
              'Path into a JSON body, such as data.amount, items.0.id or data["order.id"] → the value there; * in texts stands for any run of characters, "*" alone for whatever is there',
          }),
          verdict: z.enum(verdictResults, `must be one of ${verdictResults.join(', ')}`).optional(),
        },
        formOf('must be conditions: method, path, headers, event, json, verdict'),
      )
      .meta({ description: 'All of it must hold; an empty one holds always' }),
    reply: answers,
  }),
)

const replyRules = named(
  'ReplyRules',
  z.strictObject({
    rules: z
      .array(replyRule, 'must be a list of {name, when, reply}')
      .min(1, 'must hold a rule at least')
      .max(100, 'must be 100 rules at most')
      .meta({ description: 'The first that holds answers' }),
    otherwise: answers.optional().meta({ description: 'Where none holds; 200, without it' }),
  }),
)

/** Else what is wrong with rules would be told as if an answer had been meant. */
const notRules = z.preprocess((value, context) => {
  if (typeof value !== 'object' || value === null || !('rules' in value)) return value
  context.addIssue('is no answer')
  return z.NEVER
}, fixedReply)

export const reply = z
  .union(
    [notRules, steps, replyRules],
    'must be {status, headers, body, template, delay_ms, body_ms, outcome}, each optional, a list of such steps, or {rules, otherwise}',
  )
  .meta({
    description: 'One answer, steps of which the last repeats, or rules that choose by the request',
  })

export type FixedReply = z.infer<typeof fixedReply>
export type ReplyRule = z.infer<typeof replyRule>
export type Reply = z.infer<typeof reply>
