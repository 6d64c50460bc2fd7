import { expect, test } from 'vitest'
import { decodedWords, isRetold, isWorthDecoding, partTitle } from '../../ui/message/decoding.ts'
import { aroundGap, differenceWords, triedWords, visibly } from '../../ui/message/difference-words.ts'

const difference = { of: 'body', at: 1041, sender_bytes: 12, here_bytes: 13, parts: [] }

const words = { sender: 'there', here: 'here' }

test('a difference shows its start and the length of each side', () => {
  expect(differenceWords(difference, words)).toBe(
    'The body differs at byte 1,041; 12 bytes there, 13 bytes here.',
  )
  expect(differenceWords({ ...difference, here_bytes: 12 }, words)).toMatch(/; both have 12 bytes\.$/)
})

test('isolated white space is drawn as signs, and stays unchanged inside text', () => {
  expect([' ', '\t\n', 'a b', ''].map(visibly)).toEqual(['␣', '⇥⏎', 'a b', ''])
  expect(['\\x0A  ', '\\x0D\\x0A', 'a\\x0A'].map(visibly)).toEqual(['⏎␣␣', '␍⏎', 'a\\x0A'])
})

test('left-out text is found at the start, at the end and in between', () => {
  expect(['…end', 'begin…', 'be…nd', 'whole'].map(aroundGap)).toEqual([
    ['', 'end'],
    ['begin', ''],
    ['be', 'nd'],
    ['whole', ''],
  ])
})

test('the search shows its amounts, and whether it ended early', () => {
  expect(triedWords({ secrets: 3, recipes: 1214, complete: true })).toBe('Tried 3 secrets, 1,214 signatures.')
  expect(triedWords({ secrets: 1, recipes: 1, complete: false })).toBe(
    'Tried 1 secret, 1 signature. The search reached its limit before it tried all of them.',
  )
})

test.each([
  ['a form', [['Content-Type', 'application/x-www-form-urlencoded']], 'a=1', true],
  ['parts', [['content-type', 'multipart/form-data; boundary=x']], 'x', true],
  ['gzip', [['Content-Encoding', 'gzip']], null, true],
  ['another charset', [['content-type', 'text/plain; charset=iso-8859-1']], null, true],
  ['plain JSON', [['content-type', 'application/json']], '{}', false],
  ['a picture', [['content-type', 'image/png']], null, false],
  ['identity', [['content-encoding', 'identity']], 'a', false],
] as [string, [string, string][], string | null, boolean][])(
  'decoding is offered where it tells more: %s',
  (_name, headers, body, expected) => {
    expect(isWorthDecoding({ headers, body, body_size: 3 })).toBe(expected)
    expect(isWorthDecoding({ headers, body: '', body_size: 0 })).toBe(false)
  },
)

test('a decoded body shows its encodings and charset', () => {
  const decoded = {
    content_type: 'text/plain',
    charset: 'utf-8',
    codings: ['br', 'gzip'],
    size: 2048,
    truncated: true,
    kind: 'text' as const,
    text: '',
    base64: null,
    fields: [],
    parts: [],
    problem: null,
    problems: [],
  }
  expect(decodedWords(decoded)).toBe('decompressed (br, then gzip) · charset utf-8 · the first 2.0 KiB')
  expect(decodedWords({ ...decoded, codings: [], charset: null, truncated: false })).toBe('2.0 KiB')
  expect([
    isRetold(decoded),
    isRetold({ charset: 'windows-1252', base64: null }),
    isRetold({ charset: 'utf-8', base64: '/w==' }),
    isRetold({ charset: null, base64: '/w==' }),
  ]).toEqual([false, true, true, false])
  expect(partTitle({ name: 'file', filename: 'a.png' }, 0)).toBe('file · a.png')
  expect(partTitle({ name: null, filename: null }, 1)).toBe('part 2')
})
