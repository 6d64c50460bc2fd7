import { expect, test } from 'vitest'
import {
  createLinesReader,
  foldable,
  hasComma,
  type JsonLines,
  keyOf,
  lineText,
  pathOf,
  readJson,
  shownLines,
  valueAt,
} from '../../ui/json/json.ts'
import { moveInJson } from '../../ui/json/json-keys.ts'
import { idMeant, timeMeant } from '../../ui/json/json-meaning.ts'
import { foldedAround, jsonHits, lowered, nextHit } from '../../ui/json/json-search.ts'

const read = (text: string): JsonLines => readJson(text) ?? expect.fail(`${text} is no JSON`)
const drawn = (text: string, folded: number[] = []) => {
  const lines = read(text)
  const set = new Set(folded)
  return Array.from(
    shownLines(lines, set),
    (line) =>
      `${' '.repeat(lines.depth[line] ?? 0)}${keyOf(lines, line) ?? ''}${lineText(lines, line, set.has(line))}${
        hasComma(lines, line, set.has(line)) ? ',' : ''
      }`,
  )
}
const lineOf = (lines: JsonLines, key: string) =>
  Array.from({ length: lines.count }, (_, line) => line).find((line) => keyOf(lines, line) === key) ?? -1

test('numbers, escapes and repeated keys are shown as written', () => {
  expect(drawn('{"amount":10.50,"a":"\\u00e4","a":1e3}')).toEqual([
    '{',
    ' "amount"10.50,',
    ' "a""\\u00e4",',
    ' "a"1e3',
    '}',
  ])
})

test('a folded value takes one line that counts its contents', () => {
  const text = '{"card":{"id":1,"tags":[1,2,3]},"end":[]}'
  expect(drawn(text, [lineOf(read(text), '"card"')])).toEqual(['{', ' "card"{ 2 },', ' "end"[]', '}'])
  expect(drawn(text, [0])).toEqual(['{ 2 }'])
  expect(drawn(text, [...foldable(read(text))])).toEqual(['{', ' "card"{ 2 },', ' "end"[]', '}'])
})

test('text is a tree exactly if JSON.parse accepts it', () => {
  const texts = [
    '{"a":1',
    'hello=1',
    '',
    '01',
    '-',
    '1.',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    '{"a" 1}',
    '[1 2]',
    '"\\x"',
    '"a\nb"',
    '"\\u12"',
    '[1]]',
    'nulls',
    '"\\\\\\"',
    ' {"a" : [ true , false,null ] } \n',
    '"\\\\"',
    '"\\\\\\""',
    '"\\u12ab"',
    '-0.5e-7',
    '[[[[]]],{"":{}}]',
    '""',
  ]
  const isParsed = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  expect(texts.map((text) => readJson(text) !== null)).toEqual(texts.map(isParsed))
})

test('a value has the path that code would use', () => {
  const text = '{"card":{"id":"x"},"items":[{"a":1},{"x-id":2}],"q\\"":{"ä":3}}'
  const lines = read(text)
  const paths = Array.from({ length: lines.count }, (_, line) => pathOf(lines, line))
  expect(paths).toContain('card.id')
  expect(paths).toContain('items[0].a')
  expect(paths).toContain('items[1]["x-id"]')
  expect(paths).toContain('["q\\""].ä')
  expect(paths[0]).toBe('$')
  expect(paths.at(-1)).toBe('$')
  expect(valueAt(lines, lineOf(lines, '"id"'))).toBe('x')
  expect(valueAt(lines, lineOf(lines, '"items"'))).toBe('[{"a":1},{"x-id":2}]')
})

test('a search finds keys and values in any case, and names the folds that hide them', () => {
  const lines = read('{"Card":{"name":"card"},"n":[{"deep":"CARDS"}],"c":"{}"}')
  const hits = jsonHits(lines, 'card')
  expect(hits.map(({ line }) => pathOf(lines, line))).toEqual(['Card', 'Card.name', 'n[0].deep'])
  expect(jsonHits(lines, '{').map(({ line }) => pathOf(lines, line))).toEqual(['c'])
  expect(jsonHits(lines, '')).toEqual([])
  const folded = new Set(foldable(lines))
  expect(foldedAround(lines, hits[2]?.line ?? 0, folded).map((line) => pathOf(lines, line))).toEqual([
    'n[0]',
    'n',
  ])
  expect([nextHit(3, 2, 1), nextHit(3, 0, -1), nextHit(0, -1, 1)]).toEqual([0, 2, -1])
  expect([nextHit(3, -1, 1), nextHit(3, -1, -1)]).toEqual([0, 2])
})

test('a letter with two lower-case characters does not shift search results', () => {
  const lines = read('{"city":"İstanbul","name":"Ada"}')
  for (const wanted of ['ada', 'ADA', 'istanbul', 'İSTANBUL']) expect(jsonHits(lines, wanted)).toHaveLength(1)
  expect(lowered('İx Ada').indexOf('ada')).toBe(3)
})

test('arrow keys move, fold, unfold and go to the parent', () => {
  const lines = read('{"a":{"b":1},"c":2}')
  const at = (path: string) =>
    Array.from({ length: lines.count }, (_, line) => line).find((line) => pathOf(lines, line) === path) ?? -1
  const move = (key: string, active: number, folded = new Set<number>()) =>
    moveInJson(key, { lines, shown: shownLines(lines, folded), folded, active })
  expect(move('ArrowDown', at('a.b'))).toEqual({ line: at('c'), toggle: false })
  expect(move('ArrowUp', at('c'), new Set([at('a')]))).toEqual({ line: at('a'), toggle: false })
  expect(move('ArrowRight', at('a'), new Set([at('a')]))).toEqual({ line: at('a'), toggle: true })
  expect(move('ArrowRight', at('a'))).toEqual({ line: at('a.b'), toggle: false })
  expect(move('ArrowLeft', at('a.b'))).toEqual({ line: at('a'), toggle: false })
  expect(move('ArrowLeft', at('a'))).toEqual({ line: at('a'), toggle: true })
  expect(move('End', 0)).toEqual({ line: at('c'), toggle: false })
  expect(move('x', 0)).toBeNull()
})

test('times and ids have explanations', () => {
  const now = Date.parse('2026-01-01T10:00:00Z')
  expect(timeMeant('"created_at"', '"2026-01-01T09:57:00Z"', now)).toBe(
    '2026-01-01 09:57:00.000 UTC, 3 minutes ago',
  )
  expect(timeMeant('"iat"', '1767261600', now)).toBe('2026-01-01 10:00:00.000 UTC, now')
  expect(timeMeant('"expires_at"', '1767265200000', now)).toContain('in 1 hour')
  expect(timeMeant('"amount"', '1767261600', now)).toBeNull()
  expect(timeMeant(null, '"2026"', now)).toBeNull()
  expect(idMeant('"evt_01J8"')).toBe('evt_01J8')
  expect(idMeant('"3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10"')).toBe('3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10')
  expect(idMeant('"card_1"')).toBeNull()
})

test('very deep JSON is a tree, read in steps', () => {
  const levels = 100_000
  const text = `${'['.repeat(levels)}1${']'.repeat(levels)}`
  const reader = createLinesReader(text)
  let steps = 1
  while (!reader.step(() => true)) steps++
  expect(steps).toBeGreaterThan(10)
  const lines = reader.result()
  expect(lines?.count).toBe(2 * levels + 1)
  expect(lines?.depth[levels]).toBe(levels)
  expect(readJson('['.repeat(levels))).toBeNull()
})

test('large JSON is read in steps', () => {
  const text = JSON.stringify(Array.from({ length: 5000 }, (_, id) => ({ id })))
  const reader = createLinesReader(text)
  let steps = 1
  while (!reader.step(() => true)) steps++
  expect(steps).toBeGreaterThan(10)
  expect(reader.result()).toEqual(readJson(text))
  expect(reader.result()?.count).toBe(15_002)
})
