import { createHash } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { all, type Bytes, signedOver } from './sender.ts'

const json = '{"event":"card.created","amount":10.50,"id":"card_1"}'
const named = '{"name":"José Ω","path":"a/b","mark":"<b>&"}'
const mark = '\ufeff'

describe('the body was signed in another writing', () => {
  test.each<[cause: string, signed: Bytes, came: Bytes]>([
    // Written anew by serialisers, each as it is documented.
    ['reserialised', '{"event":"card.created","amount":10.5,"id":"card_1"}', json],
    ['reserialised', '{"event": "card.created", "amount": 10.5, "id": "card_1"}', json],
    ['reserialised', '{"event": "card.created", "amount": 10.50, "id": "card_1"}', json],
    [
      'reserialised',
      '{"event":"card.created","amount":10.50,"id":"card_1"}',
      '{ "event" : "card.created", "amount":10.50,"id":"card_1" }',
    ],
    ['reserialised', '{"n":100}', '{"n":1e2}'],
    ['reserialised', '{"n":1e2,"m":[]}', '{"n": 1e2, "m": [ ]}'],
    ['reserialised', '{"name":"\\u00e9","of":1}', '{"name":"é", "of":1}'],
    ['reserialised', '{"n":1000, "m":[-0.00125, 0, 1.50]}', '{"n":1e3, "m":[-1.25E-3, 0e7, 1.50]}'],
    [
      'reserialised',
      '{"n":1E+3, "m":[-1.25E+3, 0, 1.5, 1E-7]}',
      '{"n":1000, "m":[-1250, 0.00, 1.50, 0.00000010]}',
    ],
    ['reserialised', '{"at":1.7E9,"n":1.0,"m":12.5}', '{"at":1700000000,"n":1,"m":12.50}'],
    ['reserialised', '{"name":"ab"}', '{"name": "a b"}'],
    ['keys_sorted', '{"amount":10.50,"event":"card.created","id":"card_1"}', json],
    ['keys_sorted', '{"amount": 10.50, "event": "card.created", "id": "card_1"}', json],
    ['keys_sorted', '{"amount":10.5,"event":"card.created","id":"card_1"}', json],
    ['pretty_printed', '{\n  "event": "card.created",\n  "amount": 10.5,\n  "id": "card_1"\n}', json],
    ['pretty_printed', '{\n    "event": "card.created",\n    "amount": 10.50,\n    "id": "card_1"\n}', json],
    ['pretty_printed', '{\n\t"event": "card.created",\n\t"amount": 10.50,\n\t"id": "card_1"\n}', json],
    ...[' ', '   ', '        '].map((indent): [string, Bytes, Bytes] => [
      'pretty_printed',
      `{\n${indent}"event": "card.created",\n${indent}"amount": 10.5,\n${indent}"id": "card_1"\n}`,
      json,
    ]),
    ['pretty_printed', '{"n":1,"m":[2]}', '{\n  "n": 1,\n  "m": [\n    2\n  ]\n}'],
    // Escapes.
    ['escapes', '{"name":"Jos\\u00e9 \\u03a9","path":"a/b","mark":"<b>&"}', named],
    ['escapes', '{"name":"José Ω","path":"a\\/b","mark":"<b>&"}', named],
    ['escapes', '{"name":"Jos\\u00e9 \\u03a9","path":"a\\/b","mark":"<b>&"}', named],
    ['escapes', '{"name":"José Ω","path":"a/b","mark":"\\u003cb\\u003e\\u0026"}', named],
    ['escapes', '{"name":"Jos\\u00E9 \\u03A9","path":"a/b","mark":"<b>&"}', named],
    ['escapes', '{"name":"é"}', '{"name":"\\u00e9"}'],
    ['escapes', '{"path":"a/b"}', '{"path":"a\\/b"}'],
    ['escapes', '{"mark":"<"}', '{"mark":"\\u003c"}'],
    ['escapes', '{&quot;mark&quot;:&quot;&lt;R&amp;D&gt;&quot;}', '{"mark":"<R&D>"}'],
    // Ends.
    ['trailing_newline', json, `${json}\n`],
    ['trailing_newline', json, `${json}\r\n`],
    ['trailing_newline', `${json}\n`, json],
    ['trailing_newline', `${json}\r\n`, json],
    ['body_trimmed', json, `  ${json} \n `],
    ['body_trimmed', json, `${json}  `],
    ['body_trimmed', `\n${json}`, json],
    ['line_endings', '{\n"n":1\n}', '{\r\n"n":1\r\n}'],
    ['line_endings', 'a\r\nb', 'a\nb'],
    ['byte_order_mark', json, mark + json],
    ['byte_order_mark', mark + json, json],
    // Character encodings.
    ['charset', Buffer.from('{"name":"José"}', 'latin1'), '{"name":"José"}'],
    ['charset', Buffer.from('{"price":"\x80 5"}', 'latin1'), '{"price":"€ 5"}'],
    ['charset', '{"name":"José"}', Buffer.from('{"name":"José"}', 'latin1')],
    ['charset', Buffer.from(Buffer.from('{"name":"José"}').toString('latin1'), 'utf8'), '{"name":"José"}'],
    ['charset', '{"name":"José"}', Buffer.from(Buffer.from('{"name":"José"}').toString('latin1'), 'utf8')],
    ['charset', Buffer.from('{"name":"José"}', 'utf16le'), '{"name":"José"}'],
    ['charset', '{"name":"José"}', Buffer.from('{"name":"José"}', 'utf16le')],
    ['charset', '{"name":"José"}'.normalize('NFD'), '{"name":"José"}'],
    ['charset', '{"name":"José"}', '{"name":"José"}'.normalize('NFD')],
    ['charset', '{"name":"fi 2é"}', '{"name":"ﬁ ²é"}'],
    ['charset', '{"name":"fi 2e\u0301"}', '{"name":"ﬁ ²é"}'],
    ['charset', '{"name":"Jos??"}', '{"name":"José"}'],
    ['charset', '{"name":"Jos\ufffd\ufffd"}', '{"name":"José"}'],
    ['charset', '{"name":"JosC)"}', '{"name":"José"}'],
    ['charset', '{"name":"Jos"}', '{"name":"José"}'],
    // Names.
    [
      'reserialised',
      '{"cardId":1,"inner":[{"lastFour":"4242"}]}',
      '{"card_id":1,"inner":[{"last_four":"4242"}]}',
    ],
    [
      'reserialised',
      '{"CardId":1,"Inner":{"LastFour":"4242"}}',
      '{"card_id":1,"inner":{"last_four":"4242"}}',
    ],
    ['reserialised', '{"CardId":1,"Inner":{"LastFour":"4242"}}', '{"cardId":1,"inner":{"lastFour":"4242"}}'],
    ['reserialised', '{"card_id":1,"last_four":"cardId"}', '{"cardId":1,"lastFour":"cardId"}'],
    ['reserialised', '{"cardid":1,"last":"FOUR"}', '{"cardId":1,"Last":"FOUR"}'],
    // Wrappings.
    ['body_wrapped', `[${json}]`, json],
    ['body_wrapped', json, `[${json}]`],
    ['body_base64', json, `${btoa(json).slice(0, 60)}\n${btoa(json).slice(60)}\n`],
    ['body_base64', json, JSON.stringify(btoa(json))],
    ['double_json', '"{\\"name\\":\\"Jos\\u00e9 a/b\\"}"', '{"name":"José a/b"}'],
    ['double_json', '"{\\"name\\":\\"Jos\\u00e9 a\\/b\\"}"', '{"name":"José a/b"}'],
    ['digest_signed', createHash('sha256').update(json).digest('hex'), json],
    ['digest_signed', createHash('sha256').update(json).digest('base64'), json],
    ['content_encoding', json, gzipSync(json)],
    ['content_encoding', json, deflateSync(json)],
    ['content_encoding', gzipSync(json), json],
    ['url_encoding', json, encodeURIComponent(json)],
    ['url_encoding', json, new URLSearchParams({ payload: json }).toString()],
    ['url_encoding', new URLSearchParams({ payload: json }).toString(), json],
    ['url_encoding', encodeURIComponent(json), json],
    ['body_base64', Buffer.from(json).toString('base64'), json],
    ['body_base64', json, Buffer.from(json).toString('base64')],
    ['empty_body_signed', '', json],
    ['body_wrapped', `{"data":${json}}`, json],
    ['body_wrapped', JSON.stringify({ body: json }), json],
    ['body_wrapped', '{"data":{"name":"José a/b"}}', '{"name": "Jos\\u00e9 a\\/b"}'],
    ['body_wrapped', '[{"name":"José a/b"}]', '{"name": "Jos\\u00e9 a\\/b"}'],
    ['body_wrapped', '{"body":"{\\"name\\":\\"José\\"}"}', '{"name": "Jos\\u00e9"}'],
    ['reserialised', '{"name":"O\\\\\'Neill"}', `{"name": "O'Neill"}`],
    ['body_wrapped', json, JSON.stringify({ headers: {}, body: json, isBase64Encoded: false })],
    ['body_wrapped', json, JSON.stringify({ body: btoa(json), isBase64Encoded: true })],
    ['body_wrapped', json, JSON.stringify({ Records: [{ messageId: '1', body: json }] })],
    ['object_signed', Buffer.from(json).toString('hex'), json],
    ['object_signed', `[${Buffer.from(json).join(' ')}]`, json],
    ['double_json', JSON.stringify(json), json],
    ['double_json', json, JSON.stringify(json)],
    ['object_signed', '[object Object]', json],
    ['object_signed', `b'${json}'`, json],
    ['object_signed', JSON.stringify(Buffer.from(json)), json],
    [
      'object_signed',
      "{'event': 'card.created', 'n': None, 'b': True}",
      '{"event":"card.created","n":null,"b":true}',
    ],
  ])('%s: %j was signed, %j came', (cause, signed, came) => {
    const verdict = signedOver(signed, came)
    expect(verdict.result).toBe('failed')
    expect(all(verdict)).toEqual([cause])
    expect(verdict.causes[0]?.diff).toMatchObject({
      of: 'signed string',
      sender_bytes: Buffer.from(signed as string).length + 17,
      here_bytes: Buffer.from(came as string).length + 17,
    })
  })
})

test('the difference of the signed strings shows what the sender had and what is here', () => {
  const [cause] = signedOver('{"a":1}\n', '{"a":1}').causes
  expect(cause?.diff?.parts).toEqual([
    { side: 'both', text: expect.stringMatching(/\{"a":1\}$/), skipped: 0 },
    { side: 'sender', text: '\\x0A', skipped: 0 },
  ])
  expect(cause).toMatchObject({
    expected: 'evt_1.1700000000.{"a":1}',
    received: 'evt_1.1700000000.{"a":1}\n',
  })
})

test('a bomb of gzip is not unpacked beyond the bound', () => {
  // All of it, more than a Buffer may hold, would take the memory of this process.
  const bomb = Buffer.concat(Array(120).fill(gzipSync(Buffer.alloc(40_000_000))))
  expect(all(signedOver('x', bomb))).toEqual([])
})
