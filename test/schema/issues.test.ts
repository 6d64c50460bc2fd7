import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { issuesOf, saidOf } from '../../server/schema/issues.ts'

const said = (schema: z.ZodType, value: unknown) => {
  const error = schema.safeParse(value).error
  return error ? issuesOf(error, value).map(saidOf) : []
}

describe('what is wrong with a value, in plain words', () => {
  test.each([
    [z.object({ url: z.string() }), {}, 'is missing; must be text'],
    [z.object({ url: z.string() }), { url: 5 }, 'must be text'],
    [z.object({ n: z.int() }), { n: 1.5 }, 'must be a whole number'],
    [z.object({ n: z.int().max(1000) }), { n: 1001 }, 'must be at most 1000'],
    [z.object({ t: z.string().min(3) }), { t: 'a' }, 'must be at least 3 characters'],
    [z.object({ l: z.array(z.int()).max(1) }), { l: [1, 2] }, 'must be at most 1 entry'],
    [z.object({ b: z.boolean() }), { b: 'yes' }, 'must be true or false'],
    [z.object({ e: z.enum(['open', 'closed']) }), { e: 5 }, 'must be one of open, closed'],
    [z.object({ e: z.literal('open') }), { e: 'shut' }, 'must be open'],
    [z.object({ e: z.enum(['open', 'closed'], 'must be open') }), { e: 5 }, 'must be open'],
    [z.object({ u: z.string('must be an address') }), { u: 5 }, 'must be an address'],
    [z.object({ b: z.base64() }), { b: '<' }, 'must be base64'],
    [z.object({ p: z.tuple([z.int(), z.int()]) }), { p: 5 }, 'must be a list'],
  ])('%#', (schema, value, words) => {
    expect(said(schema, value)).toEqual([words])
  })
})
