import { expect, test } from 'vitest'
import { z } from 'zod'
import { knownPath, readValue, schemaPaths } from '../../ui/json/schema/schema-paths.ts'

const schema = z.toJSONSchema(
  z.object({
    event: z.literal('x').meta({ description: 'The name' }),
    card: z.object({ status: z.enum(['Active', 'Closed']), customer_id: z.uuid().nullable() }),
    documents: z.array(z.object({ pages: z.int() })),
    note: z.string().optional(),
  }),
)
const paths = schemaPaths(schema)

test('every path is listed with its type, parents before children', () => {
  expect(paths.map(({ path, depth, type }) => [path, depth, type])).toEqual([
    ['event', 0, 'string'],
    ['card', 0, 'object'],
    ['card.status', 1, 'string'],
    ['card.customer_id', 1, 'uuid or null'],
    ['documents', 0, 'list of objects'],
    ['documents.0', 1, 'object'],
    ['documents.0.pages', 2, 'integer'],
    ['note', 0, 'string'],
  ])
  expect(knownPath(paths, 'event')).toMatchObject({ values: ['x'], description: 'The name', optional: false })
  expect(knownPath(paths, 'note')?.optional).toBe(true)
})

test('every index of a list has the schema of the first', () => {
  expect(knownPath(paths, 'documents.12.pages')?.types).toEqual(['integer'])
  expect(knownPath(paths, 'documents.x.pages')).toBeUndefined()
})

test('a recursive schema ends', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }
  expect(schemaPaths({ $defs: { node }, $ref: '#/$defs/node' }).at(-1)?.path.split('.')).toHaveLength(8)
})

test('typed text becomes the type of its path', () => {
  expect([
    readValue('4242', ['string']),
    readValue('3', ['integer']),
    readValue('null', ['string', 'null']),
    readValue('null', ['string']),
    readValue('x', ['boolean']),
    readValue('{"a":1}', ['object']),
    readValue('1', []),
    readValue('4242', ['string'], 'json'),
    readValue('3', ['integer'], 'text'),
  ]).toEqual(['4242', 3, null, 'null', 'x', { a: 1 }, '1', 4242, '3'])
})
