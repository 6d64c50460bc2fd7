import { expect, test } from 'vitest'
import { answerToDecode, isWorthDecoding } from '../../ui/message/decoding.ts'
import { headerText } from '../../ui/message/header-text.ts'

test('a header value is read as UTF-8 if valid, else unchanged', () => {
  const bytes = (text: string) => Buffer.from(text).toString('latin1')
  expect(headerText(bytes('zürich'))).toBe('zürich')
  expect(headerText('caf\xe9')).toBe('café')
  expect(headerText('plain')).toBe('plain')
  expect(headerText('日本')).toBe('日本')
})

test('a response is decoded if compressed or in another charset', () => {
  const worth = (headers: [string, string][], body: string | null, body_base64: string | null = null) =>
    isWorthDecoding(answerToDecode({ headers, body, body_base64 }))
  expect(worth([['Content-Encoding', 'gzip']], '', 'H4sI')).toBe(true)
  expect(worth([['Content-Encoding', 'gzip']], null, 'H4sI')).toBe(true)
  expect(worth([['Content-Encoding', 'gzip']], '')).toBe(false)
  expect(worth([['Content-Type', 'text/plain; charset=latin1']], '', '6Q==')).toBe(true)
  expect(worth([['Content-Type', 'application/json']], '{}')).toBe(false)
})
