/** Defines the kinds of steps and their keys. */
import { z } from 'zod'
import { armFields } from '../../errors/arm-fields.ts'
import { readFault } from '../../faults/grammar.ts'
import { firesAtAll } from '../../faults/rule-fields.ts'
import { armOrder } from '../../platform/arming/armed.ts'
import { durationField, probability, wholeNumber } from '../../schema/fields.ts'
import { saidOf } from '../../schema/issues.ts'
import { reply, type StepKind } from '../../wire.ts'
import { nearest } from '../../words/nearest.ts'
import { eventField } from './event-field.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export const expectable = ['delivery', 'capture', 'event', 'call'] as const
export type Expectable = (typeof expectable)[number]

const flag = () => z.boolean('must be true or false').optional()
const fields = (says: string) => z.record(z.string(), z.unknown(), says)

/** A value that is checked even if it contains references. */
const certain = { code: 'custom', params: { isCertain: true } } as const

const count = () => wholeNumber(1, 1_000_000).optional()
const duration = () => z.string('must be a duration such as 3d or "1m30s"').pipe(durationField())

const faultText = (value: string, context: z.RefinementCtx) => {
  const read = readFault(value)
  if ('problem' in read) context.addIssue(`${read.problem} ${read.fix}`.replace(/\.$/, ''))
}
const fault = () => z.string('must be a fault such as drop').superRefine(faultText)

/** Whether a path, once requested, is that of a reset: `..` is resolved and `%72` is an r. */
function isReset(path: string): boolean {
  const { pathname } = new URL(`http://localhost${path}`)
  const text = pathname.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number(`0x${code.slice(1)}`)))
  return /^\/sandbox\/reset\/?$/.test(text)
}

const call = z.string('must be a method and a path, such as POST /customers/').transform((line, context) => {
  const [, method = '', path = ''] = /^(\S+)\s+(\/\S*)$/.exec(line.trim()) ?? []
  const known = methods.find((one) => one === method.toUpperCase())
  if (path === '') context.addIssue('must be a method and a path, such as POST /customers/')
  else if (!known) {
    const close = nearest(method, methods)
    context.addIssue(`${method} is not a method${close ? `; did you mean ${close}?` : ''}`)
  } else if (known === 'POST' && isReset(path))
    context.addIssue('a run cannot reset the sandbox that it runs in')
  else return { method: known, path }
  return z.NEVER
})

const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/
const headerForm = 'must be one line of Latin-1'
const headers = z
  .record(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not a valid header name'),
    z.union(
      [z.string().regex(headerValue, headerForm), z.number(), z.boolean(), z.null()],
      'must be text, or null to leave the header out',
    ),
    'must be names and values',
  )
  .optional()

const arming = {
  arm: z.union([z.string(), z.int()], 'must be a code such as card_dne, a status, reset or hang'),
  method: z.unknown().optional(),
  path: z.unknown().optional(),
  times: z.unknown().optional(),
  after: z.unknown().optional(),
  probability: z.unknown().optional(),
  delay: duration().optional(),
  body: z.unknown().optional(),
}
/** Parsed by the schema of the API, so that both accept the same. */
const arm = z.strictObject(arming).transform(({ arm: what, delay, ...conditions }, context) => {
  const answer = /^\d+$/.test(String(what))
    ? { status: Number(what) }
    : what === 'reset' || what === 'hang'
      ? { outcome: what }
      : { code: what }
  const given = Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined))
  const read = armFields.safeParse({ ...answer, ...given, ...(delay !== undefined && { delay_ms: delay }) })
  if (read.success) return armOrder(read.data)
  for (const issue of read.error.issues) {
    const [first, ...rest] = issue.path
    const key = first === undefined || first === 'code' || first === 'status' ? 'arm' : String(first)
    context.addIssue({ code: 'custom', path: [key, ...rest], message: saidOf(issue) })
  }
  return z.NEVER
})

/** Months have different lengths, so no duration leads to the end of one. */
const waiting = z.union(
  [z.literal('next month'), duration()],
  'must be a duration such as "2h" or "1m30s", at most "36500d", or next month',
)

/**
 * The kinds of steps. The first key identifies the kind. The keys here, besides those of their values' types, are all that a
 * step may have.
 */
export const kinds = {
  call: z
    .strictObject({
      call,
      body: z.unknown().optional(),
      headers,
      status: z.union([z.literal(0), wholeNumber(100, 599)], 'must be a status such as 201').optional(),
      answer: fields('must be fields and their values').optional(),
    })
    .superRefine(({ call: asked, body }, context) => {
      if (body !== undefined && ['GET', 'HEAD'].includes(asked?.method))
        context.addIssue({ ...certain, path: ['body'], message: `cannot be sent with ${asked.method}` })
    }),
  event: z.strictObject({
    event: eventField,
    set: fields('must be paths and their values').optional(),
    payload: fields('must be a payload').optional(),
    fault: fault().optional(),
    force: flag(),
    with_history: flag(),
    count: wholeNumber(1, 1000).optional(),
  }),
  wait: z.strictObject({ wait: waiting }),
  expect: z
    .strictObject({
      expect: z.enum(expectable, {
        error: ({ input }) => {
          const close = nearest(String(input), expectable)
          return `must be one of ${expectable.join(', ')}${close ? `; did you mean ${close}?` : ''}`
        },
      }),
      where: fields('must be fields and the values they should have').optional(),
      count: count(),
      exactly: wholeNumber(0, 1_000_000).optional(),
      within: duration().optional(),
    })
    .superRefine(({ count: atLeast, exactly }, context) => {
      if (atLeast !== undefined && exactly !== undefined)
        context.addIssue({
          ...certain,
          path: ['exactly'],
          message: 'cannot be combined with count: keep only one of them',
        })
    }),
  fault: z
    .strictObject({
      fault: z.string('must be a fault such as drop, or none').superRefine((value, context) => {
        if (value !== 'none') faultText(value, context)
      }),
      on: eventField.optional(),
      first: count(),
      every: count(),
      probability: probability().optional(),
    })
    .superRefine(({ fault: put, ...when }, context) => {
      if (put !== 'none') return
      const [key] = Object.entries(when).find(([, value]) => value !== undefined) ?? []
      if (key) context.addIssue({ ...certain, path: [key], message: 'needs a fault other than none' })
    })
    .superRefine(firesAtAll),
  arm,
  reply: z.strictObject({ reply: reply.nullable() }),
  repeat: z.strictObject({ repeat: wholeNumber(1, 10_000), steps: z.unknown().optional() }),
  parallel: z.strictObject({ parallel: z.unknown().optional() }),
} as const satisfies Record<StepKind, z.ZodType>

/** The parsed values of a step of each kind. */
export type Read<K extends StepKind> = z.output<(typeof kinds)[K]>

const shapeOf = (kind: StepKind) => {
  const schema = kinds[kind]
  return schema instanceof z.ZodObject ? schema.shape : arming
}
/** The keys of a kind of step, without its name. */
export const keysOf = (kind: StepKind): string[] => Object.keys(shapeOf(kind))
