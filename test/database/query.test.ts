import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTerms, soughtAny, soughtIn } from '../../server/database/query.ts'

const short = (text: string) =>
  readTerms(text).map(({ negated, name, value, quoted }) =>
    [negated ? '-' : '', name === null ? '' : `${name}=`, quoted ? `<${value}>` : value].join(''),
  )

describe('a search is taken apart', () => {
  test.each([
    ['', []],
    ['  ', []],
    ['one two', ['one', 'two']],
    ['"two words" -word', ['<two words>', '-word']],
    ['-"two words"', ['-<two words>']],
    ['event:card.* -endpoint:demo', ['event=card.*', '-endpoint=demo']],
    ['status:>=400', ['status=>=400']],
    ['path:"/in/a b"', ['path=</in/a b>']],
    ['event:f.one,"f two"', ['event=<f.one,f two>']],
    ['-event:"f one",f.two', ['-event=f one,f.two']],
    ['event:f.one,"f two', ['event:f.one,', '"f', 'two']],
    ['since:2026-01-01T09:00:00Z', ['since=2026-01-01T09:00:00Z']],
    ['status:', ['status=']],
    ['"id":1', ['<id>', ':1']],
    ['say"so', ['say', '"so']],
    ['"never closed', ['"never', 'closed']],
    ['09:00', ['09:00']],
    ['-', ['-']],
    ['--x', ['--x']],
    ['a\0b', ['a', 'b']],
  ])('%j', (text, terms) => {
    expect(short(text)).toEqual(terms)
  })

  test('each knows where it stands', () => {
    expect(readTerms('  a  -b:c').map(({ at, typed }) => [at, typed])).toEqual([
      [3, 'a'],
      [6, '-b:c'],
    ])
  })

  test('nothing of any text is lost but blanks, and none is refused', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', ':', '-', ' ', 'a', 'é', '*', '\0', '\\') }),
        (text) => {
          const bare = (some: string) => some.replace(/[\s\0]/g, '')
          expect(
            bare(
              readTerms(text)
                .map(({ typed }) => typed)
                .join(''),
            ),
          ).toBe(bare(text))
        },
      ),
    )
  })
})

test('a word matches by its beginning, a phrase exactly, and quotes cannot break out of either', () => {
  const card = { value: 'card', quoted: false }
  const words = { value: 'two words', quoted: true }
  const quote = { value: 'a"b', quoted: false }
  expect(soughtIn([card, words]).all).toEqual(['"card"* "two words"'])
  expect(soughtIn([quote], [card, words]).all).toEqual(['("a""b"*) NOT ("card"* OR "two words")'])
  expect(soughtAny([card, words])).toEqual([{ all: ['"card"* OR "two words"'], none: [], beginnings: [] }])
})

test('many words are searched some at a time', () => {
  const word = { value: 'a', quoted: false }
  const { all, none } = soughtIn(Array(20).fill(word), Array(9).fill(word))
  const counts = [...all, ...none].map((expression) => expression.match(/"a"/g)?.length)
  expect(counts).toEqual([4, 4, 4, 4, 4, 4, 4, 1])
})

test('what is found has words that begin as is said, as far as FTS5 and this side part words alike', () => {
  const beginnings = (...values: string[]) =>
    soughtIn(values.map((value) => ({ value, quoted: false }))).beginnings
  expect(beginnings('Evt_00A-b', '"quoted', 'x')).toEqual(['evt', '00a', 'b', 'quoted', 'x'])
  // Where FTS5 parts it, and what it takes for e, is its own knowledge.
  expect(beginnings('café', 'a—b', 'plain')).toEqual(['plain'])
})
