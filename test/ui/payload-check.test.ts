import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readPlaced } from '../../ui/json/placed-json.ts'
import { checkPayload } from '../../ui/json/schema/payload-check.ts'
import { schemaProblems } from '../../ui/json/schema/schema-check.ts'

const schema = z.toJSONSchema(
  z.strictObject({
    event: z.literal('card.created'),
    card: z.strictObject({
      card_id: z.uuid(),
      status: z.enum(['Active', 'Closed']),
      customer_id: z.uuid().nullable(),
      last_four: z.string().regex(/^\d{4}$/),
    }),
    documents: z.array(z.strictObject({ pages: z.int().min(1).max(3), type: z.string().min(1) })).max(2),
    note: z.string().optional(),
  }),
)
const right = {
  event: 'card.created',
  card: {
    card_id: '0d9c8b7a-6f5e-4d3c-9b2a-190807f6e5d4',
    status: 'Active',
    customer_id: null,
    last_four: '4242',
  },
  documents: [{ pages: 1, type: 'passport' }],
}
const withCard = (change: object) => ({ ...right, card: { ...right.card, ...change } })
const said = (value: unknown) =>
  schemaProblems(schema, value).map(({ path, message }) => `${path} ${message}`)

describe('checking a payload with the schema of its event', () => {
  test('a valid payload has no problems', () => {
    expect(said(right)).toEqual([])
    expect(said({ ...right, note: 'x', documents: [] })).toEqual([])
  })

  test.each([
    [{ ...right, event: 'card.gone' }, 'event must be "card.created"'],
    [withCard({ status: 'Lost' }), 'card.status must be "Active" or "Closed"'],
    [withCard({ last_four: 4242 }), 'card.last_four must be a string, not a number'],
    [withCard({ last_four: '42' }), 'card.last_four must be text that matches ^\\d{4}$'],
    [withCard({ card_id: 'x' }), 'card.card_id must be a UUID'],
    [withCard({ customer_id: 'x' }), 'card.customer_id must be a UUID'],
    [withCard({ customer_id: 7 }), 'card.customer_id must be a string or null, not a number'],
    [{ ...right, documents: {} }, 'documents must be an array, not an object'],
    [{ ...right, documents: [1] }, 'documents.0 must be an object, not a number'],
    [{ ...right, documents: [{ pages: 1.5, type: 'x' }] }, 'documents.0.pages must be an integer, not 1.5'],
    [{ ...right, documents: [{ pages: 9, type: 'x' }] }, 'documents.0.pages must be at most 3'],
    [{ ...right, documents: [{ pages: 1, type: '' }] }, 'documents.0.type must not be empty'],
    [{ ...right, documents: [0, 1, 2].map(() => right.documents[0]) }, 'documents must have at most 2 items'],
    [{ ...right, nots: 1 }, 'nots is unknown; known fields: event, card, documents, note'],
    [[], ' must be an object, not an array'],
  ])('%#: a problem names its path and the expected value', (value, problem) => {
    expect(said(value)).toEqual([problem])
  })

  test('a missing member is named', () => {
    expect(said({ event: 'card.created', card: right.card })).toEqual(['documents is missing'])
  })

  test('one problem is reported as one', () => {
    const of = (schema: z.ZodType) => z.toJSONSchema(schema)
    const [none, two] = [[], ['a', 'b']]
    const wrong = [
      ...schemaProblems(of(z.array(z.string()).min(1)), none),
      ...schemaProblems(of(z.array(z.string()).max(1)), two),
      ...schemaProblems(of(z.string().max(1)), 'ab'),
    ]
    expect(wrong.map(({ message }) => message)).toEqual([
      'must have at least 1 item',
      'must have at most 1 item',
      'must have at most 1 character, not 2',
    ])
  })

  test('references are followed', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, n: { type: 'number' } } }
    const circular = { $defs: { node }, $ref: '#/$defs/node' }
    expect(schemaProblems(circular, { next: { next: { n: 'x' } } })).toEqual([
      { path: 'next.next.n', message: 'must be a number, not a string' },
    ])
  })
})

describe('checking text while it is typed', () => {
  const text = JSON.stringify(right, null, 2)

  test('a problem has the line of its value, and a missing member the line of its object', () => {
    expect(checkPayload(text, schema)).toEqual({ payload: text, problems: [] })
    expect(checkPayload(text.replace('"Active"', '"Lost"'), schema).problems).toEqual([
      { line: 5, path: 'card.status', message: 'must be "Active" or "Closed"' },
    ])
    expect(checkPayload(text.replace('"last_four"', '"last_for"'), schema).problems).toMatchObject([
      { line: 3, path: 'card.last_four', message: 'is missing' },
      { line: 7, path: 'card.last_for' },
    ])
  })

  test('a repeated key is reported, because most parsers keep only one', () => {
    const { payload, problems } = checkPayload('{"a": 1,\n"a": 2}', {})
    expect([payload, problems]).toEqual([
      '{"a": 1,\n"a": 2}',
      [{ line: 2, path: 'a', message: 'is duplicated; most parsers use the last value' }],
    ])
  })

  test.each([
    ['', 'line 1: expected a value before the end of the text'],
    ['{\n"a": 1,\n}', 'line 3: unexpected comma before }'],
    ['{\n"a": 1\n"b": 2}', 'line 3: expected a comma or } before "'],
    ["{'a': 1}", "line 1: expected a key in double quotes before '"],
    ['{"a": \'x\'}', 'line 1: strings need double quotes, not single quotes'],
    ['{"a" 1}', 'line 1: expected a colon after the key a'],
    ['{"a": "x\n', 'line 1: the string has no closing quote on its line'],
    ['{"a": "\\x"}', 'line 1: "\\x" contains a character that must be escaped'],
    ['{"a": 01}', 'line 1: this is not a valid JSON number'],
    ['{"a": 1} x', 'line 1: unexpected x after the end of the JSON'],
    ['{"a": [1, 2', 'line 1: expected a comma or ] before the end of the text'],
    ['{"a": nul}', 'line 1: expected a value before n'],
  ])('%j is not valid JSON, with position and reason', (typed, words) => {
    const read = readPlaced(typed)
    expect(read.ok ? 'JSON' : `line ${read.line}: ${read.message}`).toBe(words)
    expect(checkPayload(typed, schema).payload).toBeUndefined()
    expect(() => JSON.parse(typed)).toThrow()
  })

  test('a payload must be an object, and depth is no limit', () => {
    expect(checkPayload('[1]', schema).problems).toMatchObject([
      { message: 'The payload must be a JSON object.' },
    ])
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    expect(readPlaced(deep)).toMatchObject({ ok: false, message: 'nested deeper than 500 levels' })
  })

  test('JSON is parsed as by the browser', () => {
    for (const one of [
      '{"__proto__":{"a":1},"b":[true,false,null,-1.5e3,"\\u00e4\\n"]}',
      ' {} ',
      '{"":{"":0}}',
    ]) {
      const read = readPlaced(one)
      expect(read.ok && JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(one)))
    }
  })
})
