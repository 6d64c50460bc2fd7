import fc from 'fast-check'
import { anyLetter } from '../helpers/any-letter.ts'
import { type Document, type Json, jsonOf, type Place, placesOf } from '../helpers/openapi.ts'
import { bodiesFrom } from './odd-bodies.ts'
import { createFitting, type Fitting, idFor } from './odd-values.ts'

/** A request that may hold marks of ids. */
export interface OddRequest {
  method: string
  /** Without the prefix, query included. */
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString())
/** Parts of a path that nobody means. */
const oddPart = fc.oneof(
  fc.constantFrom(
    ...[
      '%00',
      '%2F',
      '%2f..%2f..',
      '..',
      '.',
      '%2e%2e',
      '%2E',
      '%',
      '%zz',
      '%ff',
      '%C3%28',
      '%ED%A0%80',
      ';a=b',
      ':',
      '*',
    ],
    ...[
      '{card_id}',
      '@',
      '~',
      '%20',
      '%0d%0aX:1',
      '__proto__',
      'undefined',
      'external',
      'related',
      '9'.repeat(40),
    ],
    ...['x'.repeat(3000), '%F0%9F%98%80', 'é', "'--"].map((part) => part),
  ),
  fc.string({ unit: anyLetter, minLength: 1, maxLength: 20 }).map(encoded),
)

/** Marks stay as they are, until there are ids. */
// Node takes no more than 16 KiB before the body.
const inPath = (value: unknown) =>
  /^@\w+:\w+:\d+@$/.test(String(value)) ? String(value) : encoded(String(value)).slice(0, 3000)

function pathOf(path: string, fitting: Fitting): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) return fc.constant(part)
    const usual = name.endsWith('_id') ? idFor(name) : fitting({ type: 'string' }, name)
    return fc.oneof({ weight: 30, arbitrary: usual.map(inPath) }, { weight: 1, arbitrary: oddPart })
  })
  const right = fc.tuple(...parts).map((all) => all.join('/'))
  return fc.oneof(
    { weight: 60, arbitrary: right },
    { weight: 1, arbitrary: fc.tuple(right, oddPart).map(([at, part]) => `${at}/${part}`) },
  )
}

function queryOf(place: Place, fitting: Fitting): fc.Arbitrary<string> {
  const asked = (place.parameters ?? []).filter((one) => one.in === 'query')
  const pairs = asked.map(({ name, schema }) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      { weight: 2, arbitrary: fitting(schema, name).map((value) => `${name}=${inPath(value)}`) },
    ),
  )
  const strange = fc.oneof(
    fc.constantFrom(
      'page=1&page=2',
      'page=',
      'per_page',
      '&&=&',
      '__proto__=1',
      '%=%',
      '?',
      'constructor[x]=1',
      'a'.repeat(2000),
    ),
    fc
      .tuple(fc.constantFrom('page', 'state', 'account_id', 'from', 'x'), fc.string({ unit: anyLetter }))
      .map((pair) => pair.map(encoded).join('=')),
  )
  return fc
    .tuple(
      fc.tuple(...pairs),
      fc.oneof({ weight: 14, arbitrary: fc.constant('') }, { weight: 1, arbitrary: strange }),
    )
    .map(([usual, odd]) => [...usual, odd].filter(Boolean).join('&'))
}

const latin = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
})
const headerValue = fc.oneof(fc.constantFrom('', ' ', 'x'.repeat(3000), 'a,b', '"', '\u00ff', 'null'), latin)
const strangeHeaders: fc.Arbitrary<Record<string, string | null>> = fc.oneof(
  fc.record({ identity: fc.oneof(headerValue, fc.constantFrom('other', 'Demo', 'demo ', null)) }),
  fc.record({ authorization: fc.oneof(headerValue, fc.constantFrom('Bearer x', null)) }),
  // What every operation refuses.
  fc.constantFrom({ identity: null }, { authorization: null }),
  fc.record({ 'idempotency-key': fc.oneof(headerValue, fc.constantFrom('1', '2')) }),
  fc.record({ accept: headerValue, 'x-forwarded-for': headerValue }),
  fc.record({ 'content-length': fc.constant(null), 'accept-encoding': fc.constantFrom('gzip', 'x') }),
)
const contentType = fc.oneof(
  { weight: 30, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        'text/plain',
        '',
        'application/json/x',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
      ],
      ...['APPLICATION/JSON', 'application/json; charset=latin1', 'application/vnd.x+json', 'json'],
    ),
  },
)

const headersOf = (identity: string): fc.Arbitrary<Record<string, string>> =>
  fc
    .tuple(
      contentType,
      fc.oneof({ weight: 14, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: strangeHeaders }),
    )
    .map(([type, strange]) => {
      const all = { authorization: 'demo', identity, 'content-type': type, ...strange }
      return Object.fromEntries(
        Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null),
      )
    })

/** What is heard of nothing else: webhooks would be called for all that happens to the others. */
export const identityOf = (path: string) => (path.startsWith('/webhooks') ? 'hooks' : 'demo')

/** Requests to one operation of a document, from right to nothing like it. */
function requestsTo(place: Place, fitting: Fitting): fc.Arbitrary<OddRequest> {
  const schema = jsonOf(place.requestBody?.content)
  const body: fc.Arbitrary<string | Uint8Array | undefined> = schema
    ? fc.oneof(
        { weight: 40, arbitrary: bodiesFrom(fitting(schema)) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
    : fc.oneof(
        { weight: 20, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constant('{"x":1}') },
      )
  return fc.record({
    method: fc.oneof(
      { weight: 60, arbitrary: fc.constant(place.method) },
      { weight: 1, arbitrary: fc.constantFrom('PUT', 'POST', 'PATCH', 'DELETE', 'GET', 'OPTIONS') },
    ),
    path: fc
      .tuple(pathOf(place.path, fitting), queryOf(place, fitting))
      .map(([path, query]) => (query === '' ? path : `${path}?${query}`)),
    headers: headersOf(identityOf(place.path)),
    body,
  })
}

/** Requests to every operation of a document alike. */
export function requestsBy(document: Document): fc.Arbitrary<OddRequest> {
  const fitting = createFitting(document)
  return fc.oneof(...placesOf(document).map((place) => requestsTo(place, fitting)))
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
