/** Fields that the schemas of several areas share. */
import { z } from 'zod'

/** Text without control characters and lone surrogates. */
export const text = (max = 200) =>
  z
    .string('must be a string')
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .regex(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
      /^[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]*$/u,
      'must not contain control characters or lone surrogates',
    )
    // The length check already reports empty text.
    .regex(/^$|\S/, 'must not be blank')

/** The id of an object. Any text is accepted, since the lookup refuses unknown ids. */
export const id = (of: string) =>
  text(100).meta({ description: `The id of ${of}`, example: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10' })

/** An id in a response. */
export const uuid = (description: string) =>
  z.uuid().meta({ description, example: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10' })

export const flag = () => z.boolean('must be true or false')

/** One of a few words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`)

/** A whole number in a query. */
const count = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((number) => number >= from && number <= to, `must be a whole number from ${from} to ${to}`)

/** Paging by page number, from 1. Source: what is public of the platform. */
export const paging = {
  page: count(1, 1_000_000).optional().meta({ description: 'From 1', example: '1' }),
  per_page: count(1, 250).optional().meta({ description: '1 to 250; 50 by default', example: '50' }),
}
export const pageOf = ({
  page = 1,
  per_page = 50,
}: {
  page?: number | undefined
  per_page?: number | undefined
}) => ({
  page,
  perPage: per_page,
})

/** Whether this is the first page. Only there does an empty result mean that nothing exists. */
export const isFirstPage = ({ page = 1 }: { page?: number | undefined }) => page === 1

/** An amount in a request: a decimal string or a number. Its area checks the value. */
export const amount = () =>
  z.union([z.string(), z.number()], 'must be a decimal string such as "21.93"').meta({
    description: 'A decimal string with at most two decimals; a number is accepted too',
    example: '21.93',
  })

export const moment = () =>
  z.string().meta({
    description: 'ISO 8601 UTC with six fractional digits and Z',
    example: '2026-01-05T09:00:00.000000Z',
  })
/** When an object was created and last changed. */
export const times = { created_time: moment(), updated_time: moment() }

/** Text from a request, shortened for a message. */
export const shown = (value: string) => (value.length > 100 ? `${value.slice(0, 100)}…` : value)

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (value: string) => uuidForm.test(value)

/** Refuses a body that has none or both of two fields. */
export function exactlyOneOf(first: string, second: string) {
  return (body: Record<string, unknown>, context: z.core.$RefinementCtx) => {
    const given = [first, second].filter((name) => body[name] !== undefined)
    if (given.length === 0)
      context.addIssue({ code: 'custom', path: [`${first} or ${second}`], message: 'is required' })
    if (given.length === 2)
      context.addIssue({ code: 'custom', path: [first], message: `cannot be given together with ${second}` })
  }
}
