import fc from 'fast-check'
import { odd, withLiterals } from './odd-values.ts'

const limit = 1_048_576
const overLimit = Buffer.from(`{"a":"${'x'.repeat(limit)}"}`)
const deep = Buffer.from(`{"names":${'['.repeat(500_000)}${']'.repeat(500_000)}}`)

interface Change {
  kind: 'drop' | 'set' | 'add' | 'list' | 'proto'
  at: number
  value: unknown
}
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('drop', 'set', 'set', 'set', 'add', 'list', 'proto'),
  at: fc.nat(50),
  value: odd,
})

/** Where something stands in a body: the object or list that holds it, and its key there. */
function placesIn(value: unknown): [Record<string, unknown>, string][] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.entries(holder).flatMap(([key, inner]) => [[holder, key], ...placesIn(inner)])
}

function changed(body: unknown, changes: readonly Change[]): unknown {
  const copy = structuredClone(body)
  for (const { kind, at, value } of changes) {
    const places = placesIn(copy)
    const place = places[at % Math.max(places.length, 1)]
    if (kind === 'add') Object.assign(copy as object, { [`extra_${at}`]: value })
    if (kind === 'proto') own(copy as object, at % 2 ? '__proto__' : 'constructor', value)
    if (!place) continue
    const [holder, key] = place
    if (kind === 'drop') delete holder[key]
    if (kind === 'set') holder[key] = structuredClone(value)
    if (kind === 'list') holder[key] = [holder[key]]
  }
  return copy
}

const own = (target: object, key: string, value: unknown) =>
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })

/** Bytes that are no body of the operation, whatever it is. */
const noBody: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      ...['', ' ', '{', '}', 'null', '[]', '"x"', '7', 'NaN', '{"a":NaN}', '{"a":1,}', "{'a':1}", '{"a" 1}'],
      ...[
        '{}{}',
        '\ufeff{}',
        '{"a":1e400}',
        '{"\\ud800":"\\udfff"}',
        '{"":""}',
        '<xml/>',
        'a=b&c=d',
        '\u0000{}',
      ],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(overLimit, deep) },
)

/** What is done to the text of a body that is right so far. */
const torn: fc.Arbitrary<(text: string) => string | Uint8Array> = fc.oneof(
  fc.nat(200).map((at) => (text: string) => text.slice(0, at)),
  fc.constantFrom<(text: string) => string | Uint8Array>(
    (text) => `${text}${text}`,
    (text) => text.replace('{', '{"amount":null,"account_id":7,"dob":[],'),
    (text) => text.replace('}', ',"card_id":"x","names":"x"}'),
    (text) => `\ufeff${text}`,
    (text) => `  \n${text}\t `,
    (text) => `[${text}]`,
    (text) =>
      Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}')]),
    (text) => Buffer.from(text, 'utf16le'),
  ),
)

/** Bodies made from those that fit: as they are, nearly so, and nothing like it. */
export function bodiesFrom(fitting: fc.Arbitrary<unknown>): fc.Arbitrary<string | Uint8Array> {
  const text = fitting.map((body) => withLiterals(JSON.stringify(body)))
  const near = fc
    .tuple(fitting, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([body, changes]) => withLiterals(JSON.stringify(changed(body, changes))))
  return fc.oneof(
    { weight: 10, arbitrary: text },
    { weight: 9, arbitrary: near },
    { weight: 2, arbitrary: fc.tuple(text, torn).map(([right, tear]) => tear(right)) },
    { weight: 2, arbitrary: noBody },
  )
}
