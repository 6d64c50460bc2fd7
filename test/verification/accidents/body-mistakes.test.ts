/** Over 300 lines: one table of what senders do to a body. */
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sample } from '../../helpers/long.ts'
import { oneIn } from '../../helpers/rows.ts'
import { judge, secret, url } from '../world.ts'
import { all, type Bytes, hmac } from './sender.ts'

/** A delivery by GitHub's scheme, which signs only the body. */
const github = (signed: Bytes, came: Bytes, contentType = 'application/json') =>
  judge(
    [
      ['content-type', contentType],
      ['x-hub-signature-256', `sha256=${hmac(signed, secret).digest('hex')}`],
    ],
    { body: came as string, scheme: 'github' },
  )

const printed = JSON.stringify(
  { id: 'evt_1', type: 'invoice.paid', data: { memo: 'two  spaces', lines: [{ n: 1 }, { n: 2 }] } },
  null,
  2,
)
const lines = printed.split('\n')

describe('a reader of lines', () => {
  test.each<[how: string, signed: string, cause: string]>([
    ['joined with nothing', lines.join(''), 'line_endings'],
    ['joined with a space', lines.join(' '), 'line_endings'],
    ['joined with a comma', lines.join(','), 'line_endings'],
    ['joined with \\n as text', lines.join('\\n'), 'line_endings'],
    ['with a newline after each, also the last', `${printed}\n`, 'trailing_newline'],
    ['trimmed and joined with LF', lines.map((line) => line.trim()).join('\n'), 'body_trimmed'],
    ['trimmed and joined with a space', lines.map((line) => line.trim()).join(' '), 'body_trimmed'],
  ])('%s', (_how, signed, cause) => {
    expect(all(github(signed, printed))).toEqual([cause])
  })

  test('a trailing newline ends the last line', () => {
    expect(all(github('a b', 'a\r\nb\r\n', 'text/plain'))).toEqual(['line_endings'])
  })
})

const emoji = '{"tier":"Coffee ☕ and cake 🍰 for Zoë"}'
const perUnit = (mark: string) => emoji.replace(/[^ -~]/g, mark)
const perLetter = (write: (code: number) => string) =>
  [...emoji]
    .map((letter) => ((letter.codePointAt(0) ?? 0) > 127 ? write(letter.codePointAt(0) ?? 0) : letter))
    .join('')

describe('characters that a charset lacks', () => {
  test.each<[how: string, signed: Bytes]>([
    ['a question mark for each half of an emoji, as in .NET', perUnit('?')],
    ['U+FFFD for each half', perUnit('\ufffd')],
    ['a question mark for each character', perLetter(() => '?')],
    ['without them', perLetter(() => '')],
    ['decimal XML references', perLetter((code) => `&#${code};`)],
    ['hexadecimal XML references', perLetter((code) => `&#x${code.toString(16)};`)],
    ['an emoji as four question marks, as in MySQL', emoji.replace('🍰', '????')],
    ['an emoji as one U+FFFD', emoji.replace('🍰', '\ufffd')],
    ['without emoji', emoji.replace('🍰', '')],
    ['cut at the first emoji', emoji.slice(0, emoji.indexOf('🍰'))],
    [
      'CESU-8',
      Buffer.concat([
        Buffer.from(emoji.slice(0, emoji.indexOf('🍰'))),
        Buffer.from('eda0bcedbdb0', 'hex'),
        Buffer.from(emoji.slice(emoji.indexOf('🍰') + 2)),
      ]),
    ],
    ['without accents', emoji.replace('ë', 'e')],
  ])('%s', (_how, signed) => {
    expect(all(github(signed, emoji))).toEqual(['charset'])
  })
})

const raw = '{\n\t"type": "webhook_event",\n\t"name": "Año"\n}'
describe('the raw text was escaped before it was signed', () => {
  const shorts = raw.replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  test.each<[how: string, signed: string, causes: string[]]>([
    ['line breaks, tabs and letters', shorts.replace('ñ', '\\u00f1'), ['escapes']],
    ['line breaks and tabs', shorts, ['escapes']],
    ['quotation marks', raw.replaceAll('"', '\\"'), ['escapes']],
    ['letters alone', raw.replace('ñ', '\\u00f1'), ['escapes']],
    ['as JSON, without the quotation marks', JSON.stringify(raw).slice(1, -1), ['double_json']],
    ['as JSON', JSON.stringify(raw), ['double_json']],
    ['in apostrophes', `'${raw}'`, ['escapes']],
  ])('%s', (_how, signed, causes) => {
    expect(all(github(signed, raw))).toEqual(causes)
  })

  test('and the other way around', () => {
    expect(all(github('{"a":"b"}', '{\\"a\\":\\"b\\"}', 'text/plain'))).toEqual(['escapes'])
  })

  test('an apostrophe doubled or put aside, as SQL and a shell need it', () => {
    const came = '{"note":"it\'s"}'
    expect(all(github(came.replace("'", "''"), came))).toEqual(['escapes'])
    expect(all(github(came.replace("'", "'\\''"), came))).toEqual(['escapes'])
  })
})

const unread = [
  '[]',
  '{}',
  'undefined',
  'null',
  'NULL',
  'nil',
  '<nil>',
  'map[]',
  '""',
  'Array',
  '[object Blob]',
]
test.each(unread.filter(oneIn(sample(3, 1))))('a body that was not read is printed as %s', (signed) => {
  expect(all(github(signed, '{"id":"evt_1","type":"ping"}', 'text/plain'))).toEqual(['object_signed'])
})

test.each<[how: string, signed: (bytes: Buffer) => Bytes]>([
  ['Rust, {:?}', (bytes) => `[${bytes.join(', ')}]`],
  ['JSON.stringify of a Uint8Array', (bytes) => JSON.stringify(new Uint8Array(bytes))],
  ['JSON of a list', (bytes) => JSON.stringify([...bytes])],
])('bytes as %s', (_how, signed) => {
  const came = '{"id":"evt_1","type":"ping"}'
  expect(all(github(signed(Buffer.from(came)), came))).toEqual(['object_signed'])
})

describe('a form whose fields are signed', () => {
  const fields = { AccountSid: 'AC1', Body: ' hello there ', From: '+15550001111', FromCity: '', To: '+1' }
  const by = (some: Record<string, string>) => {
    const content =
      url +
      Object.keys(some)
        .sort()
        .map((name) => name + some[name])
        .join('')
    const signature = createHmac('sha1', secret).update(content).digest('base64')
    return judge(
      [
        ['content-type', 'application/x-www-form-urlencoded'],
        ['x-twilio-signature', signature],
      ],
      { body: new URLSearchParams(fields).toString(), url, scheme: 'twilio' },
    )
  }
  const { FromCity: _, ...filled } = fields

  test('values trimmed, as Laravel does', () => {
    expect(all(by({ ...fields, Body: 'hello there' }))).toEqual(['body_trimmed'])
  })
  test('empty values left out', () => {
    expect(all(by(filled))).toEqual(['url_encoding'])
    expect(all(by({ ...filled, Body: 'hello there' }))).toEqual(['body_trimmed'])
  })
  test('a plus sign decoded twice', () => {
    expect(all(by({ ...fields, From: ' 15550001111', To: ' 1' }))).toEqual(['url_encoding'])
  })
})

describe('a part of the JSON was signed', () => {
  const value = {
    event: 'payment.captured',
    payload: { payment: { entity: { id: 'pay_23', amount: 100.5, notes: [], name: 'Zoë a/b' } } },
    items: [{ n: 1 }, { n: 2, deep: { at: [3] } }],
    embedded: '{"a":1}',
  }
  const { entity } = value.payload.payment
  test.each<[path: string, signed: string]>([
    ['payload', JSON.stringify(value.payload)],
    ['payload.payment', JSON.stringify(value.payload.payment)],
    ['payload.payment.entity', JSON.stringify(entity)],
    ['items[1].deep', '{"at":[3]}'],
    ['items', JSON.stringify(value.items)],
    ['payload.payment.entity', '{"id": "pay_23", "amount": 100.5, "notes": [], "name": "Zo\\u00eb a/b"}'],
    ['payload.payment.entity', '{"id":"pay_23","amount":100.5,"notes":[],"name":"Zo\\u00eb a\\/b"}'],
    ['payload.payment.entity', '{"amount":100.5,"id":"pay_23","name":"Zoë a/b","notes":[]}'],
    ['payload.payment.entity.id', 'pay_23'],
  ])('%s', (path, signed) => {
    const verdict = github(signed, JSON.stringify(value))
    expect(all(verdict)).toEqual(['part_signed'])
    expect(verdict.causes[0]?.detail).toContain(`is ${path}.`)
  })

  test.each(['10|CHF|evt_1', 'amount=10&currency=CHF&id=evt_1', 'amount10currencyCHFidevt_1'])(
    'its values joined: %s',
    (signed) => {
      expect(['part_signed', 'url_encoding']).toEqual(
        expect.arrayContaining(all(github(signed, '{"amount":10,"currency":"CHF","id":"evt_1"}'))),
      )
    },
  )
})

describe('a form that became JSON', () => {
  const fields = { payload: '{"ref":"refs/heads/main","n":1}', token: 'x y' }
  const came = new URLSearchParams(fields).toString()
  const nested = 'a%5Bb%5D%5Bc%5D=1&a%5Bb%5D%5Bd%5D=2&list%5B%5D=x&list%5B%5D=y&e='
  test.each<[how: string, came: string, signed: string]>([
    ['an object', came, JSON.stringify(fields)],
    [
      'an object of lists, as in Go',
      came,
      JSON.stringify(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]]))),
    ],
    ['nested objects, as in PHP', nested, '{"a":{"b":{"c":"1","d":"2"}},"list":["x","y"],"e":""}'],
    ['null for empty values, as in Laravel', 'b=&a=+x+', '{"b":null,"a":"x"}'],
  ])('%s', (_how, form, signed) => {
    expect(all(github(signed, form, 'application/x-www-form-urlencoded'))).toEqual(['url_encoding'])
  })
})

const note = '{"id":32,"note":"say \\"hé\\" 🍰 +1 <b> it\'s `x`"}'
const upper = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
/** As the encoders of System.Text.Json and Json.NET are documented. */
test.each<[writer: string, signed: string]>([
  ['the usual encoder', note.replace(/\\"/g, '\\u0022').replace(/['+&<>`\u007f-\uffff]/g, upper)],
  ['UnsafeRelaxedJsonEscaping', note.replace(/[\ud800-\udfff]/g, upper)],
  ['UnicodeRanges.All', note.replace(/\\"/g, '\\u0022').replace(/['+&<>`\ud800-\udfff]/g, upper)],
  ['Json.NET with EscapeNonAscii', note.replace(/[\u007f-\uffff]/g, (letter) => upper(letter).toLowerCase())],
])('.NET, %s', (_writer, signed) => {
  expect(all(github(signed, note))).toEqual(['escapes'])
})

describe('values that a framework changed', () => {
  const came =
    '{"b":" x ","a":"","n":null,"on":true,"sum":12.50,"large":12345678901234567890,"o":{},"l":[],"u":"https://a.b"}'
  const changed: [how: string, signed: string][] = [
    ['trimmed', came.replace(' x ', 'x')],
    ['null for empty texts', came.replace('""', 'null')],
    ['empty texts for null', came.replace('null', '""')],
    ['without null', came.replace('"n":null,', '')],
    ['without null and empty texts', came.replace('"n":null,', '').replace('"a":"",', '')],
    [
      'without anything empty',
      '{"b":" x ","on":true,"sum":12.50,"large":12345678901234567890,"u":"https://a.b"}',
    ],
    ['[] for {}', came.replace('{}', '[]')],
    ['booleans as texts', came.replace('true', '"true"')],
    [
      'numbers as texts',
      came.replace('12.50', '"12.50"').replace('12345678901234567890', '"12345678901234567890"'),
    ],
    ['a slash after the host', came.replace('a.b', 'a.b/')],
    ['a double', came.replace('12345678901234567890', '12345678901234567000').replace('12.50', '12.5')],
    ['17 digits', came.replace('12345678901234567890', '1.2345678901234567e+19').replace('12.50', '12.5')],
  ]
  const layouts: ((text: string) => string)[] = [
    (text) => text,
    (text) => text.replace(/([,:])(?!\/)/g, '$1 '),
  ]
  // In `npm test` each of them is signed in one of the layouts.
  test.each(changed.map(([how, signed], at) => [how, signed, at] as const))('%s', (_how, signed, at) => {
    for (const layout of layouts.filter(oneIn(sample(2, 1), at)))
      expect(all(github(layout(signed), came))).toEqual(['reserialised'])
  })

  test.each<[how: string, signed: string]>([
    ['an offset as UTC', '2026-11-26T13:11:17Z'],
    ['an offset as UTC in milliseconds', '2026-11-26T13:11:17.000Z'],
    ['an offset as UTC with +00:00', '2026-11-26T13:11:17+00:00'],
  ])('%s', (_how, signed) => {
    const of = (at: string) => `{"at":"${at}","n":1}`
    expect(all(github(of(signed), of('2026-11-26T15:11:17+02:00')))).toEqual(['reserialised'])
  })

  test('jsonb order, spaced and compact', () => {
    const wide = '{"type":"a","id":1,"amount":2,"at":3}'
    for (const signed of [
      '{"at": 3, "id": 1, "type": "a", "amount": 2}',
      '{"at":3,"id":1,"type":"a","amount":2}',
    ])
      expect(all(github(signed, wide))).toEqual(['keys_sorted'])
  })
})

describe('a short body cut in two at any place', () => {
  const whole = Buffer.from(printed)
  test.each(sample([1, 73], [1, 17, 40, 73, 101, whole.length - 1]))('after byte %i', (at) => {
    const [first, rest] = [whole.subarray(0, at), whole.subarray(at)]
    expect(all(github(first, whole))).toEqual(['body_shortened'])
    expect(all(github(rest, whole))).toEqual(['body_pieces'])
    expect(all(github(Buffer.concat([rest, first]), whole))).toEqual(['body_pieces'])
  })
})

describe('a stream whose pieces were put together wrongly', () => {
  const long = Buffer.from(`{"text":"${'abcdefgh'.repeat(3000)}","n":1}`)
  const pieces = Array.from({ length: Math.ceil(long.length / 4096) }, (_, at) =>
    long.subarray(at * 4096, (at + 1) * 4096),
  )
  test.each<[how: string, signed: Buffer]>([
    ['the last alone', pieces.at(-1) ?? long],
    ['in reverse order', Buffer.concat(pieces.toReversed())],
    ['the first twice', Buffer.concat([pieces[0] ?? long, ...pieces])],
    ['the body twice', Buffer.concat([long, long])],
    [
      'with the lines of chunked encoding',
      Buffer.from(`${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`),
    ],
  ])('%s', (_how, signed) => {
    expect(all(github(signed, long))).toEqual(['body_pieces'])
  })

  test('received with the lines of chunked encoding', () => {
    expect(all(github('{"a":1}', '7\r\n{"a":1}\r\n0\r\n\r\n', 'text/plain'))).toEqual(['body_pieces'])
  })
})

describe('another encoding of the whole body', () => {
  const came = '{"id":"evt_1","type":"ping","x":"?>?>"}'
  const bytes = Buffer.from(came)
  test.each<[how: string, signed: string, cause: string]>([
    ['base64url', bytes.toString('base64url'), 'body_base64'],
    ['base64 twice', Buffer.from(bytes.toString('base64')).toString('base64'), 'body_base64'],
    ['a data URL', `data:application/json;base64,${bytes.toString('base64')}`, 'body_base64'],
    ['hex', bytes.toString('hex'), 'object_signed'],
  ])('%s', (_how, signed, cause) => {
    expect(all(github(signed, came))).toEqual([cause])
  })

  test('the body was received in hex', () => {
    expect(all(github(came, bytes.toString('hex'), 'text/plain'))).toEqual(['body_base64'])
  })
})
