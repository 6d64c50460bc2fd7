/** Situations that developers reported in public, with bodies of the tests' own: what the signature was made over. */
import { describe, expect, test } from 'vitest'
import type { HeaderPair } from '../../../server/wire.ts'
import { judge, secret, signedAt } from '../world.ts'
import { all, type Bytes, hmac } from './sender.ts'

type Row = [situation: string, came: Bytes, signed: Bytes, cause: string]

const causesOf = (came: Bytes, signed: Bytes, contentType: string) =>
  all(
    judge(
      [
        ['content-type', contentType],
        ['x-hub-signature-256', `sha256=${hmac(signed, secret).digest('hex')}`],
      ],
      { body: came as string, scheme: 'github' },
    ),
  )

const order =
  '{"id":"evt_7","amount":12.5,"note":"a/b & <c>","coupon":null,"memo":"","tags":[],"meta":{},"paid":0}'
const parsed = () => JSON.parse(order)
const kept = (isLeftOut: (value: unknown) => boolean) =>
  JSON.stringify(Object.fromEntries(Object.entries(parsed()).filter(([, value]) => !isLeftOut(value))))
const isEmptyHolder = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
const nested =
  '{"name":"paid","data":{"object":{"id":"ch_1","tip":null},"items":[{"n":1},{"n":2}]},"tip":null}'
const lines = '{\n  "id": "evt_7",\n  "paid": true\n}'
const name = '{"name":"Zoë ☕ Müller","by":"R&D"}'

describe('JSON', () => {
  test.each<Row>([
    ['lines joined with nothing', lines, lines.replaceAll('\n', ''), 'line_endings'],
    ['lines joined with a space', lines, lines.replaceAll('\n', ' '), 'line_endings'],
    ['escapes in capitals', '{"a":"\\u001b[1m"}', '{"a":"\\u001B[1m"}', 'escapes'],
    ['a slash escaped', order, order.replaceAll('/', '\\/'), 'escapes'],
    [
      'markup escaped',
      order,
      order.replace('&', '\\u0026').replace('<', '\\u003c').replace('>', '\\u003e'),
      'escapes',
    ],
    ['a line separator escaped', '{"a":"x\u2028y"}', '{"a":"x\\u2028y"}', 'escapes'],
    ['a question mark for each letter', name, name.replace(/[^ -~]/g, '?'), 'charset'],
    ['read as Latin-1', name, Buffer.from(name).toString('latin1'), 'charset'],
    ['bytes that are no UTF-8', Buffer.from('{ "a":"caf\xe9"}', 'latin1'), '{ "a":"caf\ufffd"}', 'charset'],
    ['the text written as a JSON string', order, JSON.stringify(order), 'double_json'],
    ['newlines escaped in the raw text', lines, lines.replaceAll('\n', '\\n'), 'line_endings'],
    ['an empty object as a list', order, order.replace('{}', '[]'), 'reserialised'],
    ['written anew, indented', order, JSON.stringify(parsed(), null, 2), 'pretty_printed'],
    ['written anew by Python', '{"a":1,"b":[1,2]}', '{"a": 1, "b": [1, 2]}', 'reserialised'],
    ['sorted', '{"b":1,"a":2}', '{"a":2,"b":1}', 'keys_sorted'],
    ['without null members', order, kept((value) => value === null), 'reserialised'],
    ['without empty texts', order, kept((value) => value === ''), 'reserialised'],
    ['without empty lists and objects', order, kept(isEmptyHolder), 'reserialised'],
    ['without all that JavaScript counts as false', order, kept((value) => !value), 'reserialised'],
    [
      'without all that Go counts as empty',
      order,
      kept((value) => !value || isEmptyHolder(value)),
      'reserialised',
    ],
    ['without its outermost null members', nested, nested.replace('},"tip":null}', '}}'), 'reserialised'],
    ['null for empty texts', order, order.replace('""', 'null'), 'reserialised'],
    ['only the member data', nested, JSON.stringify(JSON.parse(nested).data), 'part_signed'],
    ['a member two levels down', nested, JSON.stringify(JSON.parse(nested).data.object), 'part_signed'],
    ['an item of a list', nested, '{"n":1}', 'part_signed'],
    [
      'without the member that holds the signature',
      '{"id":"e","sign":"x","n":1}',
      '{"id":"e","n":1}',
      'part_signed',
    ],
    ['without that member and sorted', '{"n":1,"sign":"x","id":"e"}', '{"id":"e","n":1}', 'part_signed'],
    ['an empty body', order, '', 'empty_body_signed'],
    ['the empty object of a parser', order, '{}', 'object_signed'],
    ['the empty list of PHP', order, '[]', 'object_signed'],
    ['undefined', order, 'undefined', 'object_signed'],
    ['an object as text', order, '[object Object]', 'object_signed'],
    ['the bytes as Python prints them', '{"a":1}', `b'{"a":1}'`, 'object_signed'],
    ['the bytes as Go prints them', '{"a":1}', '[123 34 97 34 58 49 125]', 'object_signed'],
  ])('%s', (_situation, came, signed, cause) => {
    expect(causesOf(came, signed, 'application/json')).toEqual([cause])
  })
})

const form = 'text=+two+words+&empty=&user[name]=J%C3%BCrgen&list[]=1&list[]=2'
describe('a form', () => {
  test.each<Row>([
    ['decoded', 'a=1%2B1&b=x+y', 'a=1+1&b=x y', 'url_encoding'],
    ['values trimmed', 'a=+x+&b=y', 'a=x&b=y', 'body_trimmed'],
    ['as JSON', 'a=1&b=x+y', '{"a":"1","b":"x y"}', 'url_encoding'],
    ['as JSON with lists', 'a=1&b=x+y', '{"a":["1"],"b":["x y"]}', 'url_encoding'],
    [
      'as JSON of PHP',
      form,
      '{"text":" two words ","empty":"","user":{"name":"J\\u00fcrgen"},"list":["1","2"]}',
      'url_encoding',
    ],
    [
      'as JSON of Laravel, trimmed and with null',
      form,
      '{"text":"two words","empty":null,"user":{"name":"J\\u00fcrgen"},"list":["1","2"]}',
      'url_encoding',
    ],
    [
      'written anew by http_build_query',
      form,
      'text=+two+words+&empty=&user%5Bname%5D=J%C3%BCrgen&list%5B0%5D=1&list%5B1%5D=2',
      'url_encoding',
    ],
    [
      'the JSON in its field',
      `payload=${encodeURIComponent('{"zen":"x y"}')}`,
      '{"zen":"x y"}',
      'url_encoding',
    ],
  ])('%s', (_situation, came, signed, cause) => {
    expect(causesOf(came, signed, 'application/x-www-form-urlencoded')).toEqual([cause])
  })
})

const at = String(signedAt)
describe("Stripe's header", () => {
  test.each<[situation: string, cause: string, write: (digest: string) => string | string[]]>([
    ['spaces after the comma', 'header_changed', (v1) => `t=${at}, v1=${v1}`],
    ['semicolons', 'header_changed', (v1) => `t=${at};v1=${v1}`],
    ['V1 in capitals', 'letter_case', (v1) => `t=${at},V1=${v1}`],
    ['v0 alone', 'version_prefix_wrong', (v1) => `t=${at},v0=${v1}`],
    ['split into two headers', 'header_repeated', (v1) => [`t=${at}`, `v1=${v1}`]],
    ['JSON', 'header_changed', (v1) => JSON.stringify({ t: at, v1 })],
    ['a list as JSON', 'header_changed', (v1) => JSON.stringify([`t=${at}`, `v1=${v1}`])],
    ['colons', 'header_changed', (v1) => `t: ${at}, v1: ${v1}`],
    ['a query string', 'header_changed', (v1) => `t=${at}&v1=${v1}`],
  ])('%s', (_situation, cause, write) => {
    const digest = hmac(`${at}.${order}`, secret).digest('hex')
    const sent = [write(digest)].flat().map((value): HeaderPair => ['Stripe-Signature', value])
    const causes = all(judge(sent, { body: order, scheme: 'stripe' }))
    expect(causes).toContain(cause)
  })
})
