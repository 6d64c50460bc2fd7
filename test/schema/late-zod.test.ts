import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { z as plain } from 'zod/v4'

test('a schema is built at its first use, and only once', () => {
  // A schema with a description registers itself when it is built.
  const register = vi.spyOn(z.globalRegistry, 'add')
  onTestFinished(() => register.mockRestore())
  const name = z.string().min(1).meta({ description: 'A name' })
  const schema = z.strictObject({ name }).optional()
  expect(register).not.toHaveBeenCalled()
  expect(schema.parse({ name: 'Ada' })).toEqual({ name: 'Ada' })
  expect(schema.safeParse({ name: '' }).success).toBe(false)
  expect(register).toHaveBeenCalledTimes(1)
})

test('the fields of an object can be read before the object is built', () => {
  const name = z.string()
  const schema = z.object({ name }).refine(() => true)
  expect('shape' in schema).toBe(true)
  expect(Object.keys(schema.shape)).toEqual(['name'])
  expect(schema.shape.name).toBe(name)
})

/** What a program can learn from schemas. */
function learnt(of: typeof z) {
  const amount = of
    .union([of.int().min(1), of.literal('all')])
    .meta({ id: 'Amount', description: 'How many' })
  const schema = of.strictObject({
    kind: of.enum(['a', 'b']).default('a'),
    amount,
    pairs: of.array(of.tuple([of.string(), of.unknown()])).max(2),
    more: of.record(of.string(), of.object({ amount }).partial()).nullable().optional(),
  })
  const document = of.toJSONSchema(schema)
  of.globalRegistry.remove(amount)
  return {
    document,
    issues: schema.safeParse({ amount: 0, pairs: [['x']], other: 1 }).error?.issues,
    parsed: schema.parse({ amount: 'all', pairs: [] }),
    isObject: schema instanceof of.ZodObject,
    fields: Object.keys(schema.shape),
    kinds: schema.shape.kind.unwrap().options,
  }
}

test('late schemas describe, parse and refuse like those of zod', () => {
  const late = learnt(z)
  expect(late).toEqual(learnt(plain))
  expect(late.document).toMatchObject({ $defs: { Amount: { description: 'How many' } } })
})
