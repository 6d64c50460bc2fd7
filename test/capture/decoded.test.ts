import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { meantBytes } from '../../server/body/decode/meant.ts'
import { toSearchable } from '../../server/capture/store.ts'
import { sized, startCaptures } from './world.ts'

const mark = Buffer.from([0xef, 0xbb, 0xbf])
const json = '{"event":"card.created","owner":"Zebrowski"}'
const littleEndian = Buffer.from(json, 'utf16le')
const bigEndian = Buffer.from(littleEndian).swap16()
const form = 'Content-Type: application/x-www-form-urlencoded'
const marked16 = Buffer.concat([Buffer.from([0xff, 0xfe]), littleEndian])

test.each<[string, Buffer, string[], string]>([
  ['gzip', gzipSync(json), ['Content-Encoding: gzip'], 'zebrowski'],
  ['deflate', deflateSync(json), ['Content-Encoding: deflate'], 'zebrowski'],
  ['br', brotliCompressSync(json), ['Content-Encoding: br'], 'zebrowski'],
  ['gzip that ends early', gzipSync(json).subarray(0, -6), ['Content-Encoding: gzip'], 'zebrowski'],
  ['text that says gzip', Buffer.from(json), ['Content-Encoding: gzip'], 'zebrowski'],
  ['UTF-16', Buffer.from(json, 'utf16le'), ['Content-Type: application/json; charset=utf-16le'], 'zebrowski'],
  ['UTF-16 with its mark', marked16, ['Content-Type: application/json'], 'zebrowski'],
  ['UTF-16 with its mark that no header speaks of', marked16, [], 'zebrowski'],
  ['UTF-16 of the other order', bigEndian, ['Content-Type: text/plain'], 'zebrowski'],
  ['UTF-16 that no header speaks of', Buffer.from(json, 'utf16le'), [], 'zebrowski'],
  ['Latin-1', Buffer.from('naïve', 'latin1'), ['Content-Type: text/plain; charset=iso-8859-1'], 'naïve'],
  [
    'JSON with a byte of Latin-1',
    Buffer.from('{"a":"é zebra"}', 'latin1'),
    ['Content-Type: application/json'],
    'zebra',
  ],
  ['JSON with escapes', Buffer.from('{"a":"caf\\u00e9"}'), ['Content-Type: application/json'], 'café'],
  ['JSON with line ends', Buffer.from('{"a":"one\\ntwo"}'), [], 'two'],
  ['JSON with escapes, as it stands', Buffer.from('{"a":"caf\\u00e9"}'), [], 'u00e9'],
  ['a form', Buffer.from('name=J%C3%B6rg+Meier&b=1'), [form], '"Jörg Meier"'],
  ['a form, as it stands', Buffer.from('name=J%C3%B6rg+Meier&b=1'), [form], 'B6rg'],
  ['a form in Latin-1', Buffer.from('name=J%F6rg'), [`${form}; charset=iso-8859-1`], 'jörg'],
  ['a form in gzip', gzipSync('name=J%C3%B6rg'), [form, 'Content-Encoding: gzip'], 'jörg'],
  ['JSON with escapes in gzip', gzipSync('{"a":"caf\\u00e9"}'), ['Content-Encoding: gzip'], 'café'],
])('a search finds the words of %s', async (_, body, headers, word) => {
  const sandbox = await startCaptures()
  const { id } = await sandbox.catch({ headers: [...headers, sized(body)] }, body)
  await sandbox.catch({ headers: [sized('{}')] }, '{}')
  const found = await sandbox.captures(`?q=${encodeURIComponent(word)}`)
  expect(found.map((row) => row.id)).toEqual([id])
})

test('a body that expands too much is indexed by its beginning', () => {
  const bomb = gzipSync(`beginning ${'word '.repeat(4_000_000)}`)
  const { text } = toSearchable({
    seq: 1,
    id: 'cap_1',
    endpoint: 'demo',
    received_at: 0,
    path: '/in/demo',
    query: '',
    headers: '[["Content-Encoding","gzip"]]',
    note: null,
    body: bomb,
  })
  expect(text).toContain('beginning word')
  expect(text.length).toBeLessThan(2_000_000)
})

const rules = { rules: [{ when: { json: { owner: 'Zebrowski' } }, reply: { status: 202 } }] }

test.each<[string, Buffer, string[]]>([
  ['behind a byte-order mark', Buffer.concat([mark, Buffer.from(json)]), []],
  ['in gzip', gzipSync(json), ['Content-Encoding: gzip']],
  ['in UTF-16 with a mark', marked16, []],
  ['in UTF-16 of the other order with a mark', Buffer.from(marked16).swap16(), []],
  ['in UTF-16 as its charset says', littleEndian, ['Content-Type: application/json; charset="UTF-16LE"']],
  ['in UTF-16 that nothing speaks of', bigEndian, []],
  ['in UTF-16 and gzip', gzipSync(marked16), ['Content-Encoding: gzip']],
  [
    'in br, behind a byte-order mark',
    brotliCompressSync(Buffer.concat([mark, Buffer.from(json)])),
    ['Content-Encoding: br'],
  ],
])('rules and the event read JSON %s', async (_, body, headers) => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: rules })
  const capture = await sandbox.catch({ headers: [...headers, sized(body)] }, body)
  expect([capture.event, capture.reply.status]).toEqual(['card.created', 202])
  expect(await sandbox.bytesOf(capture.id)).toEqual(body)
})

test('a body that is large, or expands too much, is not decompressed while its sender waits', () => {
  const headers: [string, string][] = [['content-encoding', 'gzip']]
  const grown = gzipSync(JSON.stringify('x'.repeat(5_000_000)))
  expect(meantBytes({ body: grown, headers })).toBe(grown)
  const large = Buffer.concat([gzipSync(json), Buffer.alloc(100_000)])
  expect(meantBytes({ body: large, headers })).toBe(large)
})
