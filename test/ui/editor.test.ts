import { describe, expect, test } from 'vitest'
import { jsonMarks, lineEnd, marksWords } from '../../ui/json/editor/marks.ts'

describe('marks in a body', () => {
  test('the character where the text stops being JSON is marked', () => {
    const text = '{"a": [1,\n 2],\n}'
    expect(jsonMarks(text)).toEqual([
      { line: 3, at: text.length - 1, message: 'Invalid JSON: unexpected comma before }' },
    ])
  })
  test.each(['', '  ', 'amount=1&currency=EUR', '<a/>', '{"a":1}', ' [1]\n'])(
    'nothing in %j is marked',
    (text) => {
      expect(jsonMarks(text)).toEqual([])
    },
  )
  test('the first problem is described, with the number of others', () => {
    const marks = [
      { line: 2, message: 'must be "Active"' },
      { line: 4, message: 'is missing' },
    ]
    expect(marksWords(marks)).toBe('Line 2: must be "Active", and 1 more mistake')
    expect(marksWords(marks.slice(1))).toBe('Line 4: is missing')
    expect(marksWords([])).toBe('')
  })
})

test.each([
  ['a\r\nb\r\n', '\r\n'],
  ['a\r\nb\n', '\n'],
  ['a\rb\r\n', '\n'],
  ['a\nb', '\n'],
  ['a', '\n'],
])('the lines of %j end in %j', (text, end) => {
  expect(lineEnd(text)).toBe(end)
  expect(text.split(end).join(end)).toBe(text)
})
