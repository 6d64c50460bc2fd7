import { expect, test } from 'vitest'
import { createAnswerReader } from '../../server/client/parser.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test('the answer to a HEAD ends with its head, whatever length or chunks it tells', () => {
  for (const framing of ['Content-Length: 9', 'Transfer-Encoding: chunked']) {
    const reader = createAnswerReader({ isHead: true })
    expect(reader.take(bytes(`HTTP/1.1 200 OK\r\n${framing}\r\n\r\n`))).toBe('done')
    expect(reader.answer()).toMatchObject({ status: 200, size: 0, truncated: false })
    expect(reader.keepsAlive()).toBe(true)
  }
  expect(createAnswerReader().take(bytes('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'))).toBe('more')
})

test.each([
  [100_000, 100_000, false],
  [100_000, 99_999, true],
  [5_000_000, 5_000_000, false],
])('a body of %i bytes is stored with %i bytes, truncated: %s', (length, keepBytes, truncated) => {
  const reader = createAnswerReader({ keepBytes })
  reader.take(bytes(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`))
  expect(reader.take(Buffer.alloc(length, 'x'))).toBe('done')
  const { body } = reader.answer()
  expect([body.length, reader.answer().truncated]).toEqual([keepBytes, truncated])
})

test('the stored part is limited as requested, even if the connection ends the body', () => {
  const reader = createAnswerReader({ keepBytes: 6_000_000 })
  reader.take(bytes('HTTP/1.1 200 OK\r\n\r\n'))
  const piece = Buffer.alloc(1_000_000)
  for (let i = 0; i < 6; i++) expect(reader.take(piece)).toBe('more')
  expect(reader.take(Buffer.alloc(1))).toBe('done')
  expect([reader.answer().body.length, reader.answer().truncated]).toEqual([6_000_000, true])
})
