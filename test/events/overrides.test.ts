import { expect, test } from 'vitest'
import { z } from 'zod'
import { kinds } from '../../server/events/builders.ts'
import { overridden, validPaths } from '../../server/events/overrides.ts'
import { Failure } from '../../server/failures.ts'

const schema = z.object({
  event: z.string(),
  card: z.object({
    status: z.enum(['Active', 'Closed']),
    note: z.string().optional(),
    inner: z.object({ n: z.int() }).nullable(),
  }),
})
const built = { event: 'card.created', card: { status: 'Active', inner: { n: 1 } } }
const apply = (set: Record<string, unknown>, force = false) => overridden(built, { schema, set, force })

test('valid paths are those of the schema, parents before children, optional and nullable ones included', () => {
  expect(validPaths(schema)).toEqual([
    'event',
    'card',
    'card.status',
    'card.note',
    'card.inner',
    'card.inner.n',
  ])
  expect(validPaths(kinds['kyc.verification.error'].schema)).toEqual(['event', 'occurred_at', 'customer_id'])
})

test('each index of a list has the paths of its items; 0 represents all of them', () => {
  expect(validPaths(kinds['kyc.verification.document_required'].schema).slice(3)).toEqual([
    'inquiry_id',
    'documents',
    'documents.0',
    'documents.0.document_type',
    'documents.0.status',
    'documents.0.upload_link',
  ])
  const lists = z.object({
    maybe: z.array(z.array(z.int())).optional(),
    none: z.array(z.string()).nullable(),
  })
  expect(validPaths(lists)).toEqual(['maybe', 'maybe.0', 'maybe.0.0', 'none', 'none.0'])
})

test('values are put where they belong, the order of the keys stays, and what was built is not touched', () => {
  const before = structuredClone(built)
  const changed = apply({ 'card.inner.n': 2, 'card.status': 'Closed' })
  expect(JSON.stringify(changed)).toBe('{"event":"card.created","card":{"status":"Closed","inner":{"n":2}}}')
  expect(built).toEqual(before)
  expect(apply({})).toEqual(before)
})

test('a key that was not there comes last', () => {
  expect(Object.keys(apply({ 'card.note': 'x' }).card as object)).toEqual(['status', 'inner', 'note'])
})

test('what is set later wins, a parent over its children and the other way round', () => {
  expect(apply({ 'card.inner.n': 2, 'card.inner': null })).toMatchObject({ card: { inner: null } })
  expect(apply({ 'card.inner': null, 'card.inner.n': 2 })).toMatchObject({ card: { inner: { n: 2 } } })
})

test('every fault of the result is named', () => {
  expect(() => apply({ 'card.status': 'x', 'card.inner.n': 1.5 })).toThrow(/card\.status: .*card\.inner\.n: /)
  expect(() => apply({ 'card.status': 'x' })).toThrow(Failure)
})

test('with force anything is set, and no prototype is', () => {
  const forced = apply(
    { '__proto__.polluted': 1, 'constructor.prototype.polluted': 1, 'card.status.deep': 2, 'a.b': 3 },
    true,
  )
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Object.getPrototypeOf(forced)).toBe(Object.prototype)
  expect(forced).toMatchObject({ card: { status: { deep: 2 } }, a: { b: 3 } })
})
