import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody } from '../../../server/body/decode/decode.ts'
import type { HeaderPair } from '../../../server/wire.ts'

const timeless = () => 0
const json = '{"event":"card.created","name":"Zoë"}'
const decode = (body: Buffer, ...codings: string[]) =>
  decodeBody(
    {
      headers: [
        ['Content-Type', 'application/json'],
        ...codings.map((coding): HeaderPair => ['Content-Encoding', coding]),
      ],
      body,
      cut: null,
    },
    timeless,
  )

test.for([
  ['gzip', gzipSync(json), ['gzip']],
  ['X-GZIP', gzipSync(json), ['gzip']],
  ['deflate', deflateSync(json), ['deflate']],
  ['deflate', deflateRawSync(json), ['deflate']],
  ['br', brotliCompressSync(json), ['br']],
  ['identity', Buffer.from(json), []],
  ['deflate, gzip', gzipSync(deflateSync(json)), ['gzip', 'deflate']],
] as const)('%s is undone', async ([coding, body, codings]) => {
  expect(await decode(body, coding)).toMatchObject({
    codings,
    kind: 'json',
    text: json,
    size: Buffer.byteLength(json),
    problem: null,
  })
})

test('codings in headers of their own are undone the last first', async () => {
  const body = brotliCompressSync(gzipSync(json))
  expect(await decode(body, 'gzip', 'br')).toMatchObject({
    codings: ['br', 'gzip'],
    text: json,
    problem: null,
  })
})

test('two members of gzip, one behind the other, are one body', async () => {
  const body = Buffer.concat([gzipSync(json.slice(0, 10)), gzipSync(json.slice(10))])
  expect(await decode(body, 'gzip')).toMatchObject({ text: json, problem: null })
})

test('a plain body with Content-Encoding gzip is shown as received and reported', async () => {
  const decoded = await decode(Buffer.from(json), 'gzip')
  expect(decoded).toMatchObject({ codings: [], kind: 'json', text: json })
  expect(decoded.problems).toMatchObject([{ code: 'not_so_coded', name: 'gzip', looks_like: 'json' }])
})

test('a gzip body with Content-Encoding br is reported to look like gzip', async () => {
  const decoded = await decode(gzipSync(json), 'br')
  expect(decoded).toMatchObject({ codings: [], kind: 'text' })
  expect(decoded.base64).toBe(gzipSync(json).toString('base64'))
  expect(decoded.problems[0]).toMatchObject({ code: 'not_so_coded', name: 'br', looks_like: 'gzip' })
})

test('gzip without a Content-Encoding is reported and not decoded', async () => {
  const body = gzipSync(json)
  const decoded = await decodeBody({ headers: [], body, cut: null }, timeless)
  expect(decoded).toMatchObject({ codings: [], kind: 'binary', base64: body.toString('base64') })
  expect(decoded.problems).toEqual([{ code: 'unsaid_gzip' }])
})

test('gzip that ends early is decoded as far as it goes', async () => {
  const long = JSON.stringify({ text: Array.from({ length: 5000 }, (_, i) => i).join(' ') })
  const whole = gzipSync(long)
  const decoded = await decode(whole.subarray(0, whole.length - 2000), 'gzip')
  expect(decoded).toMatchObject({ codings: ['gzip'], kind: 'text' })
  expect(decoded.size).toBeGreaterThan(1000)
  expect(long.startsWith(decoded.text ?? '?')).toBe(true)
  expect(decoded.problems[0]).toMatchObject({ code: 'coded_data_damaged', name: 'gzip' })
})

test('an unknown coding and too many codings are reported', async () => {
  const unknown = await decode(Buffer.from(json), 'rot13')
  expect(unknown.problems).toEqual([{ code: 'coding_unknown', name: 'rot13' }])
  const many = await decode(Buffer.from(json), 'gzip, gzip, gzip, gzip, gzip, gzip')
  expect(many.problems).toEqual([{ code: 'too_many_codings', count: 6 }])
})

test('an empty body with a coding is empty', async () => {
  expect(await decode(Buffer.alloc(0), 'gzip')).toMatchObject({ kind: 'empty', size: 0, problem: null })
})

test('a bomb is decoded up to the bound, in bounded memory', async () => {
  // 2 GB of zeros, twice packed: some kilobytes.
  const member = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const bomb = gzipSync(Buffer.concat(Array.from({ length: 32 }, () => member)))
  expect(bomb.length).toBeLessThan(20_000)
  const before = process.memoryUsage()
  let peak = 0
  const watch = setInterval(() => {
    const { rss } = process.memoryUsage()
    peak = Math.max(peak, rss)
  }, 1)
  const decoded = await decode(bomb, 'gzip', 'gzip')
  clearInterval(watch)
  expect(decoded).toMatchObject({ truncated: true, size: 2_000_000, codings: ['gzip', 'gzip'] })
  expect(decoded.problems[0]).toEqual({ code: 'over_the_bound', count: 2_000_000 })
  expect(peak - before.rss).toBeLessThan(300_000_000)
})
