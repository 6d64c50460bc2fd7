/** What goes wrong with a body between the bytes that are signed and the bytes that are sent. Over 300 lines: one table. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Making, type Mistake, tableOf } from './making.ts'
import type { Random } from './random.ts'
import { text } from './schemes.ts'
import { type Field, formEncoders, formOf, languages, percent, rewriters } from './writers.ts'

type Bytes = Buffer | string | undefined
const signing = (of: Making, made: Bytes): Partial<Making> | undefined =>
  made === undefined
    ? undefined
    : { signed: { ...of.signed, body: typeof made === 'string' ? text(made) : made } }

/** From the sent bytes. */
const bodies = tableOf<(body: Buffer, random: Random) => Bytes>('body', (change, of, random) =>
  signing(of, change(of.sent, random)),
)
/** From the sent text. */
const texts = tableOf<(text: string) => Bytes>('body', (change, of) =>
  signing(of, change(of.sent.toString())),
)
/** From the parsed JSON. */
const values = tableOf<(value: unknown) => string | undefined>('body', (change, of) =>
  of.written.fields ? undefined : signing(of, change(of.written.value)),
)
/** From the fields of a form. */
const forms = tableOf<(fields: readonly Field[]) => string>('body', (change, of) =>
  of.written.fields ? signing(of, change(of.written.fields)) : undefined,
)

type Inner = (inner: unknown) => unknown
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes each scalar. */
function mapped(value: unknown, change: Inner): unknown {
  if (Array.isArray(value)) return value.map((one) => mapped(one, change))
  if (!isObject(value)) return change(value)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, change)]))
}
const mappedTexts = (change: (text: string) => unknown) => (value: unknown) =>
  JSON.stringify(mapped(value, (one) => (typeof one === 'string' ? change(one) : one)))
function without(value: unknown, isLeft: (inner: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, isLeft))
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, inner]) => !isLeft(inner))
  return Object.fromEntries(kept.map(([name, inner]) => [name, without(inner, isLeft)]))
}
const partAt =
  (...names: string[]) =>
  (value: unknown): string | undefined => {
    const part = names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
    return isObject(part) && Object.keys(part).length > 0 ? JSON.stringify(part) : undefined
  }

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest()
const entity = (all: string) =>
  all.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const isAscii = (all: string) => Buffer.byteLength(all) === all.length
const isLatin = (all: string) => Buffer.from(all, 'latin1').toString('latin1') === all
const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
const beyondAscii = /[\u0080-\uffff]/g
const toUtc = (one: string) =>
  /^\d{4}-\d\d-\d\dT[\d:]+[+-]/.test(one) ? new Date(one).toISOString().replace('.000', '') : one

/** Lays several events out in pieces of a stream, as Node reads a request. */
const pieceSize = 65_536
const pieces = tableOf<(pieces: Buffer[]) => Buffer>('body', (join, of, random) => {
  if (of.written.fields) return undefined
  const long = `${JSON.stringify({ note: random.text(150_000, 'abcdefgh ijklm') })}`
  const sent = text(long)
  const cut = [0, 1, 2].map((nth) => sent.subarray(nth * pieceSize, (nth + 1) * pieceSize))
  return {
    sent,
    written: { value: JSON.parse(long), text: long },
    signed: { ...of.signed, body: join(cut) },
  }
})

export const bodyMistakes: readonly Mistake[] = [
  ...bodies(['trailing_newline', 'body_trimmed'], {
    'with a newline after it': (body) => Buffer.concat([body, text('\n')]),
    'with CRLF after it': (body) => Buffer.concat([body, text('\r\n')]),
    'without its last newline': (body) => text(body.toString().replace(/\r?\n$/, '')),
  }),
  ...texts(['body_trimmed', 'trailing_newline'], {
    trimmed: (all) => all.trim(),
    'with a space after it': (all) => `${all} `,
  }),
  ...texts(['line_endings', 'pretty_printed', 'reserialised', 'trailing_newline', 'body_trimmed'], {
    'with CRLF lines': (all) => all.replace(/\r?\n/g, '\r\n'),
    'with LF lines': (all) => all.replaceAll('\r\n', '\n'),
    'with lines joined by nothing': (all) => all.replace(/\r?\n/g, ''),
    'with lines joined by a space': (all) => all.replace(/\r?\n/g, ' '),
  }),
  ...texts(['byte_order_mark'], { 'after a byte order mark': (all) => `\ufeff${all}` }),
  ...texts(['empty_body_signed'], { 'as an empty text': () => '' }),
  ...bodies(['body_base64'], {
    'as base64': (body) => body.toString('base64'),
    'as base64url': (body) => body.toString('base64url'),
  }),
  ...bodies(['digest_signed'], {
    'as its hash in hex': (body) => sha256(body).toString('hex'),
    'as its hash in base64': (body) => sha256(body).toString('base64'),
    'as its hash': sha256,
  }),
  ...bodies(['content_encoding'], { compressed: (body) => gzipSync(body) }),
  ...texts(['double_json'], { 'as a JSON string': (all) => JSON.stringify(all) }),
  ...texts(['url_encoding'], {
    'percent-encoded': (all) => percent(all, "-_.!~*'()"),
    'percent-decoded': (all) => {
      try {
        return decodeURIComponent(all)
      } catch {
        return undefined
      }
    },
  }),
  ...texts(['object_signed'], {
    'as [object Object]': () => '[object Object]',
    'as undefined': () => 'undefined',
    'as the JSON of a Buffer': (all) => JSON.stringify(text(all)),
    "as Python's bytes": (all) => (isAscii(all) && !/['\\\n\r]/.test(all) ? `b'${all}'` : undefined),
  }),
  ...texts(['object_signed', 'empty_body_signed'], { 'as {}': () => '{}', 'as []': () => '[]' }),
  ...texts(['charset'], {
    'in Latin-1': (all) => (isLatin(all) ? Buffer.from(all, 'latin1') : undefined),
    'decoded as Latin-1': (all) => text(all).toString('latin1'),
    'with one ? for each character beyond ASCII': (all) => all.replace(/[\u0080-\u{10ffff}]/gu, '?'),
    'with one ? for each half beyond ASCII': (all) => all.replace(beyondAscii, '?'),
    'with one ? for each byte beyond ASCII': (all) => text(all).toString('latin1').replace(beyondAscii, '?'),
    'in UTF-16': (all) => Buffer.from(all, 'utf16le'),
    'in UTF-16, big end first': (all) => Buffer.from(all, 'utf16le').swap16(),
    decomposed: (all) => all.normalize('NFD'),
  }),
  ...values(['pretty_printed', 'reserialised', 'trailing_newline', 'line_endings', 'escapes'], {
    'indented by two': (value) => JSON.stringify(value, null, 2),
    'indented by four': (value) => JSON.stringify(value, null, 4),
    'indented by a tab': (value) => JSON.stringify(value, null, '\t'),
    'indented by two, with a newline after it': (value) => `${JSON.stringify(value, null, 2)}\n`,
    'indented by two, with CRLF lines': (value) => JSON.stringify(value, null, 2).replaceAll('\n', '\r\n'),
    'written compact': (value) => JSON.stringify(value),
  }),
  ...values(
    ['reserialised', 'escapes', 'keys_sorted', 'pretty_printed', 'trailing_newline'],
    Object.fromEntries(
      Object.entries({ ...languages, ...rewriters }).map(([name, by]) => [`written: ${name}`, by]),
    ),
  ),
  // The older version of the platform's scheme signs what Python writes.
  ...values(['version_prefix_wrong'], {
    "written as the platform's v1": languages['json.dumps of Python'],
  }).map(
    (one): Mistake => ({
      ...one,
      make: (of, random) => (of.scheme.name === 'platform' ? one.make(of, random) : undefined),
    }),
  ),
  ...values(['reserialised', 'body_trimmed', 'pretty_printed', 'escapes'], {
    'without members that are null': (value) => JSON.stringify(without(value, (one) => one === null)),
    'with trimmed values': mappedTexts((one) => one.trim()),
    'with null for empty values': mappedTexts((one) => (one === '' ? null : one)),
    'with times rewritten to UTC': mappedTexts(toUtc),
    'with slashes added to values': mappedTexts((one) => one.replace(/['"\\]/g, '\\$&')),
    'with numbers as texts': (value) =>
      JSON.stringify(mapped(value, (one) => (typeof one === 'number' ? String(one) : one))),
  }),
  ...values(['part_signed'], {
    'only its data': partAt('data'),
    'only data.object': partAt('data', 'object'),
    'only its customer': partAt('customer'),
  }),
  ...values(['body_wrapped'], {
    'as text in an envelope': (value) => JSON.stringify({ body: JSON.stringify(value) }),
    'in data': (value) => JSON.stringify({ data: value }),
    'in payload': (value) => JSON.stringify({ payload: value }),
    'in a list': (value) => `[${JSON.stringify(value)}]`,
  }),
  // A beginning of a body is also its pieces without the last.
  ...bodies(['body_shortened', 'body_pieces'], {
    'as many bytes as it has characters': (body) => body.subarray(0, body.toString().length),
    'without its last byte': (body) => body.subarray(0, -1),
    'its first 100 bytes': (body) => body.subarray(0, 100),
  }),
  ...pieces(['body_pieces', 'body_shortened'], {
    'only the last piece of a stream': (all) => all.at(-1) ?? Buffer.alloc(0),
    'only the first piece of a stream': (all) => all[0] ?? Buffer.alloc(0),
    'the pieces of a stream in reverse': (all) => Buffer.concat(all.toReversed()),
  }),
  ...texts(['escapes', 'reserialised', 'line_endings', 'double_json', 'url_encoding'], {
    'escaped for HTML': entity,
    'with \\/ for /': (all) => all.replaceAll('/', '\\/'),
    'with \\u for each character beyond ASCII': (all) => all.replace(beyondAscii, escaped),
    'with \\n for each newline': (all) => all.replaceAll('\r', '\\r').replaceAll('\n', '\\n'),
    'with slashes added': (all) => all.replace(/["'\\]/g, '\\$&'),
    'without its backslashes': (all) => all.replace(/\\(.)/gs, '$1'),
  }),
  ...forms(['url_encoding', 'body_trimmed'], {
    ...Object.fromEntries(
      Object.entries(formEncoders).map(([name, encode]) => [
        `fields written by ${name}`,
        (fields: readonly Field[]) => formOf(fields, encode),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(formEncoders).map(([name, encode]) => [
        `fields sorted and written by ${name}`,
        (fields: readonly Field[]) =>
          formOf(
            fields.toSorted(([a], [b]) => (a < b ? -1 : 1)),
            encode,
          ),
      ]),
    ),
    'fields as JSON': (fields) => JSON.stringify(Object.fromEntries(fields)),
    'fields as lists in JSON': (fields) =>
      JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name, [value]]))),
    'fields trimmed': (fields) =>
      formOf(
        fields.map(([name, value]) => [name, value.trim()] as const),
        formEncoders.URLSearchParams,
      ),
    'fields decoded': (fields) => formOf(fields, (value) => value),
  }),
]
