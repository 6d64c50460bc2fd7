import fc from 'fast-check'
import { anyLetter } from '../helpers/any-letter.ts'
import type { Document, Json } from '../helpers/openapi.ts'

/** A real id, to be put in when the request is sent: the `at`-th that is known for a field, of this or another identity. */
const idMark = (field: string, at: number, of: 'own' | 'other' = 'own') => `@${of}:${field}:${at}@`
/** Text that stands in JSON as it is, without quotation marks. */
const literal = (text: string) => `@literal:${text}@`
export const withLiterals = (json: string) => json.replace(/"@literal:([^"]*)@"/g, '$1')

const oddText = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      'NaN',
      'Infinity',
      '-Infinity',
      '1e400',
      'null',
      'true',
      'undefined',
      '[object Object]',
      '-0',
    ],
    ...[
      '\u0000',
      'a\u0007b',
      '\u001b[31m',
      '\u202e',
      '\ufeff',
      '\ud800',
      'x\udfff',
      '\ud83d\ude00',
      '𝟙',
      'ﬀ',
      'İ',
    ],
    ...[
      '__proto__',
      'constructor',
      "' OR 1=1 --",
      '%00',
      '../..',
      '{card_id}',
      '*',
      '2026-02-30',
      '0000-00-00',
    ],
    'x'.repeat(101),
    'é'.repeat(5000),
  ),
  fc.string({ unit: anyLetter, maxLength: 30 }),
)
const oddNumber = fc.constantFrom<unknown>(
  ...[0, -1, 1e-7, 5e-324, 1e21, 1.7976931348623157e308, Number.MAX_SAFE_INTEGER, 0.1 + 0.2, 21.935],
  ...['-0', '1e400', '-1e400', '123456789012345678901234567890', '1.0000000000000000000001'].map(literal),
)
/** An array in an array in an array, and so on. */
const nested = (depth: number) => literal(`${'['.repeat(depth)}${']'.repeat(depth)}`)
/** What no field is meant to be. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    nested(200),
    { length: 1 },
    { toString: 1 },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

/** What fields are meant to be where a schema does not say it all, and what is next to it. */
const words: Record<string, readonly unknown[]> = {
  amount: [
    '21.93',
    5,
    '0.01',
    '250',
    '1000000.01',
    '0',
    '-1',
    '1.234',
    '1e3',
    '999999999999.99',
    '9'.repeat(20),
    ' 1',
  ],
  max_amount: ['175.00', 50, '100000.00', '100000.01', '0'],
  apr: ['19.99', 36, '36.01', 0, '-1', 'x'],
  dob: ['1990-04-12', '2000-02-29', '1900-02-29', '0000-01-01', '12-04-1990'],
  date_added: ['12-04-2024', '30-02-2024', '2024-04-12'],
  ssn: ['123-45-6789', '000-00-0000', '111-11-1111', '444444444', '888-88-8888', '999-99-0000', '12'],
  email: ['ada@example.com', 'ada', '@', 'a b@example.com'],
  reviewer_email: ['ada@bank.example', 'ada@example.com'],
  ein: ['12-3456789', '000000000', '99-9999999', '1'],
  date: ['2099-12-31', '9999-12-31', '2020-01-01', '2026-02-30', 'tomorrow'],
  from: ['2026-01-01', '0000-01-01', '2026-13-01', 'x'],
  to: ['2026-12-31', '9999-12-31', '2020-01-01'],
  currency: ['USD', 'EUR'],
  direction: ['out', 'in', 'up'],
  status: ['active', 'inactive', 'closed', 'STATUS_DISABLED', 'gone'],
  routing_number: ['110000000', '021000021', '123456789', '1'],
  account_number: ['000123456789', '1234', '1'],
  image: ['iVBORw0KGgo=', 'x'],
  front_image: ['iVBORw0KGgo=', '/9j/', 'JVBERg==', 'eA==', 'data:image/png;base64,iVBORw0KGgo='],
  url: ['http://localhost:9/', 'https://x.test', 'ftp://x', '/hook'],
  redirect_url: ['https://example.com/done', 'javascript:1'],
  events: [['card*'], ['*'], [], ['nothing'], 'card*'],
  public_token: ['public-sandbox-1', 'fail'],
  bin: ['400000', '1'],
  pin: ['4821', '48210'],
  page: ['1', '2', '1000000', '0', '-1', '1.5'],
  per_page: ['1', '50', '250', '251'],
  target_type: ['customer', 'person', 'names', 'addresses', 'card'],
  yyyy: ['2026', '2026', '2026', '2027', '0026', '26', '9999', 'x'],
  mm: ['03', '3', '04', '05', '06', '07', '08', '09', '10', '11', '00', '13', 'x'],
}
const sometimes = ['program_id', 'parent_card_id']

/** An id of a field: a real one, one of somebody else's, one of something else, one that nobody has, none at all. */
export const idFor = (field: string): fc.Arbitrary<unknown> => {
  const own = fc.nat(400).map((at) => idMark(field, at))
  return fc.oneof(
    { weight: 16, arbitrary: own },
    { weight: 1, arbitrary: fc.nat(40).map((at) => idMark(field, at, 'other')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('card_id', 'customer_id', 'name_id').map((one) => idMark(one, 1)),
    },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: oddText },
  )
}

interface Schema extends Json {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  example?: unknown
}

/** Values for a schema: nearly always of its form, most often what it really means. */
export function createFitting(document: Pick<Document, 'components'>) {
  return function fitting(given: Schema, name = ''): fc.Arbitrary<unknown> {
    const schema: Schema = given.$ref
      ? (document.components.schemas[given.$ref.split('/').at(-1) ?? ''] ?? {})
      : given
    if (schema.properties) return object(schema)
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, name)))
    if (schema.type === 'array' && !words[name])
      return fc.array(fitting(schema.items ?? {}), { minLength: 1, maxLength: 2 })
    if (name.endsWith('_id')) return idFor(name)
    const usual = [...(words[name] ?? []), ...(schema.enum ?? []), ...[schema.example ?? []].flat()]
    if (schema.type === 'boolean') return fc.boolean()
    return usual.length > 0 ? fc.constantFrom(...usual) : fc.constantFrom('Quill', 'Ü', 'a b')
  }

  function object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
    const fields = Object.entries(properties).map(([name, schema]) => {
      const value = createFitting(document)(schema, name)
      if (required.includes(name)) return value.map((one) => [[name, one]])
      const there = sometimes.includes(name) ? 1 : 4
      return fc.oneof(
        { weight: 10 - there, arbitrary: fc.constant([]) },
        { weight: there, arbitrary: value.map((one) => [[name, one]]) },
      )
    })
    return fc.tuple(...fields).map((pairs) => Object.fromEntries(pairs.flat() as [string, unknown][]))
  }
}
export type Fitting = ReturnType<typeof createFitting>
