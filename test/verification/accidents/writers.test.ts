import { expect, test } from 'vitest'
import { signedAt } from '../world.ts'
import { all, type Bytes, content, hmac, judged, signedOver } from './sender.ts'

const compact =
  '{"type":"a","items":[{"id":1,"tags":[]},{"id":2,"tags":["x","y"],"more":{}}],"name":"Zoë","a":null}'

/** What Ruby, PHP and Node printed, letter for letter; Jackson's and Postgres's by hand, as they are documented. */
test.each<[tool: string, cause: string, signed: Bytes, came: string]>([
  [
    'Jackson, writerWithDefaultPrettyPrinter',
    'pretty_printed',
    '{\n  "type" : "a",\n  "items" : [ {\n    "id" : 1,\n    "tags" : [ ]\n  }, {\n    "id" : 2,\n    "tags" : [ "x", "y" ],\n    "more" : { }\n  } ],\n  "name" : "Zoë",\n  "a" : null\n}',
    compact,
  ],
  [
    'Ruby 3.1, JSON.pretty_generate of json 2.6.1',
    'pretty_printed',
    '{\n  "a": [\n\n  ],\n  "b": {\n  },\n  "c": [\n    1,\n    [\n\n    ]\n  ]\n}',
    '{"a":[],"b":{},"c":[1,[]]}',
  ],
  [
    'PHP 8, json_encode with the options of Symfony’s JsonResponse',
    'escapes',
    '{"a":"\\u003Cb\\u003E \\u0026 \\u0022q\\u0022 \\u0027s\\u0027 \\/x \\u00e9"}',
    '{"a":"<b> & \\"q\\" \'s\' /x é"}',
  ],
  [
    'Postgres, jsonb',
    'keys_sorted',
    '{"a": null, "name": "Zoë", "type": "a", "items": [{"id": 1, "tags": []}, {"id": 2, "more": {}, "tags": ["x", "y"]}]}',
    compact,
  ],
  [
    'Node 20, Buffer.from(text, "latin1")',
    'charset',
    Buffer.from('7b2261223a221c781d2013203520ac227d', 'hex'),
    '{"a":"“x” – 5 €"}',
  ],
])('%s: %s', (_tool, cause, signed, came) => {
  expect(all(signedOver(signed, came))).toEqual([cause])
})

/** What PHP 8.2 makes of it: `php -r 'echo json_encode(json_decode($argv[1], true));'`. */
const [beforePhp, afterPhp] = [
  '{"url":"https://a/é","meta":{},"tags":[],"more":{}}',
  '{"url":"https:\\/\\/a\\/\\u00e9","meta":[],"tags":[],"more":[]}',
]
const onePhp = afterPhp.replace('"tags":[],"more":[]', '"n":1')
test.each([
  ['by PHP before it was signed', afterPhp, beforePhp],
  [
    'by PHP behind the signature',
    onePhp.replace('[]', '{}').replaceAll('\\/', '/').replace('\\u00e9', 'é'),
    onePhp,
  ],
  ['by PHP with its options, before it was signed', '{"meta":[],"more":[]}', '{"meta":{},"more":{}}'],
  ['by PHP with its options, behind the signature', '{"meta":{},"more":{}}', '{"meta":[],"more":[]}'],
  ['of two the second', '{"tags":[],"meta":{}}', '{"tags":[],"meta":[]}'],
])('{} and [], rewritten %s', (_said, signed, came) => {
  const verdict = signedOver(signed, came)
  expect(all(verdict)).toEqual(['reserialised'])
  expect(verdict.causes[0]?.detail).toContain('PHP')
})

test('what is no JSON is not told to be written by PHP', () => {
  expect(all(signedOver('a {} b', 'a [] b'))).toEqual([])
})

test.each([
  ['as HTTP writes a date', 'Tue, 14 Nov 2023 22:13:20 GMT'],
  ['as a database writes it', '2023-11-14 22:13:20'],
  ['as Python and Laravel write microseconds', '2023-11-14T22:13:20.000000Z'],
])('the time %s: %s', (_said, time) => {
  expect(signedAt).toBe(1_700_000_000)
  const verdict = judged(hmac(content('{"a":1}', `evt_1.${time}.`)).digest('base64'), { body: '{"a":1}' })
  expect(all(verdict)).toEqual(['timestamp_format'])
})

const priced =
  '{"amount": 12.50, "total": 100.0, "url": "https://a/b", "name": "Zoë & Co", "to": null, "more": {"b": "<\\"x\\">", "a": 1}}'
/** What each printed of the same values, letter for letter; .NET's by hand, as System.Text.Json escapes. */
test.each<[tool: string, cause: string, signed: string]>([
  [
    'Python 3.11, json.dumps(…, separators=(",", ":"))',
    'reserialised',
    '{"amount":12.5,"total":100.0,"url":"https://a/b","name":"Zo\\u00eb & Co","to":null,"more":{"b":"<\\"x\\">","a":1}}',
  ],
  [
    'Python 3.11, json.dumps(…, separators=(",", ":"), ensure_ascii=False, sort_keys=True)',
    'keys_sorted',
    '{"amount":12.5,"more":{"a":1,"b":"<\\"x\\">"},"name":"Zoë & Co","to":null,"total":100.0,"url":"https://a/b"}',
  ],
  [
    'Ruby 3.1, JSON.generate',
    'reserialised',
    '{"amount":12.5,"total":100.0,"url":"https://a/b","name":"Zoë & Co","to":null,"more":{"b":"<\\"x\\">","a":1}}',
  ],
  [
    'PHP 8.2, json_encode',
    'reserialised',
    '{"amount":12.5,"total":100,"url":"https:\\/\\/a\\/b","name":"Zo\\u00eb & Co","to":null,"more":{"b":"<\\"x\\">","a":1}}',
  ],
  [
    'Go 1.19, json.NewEncoder(…).Encode of a map',
    'keys_sorted',
    '{"amount":12.5,"more":{"a":1,"b":"\\u003c\\"x\\"\\u003e"},"name":"Zoë \\u0026 Co","to":null,"total":100,"url":"https://a/b"}\n',
  ],
  [
    'Go 1.19, json.MarshalIndent of a map with a tab',
    'keys_sorted',
    '{\n\t"amount": 12.5,\n\t"more": {\n\t\t"a": 1,\n\t\t"b": "\\u003c\\"x\\"\\u003e"\n\t},\n\t"name": "Zoë \\u0026 Co",\n\t"to": null,\n\t"total": 100,\n\t"url": "https://a/b"\n}',
  ],
  [
    '.NET, JsonSerializer.Serialize of a JsonElement',
    'escapes',
    '{"amount":12.50,"total":100.0,"url":"https://a/b","name":"Zo\\u00EB \\u0026 Co","to":null,"more":{"b":"\\u003C\\u0022x\\u0022\\u003E","a":1}}',
  ],
  [
    'Node 20, with its outermost keys sorted',
    'keys_sorted',
    '{"amount":12.5,"more":{"b":"<\\"x\\">","a":1},"name":"Zoë & Co","to":null,"total":100,"url":"https://a/b"}',
  ],
  [
    'Node 20, JSON.stringify(value, Object.keys(value).sort())',
    'keys_sorted',
    '{"amount":12.5,"more":{},"name":"Zoë & Co","to":null,"total":100,"url":"https://a/b"}',
  ],
  [
    'a writer that leaves out what is null',
    'reserialised',
    '{"amount":12.5,"total":100,"url":"https://a/b","name":"Zoë & Co","more":{"b":"<\\"x\\">","a":1}}',
  ],
  ['Node 20, JSON.stringify of one member', 'part_signed', '{"b":"<\\"x\\">","a":1}'],
  ['Python 3.11, f"{request.data}" of a body that was read before', 'object_signed', "b''"],
  [
    'Java 17, toString of a Map',
    'object_signed',
    '{amount=12.5, total=100.0, url=https://a/b, name=Zoë & Co, to=null, more={b=<"x">, a=1}}',
  ],
  [
    'Ruby 3.1, to_s of a Hash',
    'object_signed',
    '{"amount"=>12.5, "total"=>100.0, "url"=>"https://a/b", "name"=>"Zoë & Co", "to"=>nil, "more"=>{"b"=>"<\\"x\\">", "a"=>1}}',
  ],
  [
    'Ruby 3.4, to_s of a Hash',
    'object_signed',
    '{"amount" => 12.5, "total" => 100.0, "url" => "https://a/b", "name" => "Zoë & Co", "to" => nil, "more" => {"b" => "<\\"x\\">", "a" => 1}}',
  ],
])('%s', (_tool, cause, signed) => {
  const verdict = signedOver(signed, priced)
  expect(all(verdict)).toEqual([cause])
  expect(verdict.causes[0]?.received).toContain(signed)
})

/** What each writes of a type that has a time there. */
test.each([
  ['Go, time.Time', '2026-11-26T15:11:17.242Z', '2026-11-26T15:11:17.242000+00:00'],
  ['Go, time.Time of a whole second', '2026-11-26T15:11:17Z', '2026-11-26T15:11:17.000000Z'],
  ['Java, Instant', '2026-11-26T15:11:17.120Z', '2026-11-26T15:11:17.120000+00:00'],
  ['JavaScript, Date', '2026-11-26T15:11:17.242Z', '2026-11-26T15:11:17.242916Z'],
  ['JavaScript, Date of a whole second', '2026-11-26T15:11:17.000Z', '2026-11-26T15:11:17.000000Z'],
  ['.NET, DateTimeOffset', '2026-11-26T15:11:17.24+02:00', '2026-11-26T15:11:17.240000+02:00'],
  ['Python, Pydantic', '2026-11-26T15:11:17.240000Z', '2026-11-26T15:11:17.240000+00:00'],
  ['Python, isoformat', '2026-11-26T15:11:17+00:00', '2026-11-26T15:11:17.000000Z'],
  ['PHP, Carbon', '2026-11-26T15:11:17.240000Z', '2026-11-26T15:11:17.24+00:00'],
  ['a type without fractions', '2026-11-26T15:11:17Z', '2026-11-26T15:11:17.240000+00:00'],
])('times that were parsed and rewritten: %s', (_tool, signed, came) => {
  const of = (at: string) => `{"event":"card.created","occurred_at":"${at}","n":[{"due":"${at}"}]}`
  const { causes } = signedOver(of(signed), of(came))
  expect(causes).toMatchObject([{ cause: 'reserialised', detail: expect.stringContaining('occurred_at') }])
})

test('texts that Laravel has trimmed, and made null of where they are empty', () => {
  const { causes } = signedOver(
    '{"a":null,"b":{"c":"x y"},"d":[],"url":"https:\\/\\/a\\/b","n":"\\u00e9"}',
    '{"a":"","b":{"c":" x y "},"d":{},"url":"https://a/b","n":"é"}',
  )
  expect(causes).toMatchObject([{ cause: 'reserialised', detail: expect.stringContaining('Laravel') }])
})
