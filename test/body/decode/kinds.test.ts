import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { decodeBody } from '../../../server/body/decode/decode.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import { turnsDuring } from '../../helpers/turns.ts'

const timeless = () => 0
const decode = (type: string | null, body: Buffer | string, cut: string | null = null) =>
  decodeBody(
    {
      headers: type === null ? [] : [['content-type', type]],
      body: Buffer.from(body),
      cut,
    },
    timeless,
  )

test('JSON is recognised by its type or a suffix of the type, and without a type by its look', async () => {
  for (const type of ['application/json; charset=utf-8', 'application/cloudevents+json', 'text/json', null])
    expect(await decode(type, '{"a":1}')).toMatchObject({ kind: 'json', text: '{"a":1}', problem: null })
  expect(await decode('text/plain', 'true')).toMatchObject({ kind: 'text' })
})

test('invalid JSON is reported with its place', async () => {
  const decoded = await decode('application/json', '{"a":1,}')
  expect(decoded).toMatchObject({ kind: 'text', text: '{"a":1,}' })
  expect(decoded.problems).toMatchObject([{ code: 'not_json', text: expect.stringContaining('position 7') }])
})

test('the body of a disconnected sender is shown as an incomplete beginning', async () => {
  const decoded = await decode('application/json', '{"a":1,', 'The sender disconnected after 7 bytes.')
  expect(decoded).toMatchObject({
    kind: 'text',
    problems: [{ code: 'body_cut', text: 'The sender disconnected after 7 bytes.' }],
  })
})

test.for([
  ['utf-16le by its mark', Buffer.from('\uFEFF{"a":"ž"}', 'utf16le'), undefined, 'utf-16le'],
  ['utf-16le by its NULs', Buffer.from('{"a":"ž"}', 'utf16le'), undefined, 'utf-16le'],
  ['utf-16be by its NULs', Buffer.from('{"a":"ž"}', 'utf16le').swap16(), undefined, 'utf-16be'],
  ['utf-8 by its mark', Buffer.from('\uFEFF{"a":"ž"}'), undefined, 'utf-8'],
  ['utf-8 by its mark, against what is said', Buffer.from('\uFEFF{"a":"ž"}'), 'latin1', 'utf-8'],
  [
    'iso-8859-2 by what is said',
    Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xbe, 0x22, 0x7d]),
    'iso-8859-2',
    'iso-8859-2',
  ],
] as const)('%s is read', async ([, body, said, charset]) => {
  const decoded = await decode(`application/json${said ? `; charset="${said}"` : ''}`, body)
  expect(decoded).toMatchObject({ kind: 'json', text: '{"a":"ž"}', charset })
})

test('a byte-order mark is reported, and the exact bytes accompany the text', async () => {
  const bytes = Buffer.from('\uFEFF{"a":1}')
  const decoded = await decode('application/json', bytes)
  expect(decoded.base64).toBe(bytes.toString('base64'))
  expect(decoded.problems).toEqual([{ code: 'byte_order_mark' }])
})

test('Latin-1 is read by its name', async () => {
  expect(await decode('text/plain; charset=ISO-8859-1', Buffer.from('café', 'latin1'))).toMatchObject({
    text: 'café',
    charset: 'windows-1252',
  })
})

test('an unknown charset is reported, and the text is read as UTF-8', async () => {
  const decoded = await decode('text/plain; charset=klingon', 'café')
  expect(decoded).toMatchObject({ text: 'café', charset: 'utf-8' })
  expect(decoded.problems).toEqual([{ code: 'charset_unknown', name: 'klingon', read_as: 'utf-8' }])
})

test('text that is not what it says keeps its bytes beside, and says where', async () => {
  // An encoded half of a character, as some languages write it.
  const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])
  const decoded = await decode('application/json', bytes)
  expect(decoded).toMatchObject({ kind: 'json', base64: bytes.toString('base64') })
  expect(decoded.problems).toEqual([{ code: 'not_of_charset', name: 'utf-8', at: 6 }])
})

test('NULs and escaped halves of characters in JSON text stay as they are', async () => {
  expect(await decode('application/json', '{"a":"\\ud800"}')).toMatchObject({
    text: '{"a":"\\ud800"}',
    base64: null,
  })
  expect(await decode('text/plain', 'a\0b')).toMatchObject({ kind: 'text', text: 'a\0b', base64: null })
})

test('bytes without a type are binary where they are no text', async () => {
  const bytes = Buffer.from([0, 1, 2, 0xff])
  expect(await decode(null, bytes)).toMatchObject({ kind: 'binary', text: null, base64: 'AAEC/w==' })
  expect(await decode('application/octet-stream', bytes)).toMatchObject({ kind: 'binary' })
  expect(await decode('application/octet-stream', 'plain')).toMatchObject({ kind: 'text', text: 'plain' })
})

test('a form keeps its order and its repeated names', async () => {
  const decoded = await decode(
    'application/x-www-form-urlencoded',
    'b=1&a=x+y%2Bz&b=%C3%A9&empty=&bare&&%zz=1',
  )
  expect(decoded).toMatchObject({
    kind: 'form',
    fields: [
      ['b', '1'],
      ['a', 'x y+z'],
      ['b', 'é'],
      ['empty', ''],
      ['bare', ''],
      ['%zz', '1'],
    ],
  })
  expect(decoded.problems).toEqual([{ code: 'percent_alone' }])
})

test('a form is read by its charset', async () => {
  const decoded = await decode('application/x-www-form-urlencoded; charset=iso-8859-1', 'name=caf%E9')
  expect(decoded.fields).toEqual([['name', 'café']])
})

test('text full of control characters is shown as bytes, so that its JSON stays small', async () => {
  const zeros = gzipSync(Buffer.alloc(50_000_000))
  for (const type of ['application/json', 'text/plain; charset=utf-8', null]) {
    const headers: HeaderPair[] = [
      ['Content-Encoding', 'gzip'],
      ...(type === null ? [] : [['Content-Type', type] satisfies HeaderPair]),
    ]
    const decoded = await decodeBody({ headers, body: zeros, cut: null }, timeless)
    expect(decoded).toMatchObject({ kind: 'binary', text: null, truncated: true, size: 2_000_000 })
    expect(JSON.stringify(decoded).length).toBeLessThan(3_000_000)
  }
  const part = Buffer.concat([Buffer.from('--b\r\n\r\n'), Buffer.alloc(1000), Buffer.from('\r\n--b--')])
  const { parts } = await decode('multipart/form-data; boundary=b', part)
  expect(parts[0]).toMatchObject({ text: null, base64: Buffer.alloc(1000).toString('base64') })
  // A few are shown where they stand.
  expect(await decode('text/plain', 'a\0b')).toMatchObject({ kind: 'text', text: 'a\0b' })
})

test('a form with too many fields shows the first fields', async () => {
  const decoded = await decode('application/x-www-form-urlencoded', 'a&'.repeat(20_000))
  expect(decoded.fields).toHaveLength(10_000)
  expect(decoded.problems).toEqual([{ code: 'fields_left_out', count: 10_000 }])
})

test('JSON is checked with pauses, however deep it is, and a flaw beyond any depth has its place', async () => {
  let ms = 0
  const decodeInSteps = (text: string) =>
    decodeBody(
      { headers: [['content-type', 'application/json']], body: Buffer.from(text), cut: null },
      () => (ms += 5),
    )
  const parse = vi.spyOn(JSON, 'parse')
  const deep = decodeInSteps('['.repeat(100_000) + ']'.repeat(100_000))
  expect(await turnsDuring(deep)).toBeGreaterThan(99)
  expect(await deep).toMatchObject({ kind: 'json', problems: [] })
  const flawed = await decodeInSteps('['.repeat(100_000))
  expect(flawed).toMatchObject({ kind: 'text', problems: [{ code: 'not_json' }] })
  expect(flawed.problem).toContain('position 100000')
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
})
