import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonReader } from '../../server/json/json-reader.ts'
import { isJson } from '../../server/json/json-source.ts'
import { jsonTree, writeJson } from '../../server/json/json-tree.ts'
import { anyLetter } from '../helpers/any-letter.ts'
import { sample } from '../helpers/long.ts'
import { runsOf } from '../helpers/runs.ts'

const isParsed = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** JSON with one piece replaced, which is often no longer JSON. */
const nearlyJson = fc
  .tuple(
    fc.json({ stringUnit: anyLetter }),
    fc.nat(),
    fc.nat(3),
    fc.constantFrom(
      '',
      ' ',
      '"',
      '\\',
      '\\u00',
      '{',
      ']',
      ',',
      ':',
      '01',
      '-',
      '.',
      'e',
      'true',
      'nul',
      '\n',
      '\u00a0',
    ),
  )
  .map(([text, place, length, piece]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + piece + text.slice(at + length)
  })

test('the scanner accepts exactly what JSON.parse accepts', () => {
  fc.assert(
    fc.property(nearlyJson, (text) => {
      expect(isJson(text)).toBe(isParsed(text))
    }),
    runsOf({ seed: 5, numRuns: sample(1000, 3000) }),
  )
})

test('the tree of a text writes the same text again, token by token', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: anyLetter }), (text) => {
      const tree = jsonTree(text)
      expect(tree && writeJson(tree, { comma: ',', colon: ':' })).toBe(text)
    }),
    runsOf({ seed: 6, numRuns: 500 }),
  )
})

test('the tree has the place of each value, and keeps repeated keys and all digits', () => {
  const text = ' {"a": [12345678901234567890, 1.50], "a": "\\u0061"}'
  expect(jsonTree(text)).toEqual({
    kind: 'object',
    start: 1,
    end: text.length,
    members: [
      {
        name: '"a"',
        start: 2,
        value: {
          kind: 'array',
          start: 7,
          end: 35,
          items: [
            { kind: 'number', token: '12345678901234567890', start: 8, end: 28 },
            { kind: 'number', token: '1.50', start: 30, end: 34 },
          ],
        },
      },
      { name: '"a"', start: 37, value: { kind: 'string', token: '"\\u0061"', start: 42, end: 50 } },
    ],
  })
})

test('no depth and no length is too much to scan, and a tree that is too deep is refused', () => {
  const deep = '['.repeat(300_000) + ']'.repeat(300_000)
  expect(isJson(deep)).toBe(true)
  expect(jsonTree(deep)).toBeUndefined()
  expect(isJson(`"${'a\\n'.repeat(2_000_000)}"`)).toBe(true)
  expect(isJson(`-${'1'.repeat(5_000_000)}.${'2'.repeat(5_000_000)}`)).toBe(true)
})

test.each([
  ['', 'value', 0],
  ['[1 2]', 'comma', 3],
  ['[1,]', 'member', 3],
  ['{a:1}', 'key', 1],
  ['{"a" 1}', 'colon', 5],
  ['[tru]', 'value', 1],
  ['{} x', 'end', 3],
])('%s stops being JSON where a %s is missing', (text, missing, at) => {
  const reader = createJsonReader(text)
  while (reader.next() !== 'wrong');
  expect([reader.missing, reader.at]).toEqual([missing, at])
})
