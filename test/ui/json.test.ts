import { expect, test } from 'vitest'
import { jsonLines, readJson } from '../../ui/parts/json.ts'

const lines = (text: string, folded: string[] = []) => {
  const root = readJson(text)
  return root === null ? null : jsonLines(root, new Set(folded))
}
const drawn = (text: string, folded: string[] = []) =>
  lines(text, folded)?.map(
    (line) => `${' '.repeat(line.depth)}${line.key ?? ''}${line.text}${line.comma ? ',' : ''}`,
  )

test('numbers, escapes and repeated keys are shown as they were written', () => {
  expect(drawn('{"amount":10.50,"a":"\\u00e4","a":1e3}')).toEqual([
    '{',
    ' "amount"10.50,',
    ' "a""\\u00e4",',
    ' "a"1e3',
    '}',
  ])
})

test('what is folded takes one line that says how much it hides', () => {
  const text = '{"card":{"id":1,"tags":[1,2,3]},"end":[]}'
  const card = lines(text)?.find((line) => line.key === '"card"')
  expect(drawn(text, [card?.path ?? ''])).toEqual(['{', ' "card"{ 2 },', ' "end"[]', '}'])
  expect(drawn(text, [''])).toEqual(['{ 2 }'])
})

test('every line has a path of its own', () => {
  const paths = lines('[{"a":[{}]},{"a":[1]}]')?.map((line) => line.path) ?? []
  expect(new Set(paths).size).toBe(paths.length)
})

test('what is not JSON is no tree', () => {
  expect(readJson('{"a":1')).toBeNull()
  expect(readJson('hello=1')).toBeNull()
  expect(readJson('['.repeat(5000) + ']'.repeat(5000))).toBeNull()
})
