import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnswerReader } from '../../server/client/parser.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { runsOf } from '../helpers/runs.ts'
import { readAnswer } from './answers.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const name = fc.stringMatching(/^X-[A-Za-z0-9!#$%&'*+.^_`|~-]{1,12}$/)
const value = fc.stringMatching(/^(?:[!-~\xa0-\xff](?:[ -~\xa0-\xff]{0,20}[!-~\xa0-\xff])?)?$/)
const headers = fc.array(fc.tuple(name, value) as fc.Arbitrary<HeaderPair>, { maxLength: 6 })
const blank = fc.constantFrom('', ' ', '\t', '  ')
const body = fc.uint8Array({ maxLength: 3000 }).map((array) => Buffer.from(array))

const interim = fc.constantFrom(
  '',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nContent-Length: 9\r\n\r\n',
  '\r\n',
)

interface Sample {
  raw: Buffer
  status: number
  headers: HeaderPair[]
  body: Buffer
}

const plain = fc
  .record({
    interim,
    status: fc.integer({ min: 200, max: 599 }).filter((status) => status !== 204 && status !== 304),
    headers,
    blank,
    body,
    framing: fc.constantFrom('length', 'chunks', 'end'),
    sizes: fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 }),
    extension: fc.constantFrom('', ';a', ';a=b', ' ;a="b;c"'),
    trailer: fc.constantFrom('', 'X-Sum: 1\r\n'),
    lineEnd: fc.constantFrom('\r\n', '\n'),
  })
  .map((one): Sample => {
    const own: HeaderPair[] =
      one.framing === 'length'
        ? [...one.headers, ['content-LENGTH', String(one.body.length)]]
        : one.framing === 'chunks'
          ? [['Transfer-Encoding', 'Chunked'], ...one.headers]
          : one.headers
    const lines = own.map(([key, text]) => `${key}:${one.blank}${text}${one.blank}${one.lineEnd}`)
    const head = `${one.interim}HTTP/1.1 ${one.status} Some reason${one.lineEnd}${lines.join('')}${one.lineEnd}`
    const parts = [bytes(head)]
    if (one.framing !== 'chunks') parts.push(one.body)
    else {
      for (let at = 0, i = 0; at < one.body.length; i++) {
        const piece = one.body.subarray(at, at + (one.sizes[i % one.sizes.length] ?? 1))
        parts.push(bytes(`${piece.length.toString(16)}${one.extension}\r\n`), piece, bytes('\r\n'))
        at += piece.length
      }
      parts.push(bytes(`0${one.extension}\r\n${one.trailer}\r\n`))
    }
    return { raw: Buffer.concat(parts), status: one.status, headers: own, body: one.body }
  })

/** The bytes in pieces whose sizes repeat. */
function split(raw: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0, i = 0; at < raw.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    pieces.push(raw.subarray(at, at + size))
    at += size
  }
  return pieces
}

test('an answer reads the same however its bytes are split, and as it was written', () => {
  fc.assert(
    fc.property(plain, fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }), (sample, sizes) => {
      const { raw, ...meant } = sample
      const whole = readAnswer([raw])
      expect(whole).toMatchObject({ ...meant, size: meant.body.length, truncated: false })
      expect(readAnswer(split(raw, sizes))).toEqual(whole)
      expect(readAnswer(split(raw, [1]))).toEqual(whole)
    }),
    runsOf({ seed: 4, numRuns: 300 }),
  )
})

test.each([
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n', 200, 'abc'],
  ['HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
  ['HTTP/1.1 500 No\r\nContent-Length: 1\r\n\r\nx', 500, 'x'],
])('a response with a known end leaves the connection for the next: %j', (raw, status, text) => {
  expect(readAnswer([bytes(raw)])).toMatchObject({ status, body: Buffer.from(text), keepsAlive: true })
})

test.each([204, 304])('an answer %i has no body, whatever length it tells', (status) => {
  const raw = bytes(`HTTP/1.1 ${status} X\r\nContent-Length: 10\r\n\r\n`)
  expect(readAnswer([raw])).toMatchObject({ status, size: 0, keepsAlive: true })
})

test.each([
  ['1.1 by default', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', true],
  ['1.1 with close', 'HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n', false],
  ['1.1 with close in a list', 'HTTP/1.1 200 OK\r\nConnection: x, close\r\nContent-Length: 0\r\n\r\n', false],
  ['1.0 by default', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', false],
  ['1.0 that says so', 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n', true],
  ['bytes after the answer', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK', false],
  ['bytes after the chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nx', false],
  ['a body up to the end', 'HTTP/1.1 200 OK\r\n\r\nabc', false],
  ['a change of the protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n', false],
])('whether the connection may be used again: %s', (_, raw, keepsAlive) => {
  expect(readAnswer([bytes(raw)])).toMatchObject({ keepsAlive })
})

test.each([
  ['timeout=5', 5],
  ['timeout=5, max=100', 5],
  ['max=100,timeout = 7', 7],
  ['max=100', null],
  ['nonsense', null],
])('a Keep-Alive of %j says %j', (text, idleS) => {
  const raw = bytes(`HTTP/1.1 200 OK\r\nKeep-Alive: ${text}\r\nContent-Length: 0\r\n\r\n`)
  expect(readAnswer([raw])).toMatchObject({ idleS })
})

test.each<[raw: string, flaw: string, text?: string]>([
  ['SSH-2.0-OpenSSH\r\n', 'not_http', 'SSH-2.0-OpenSSH\r\n'],
  ['hello', 'not_http', 'hello'],
  ['HTTP/2.0 200 OK\r\n\r\n', 'http_version', '2.0'],
  ['HTTP/1.1 20 OK\r\n\r\n', 'status_line', 'HTTP/1.1 20 OK'],
  ['HTTP/1.1 2000 OK\r\n\r\n', 'status_line', 'HTTP/1.1 2000 OK'],
  ['HTTP/1.1 abc\r\n\r\n', 'status_line', 'HTTP/1.1 abc'],
  ['HTTP/1.1 200 OK\r\nno colon\r\n\r\n', 'header_line', 'no colon'],
  ['HTTP/1.1 200 OK\r\nA b: 1\r\n\r\n', 'header_line', 'A b: 1'],
  ['HTTP/1.1 200 OK\r\nA : 1\r\n\r\n', 'header_line', 'A : 1'],
  ['HTTP/1.1 200 OK\r\n: 1\r\n\r\n', 'header_line', ': 1'],
  ['HTTP/1.1 200 OK\r\n A: 1\r\n\r\n', 'header_blank', ' A: 1'],
  ['HTTP/1.1 200 OK\r\nA: \u0000\r\n\r\n', 'header_control', 'A: \u0000'],
  ['HTTP/1.1 200 OK\r\nA: 1\rB: 2\r\n\r\n', 'header_control', 'A: 1\rB: 2'],
  ['HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n', 'content_length', 'x'],
  ['HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', 'content_length', '-1'],
  ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 'two_lengths', '1, 2'],
  ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 'length_and_coding'],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 'chunk_size', 'xyz'],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n', 'chunk_overrun'],
  // As Node's own node:http2 begins, and nghttp2's server with three settings (RFC 9113, 6.5).
  ['\0\0\0\x04\0\0\0\0\0', 'speaks_http2'],
  [`\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0d\0\x04\0\0\xff\xff\0\x01\0\0 \0`, 'speaks_http2'],
  ['\x15\x03\x01\x00\x02\x02\x16', 'speaks_tls'],
  [`HTTP/1.1 200 OK\r\n${`A: ${'x'.repeat(1000)}\r\n`.repeat(66)}\r\n`, 'headers_large'],
  ['HTTP/1.1 103 Hint\r\nA: 1\r\n\r\n'.repeat(4000), 'headers_large'],
])('%j is no answer, and it says why: %s', (raw, flaw, text) => {
  const bad = { flaw, ...(text !== undefined && { text }) }
  expect(readAnswer([bytes(raw)])).toEqual({ bad })
  if (!raw.startsWith('HTTP') || flaw === 'headers_large')
    expect(readAnswer(split(bytes(raw), [7]))).toHaveProperty('bad')
  else expect(readAnswer(split(bytes(raw), [1]))).toEqual({ bad })
})

test.each([
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc',
  'HTTP/1.1 200 OK\r\nContent-',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  '',
])('%j is not the whole of an answer', (raw) => {
  expect(readAnswer([bytes(raw)])).toEqual({ bad: 'ends in the middle' })
})

test('two equal lengths are one, and a header over two lines is joined by a blank', () => {
  const raw = 'HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\nContent-Length: 2\r\nX: a\r\n \t b\r\n\r\nhi'
  expect(readAnswer([bytes(raw)])).toMatchObject({ body: Buffer.from('hi') })
  expect(readAnswer([bytes(raw)])).toHaveProperty('headers.2', ['X', 'a b'])
})

test('the first 64 KiB of a body are stored, all is counted, and reading stops after 4 MiB', () => {
  const head = bytes('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
  const whole = readAnswer([head, Buffer.alloc(100_000, 'x')])
  expect(whole).toMatchObject({ size: 100_000, truncated: true, keepsAlive: true })
  expect('body' in whole && whole.body.length).toBe(65_536)

  const endless = readAnswer([
    bytes('HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n'),
    ...Array(70).fill(Buffer.alloc(65_536)),
  ])
  expect(endless).toMatchObject({ size: 4_194_304, truncated: true, keepsAlive: false })
})

test('a proxy that agrees to a tunnel sends no body, whatever it says', () => {
  const reader = createAnswerReader({ isHead: true })
  expect(reader.take(bytes('HTTP/1.1 200 Established\r\nContent-Length: 10\r\n\r\n'))).toBe('done')
})

test('the final response begins once its status is known to be final, however it is split', () => {
  const reader = createAnswerReader()
  const begunAfter = [
    'HTTP/1.1 1',
    '00 C\r\n',
    '\r\nHTTP/1.1 ',
    '103 Early Hints\r\n\r\n',
    '\r\nHTTP/1.1 ',
    '2',
    '00 OK',
  ]
  expect(begunAfter.map((piece) => [reader.take(Buffer.from(piece)), reader.hasBegun()])).toEqual([
    ...Array.from({ length: 5 }, () => ['more', false]),
    ['more', true],
    ['more', true],
  ])
})

test('64,000 blank lines that come byte by byte before an answer take a time that goes by their number', () => {
  const reader = createAnswerReader()
  const blanks = Buffer.alloc(64_000, '\n')
  const progress = Array.from(blanks, (byte) => [reader.take(Buffer.of(byte)), reader.hasBegun()].join())
  expect(new Set(progress)).toEqual(new Set(['more,false']))
  expect(reader.take(bytes('HTTP/1.1 204 OK\r\n\r\n'))).toBe('done')
}, 3000)
