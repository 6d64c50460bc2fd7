import { expect, test } from 'vitest'
import { headerChanges } from '../../server/capture/diff/header-changes.ts'
import { comparingJson, jsonChanges, jsonIn, readingJson } from '../../server/json/json-changes.ts'

test('headers: added, removed, changed, by names in lower case', () => {
  expect(
    headerChanges(
      [
        ['Host', 'a'],
        ['X-Old', '1'],
        ['X-Same', '1'],
      ],
      [
        ['Host', 'b'],
        ['X-Same', '1'],
        ['X-New', '2'],
      ],
    ),
  ).toEqual([
    { path: 'host', change: 'changed', before: 'a', after: 'b' },
    { path: 'x-old', change: 'removed', before: '1' },
    { path: 'x-new', change: 'added', after: '2' },
  ])
})

test('headers: the values of a repeated one stand together', () => {
  expect(
    headerChanges(
      [
        ['A', '1'],
        ['a', '2'],
      ],
      [['A', '1']],
    ),
  ).toEqual([{ path: 'a', change: 'changed', before: ['1', '2'], after: '1' }])
})

test('headers: only another order, only another case', () => {
  expect(
    headerChanges(
      [
        ['A', '1'],
        ['B', '2'],
      ],
      [
        ['B', '2'],
        ['A', '1'],
      ],
    ),
  ).toEqual([{ path: 'order', change: 'changed', before: ['a', 'b'], after: ['b', 'a'] }])
  expect(
    headerChanges(
      [
        ['Content-Type', 'x'],
        ['B', '2'],
      ],
      [
        ['content-type', 'x'],
        ['B', '2'],
      ],
    ),
  ).toEqual([{ path: 'case', change: 'changed', before: ['Content-Type'], after: ['content-type'] }])
  expect(headerChanges([['A', '1']], [['A', '1']])).toEqual([])
})

test('JSON: changes by path, keys in another order being none', () => {
  expect(
    jsonChanges({ a: 1, b: { c: [1, 2], d: null }, gone: true }, { b: { d: 0, c: [1, 3] }, a: 1, new: 'x' }),
  ).toEqual([
    { path: 'b.c.1', change: 'changed', before: 2, after: 3 },
    { path: 'b.d', change: 'changed', before: null, after: 0 },
    { path: 'gone', change: 'removed', before: true },
    { path: 'new', change: 'added', after: 'x' },
  ])
})

test('JSON: an item put into a list is one change', () => {
  expect(
    jsonChanges([{ id: 1 }, { id: 3 }, { id: 4 }], [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]),
  ).toEqual([{ path: '1', change: 'added', after: { id: 2 } }])
  expect(jsonChanges([1, 2, 3], [1, 3])).toEqual([{ path: '1', change: 'removed', before: 2 }])
  expect(jsonChanges([1, 1, 1], [1, 1])).toEqual([{ path: '2', change: 'removed', before: 1 }])
})

test('JSON: a value of another type is one change, and odd keys are in brackets', () => {
  expect(jsonChanges([1], { 0: 1 })).toEqual([{ path: '', change: 'changed', before: [1], after: { 0: 1 } }])
  expect(jsonChanges({ 'a.b': 1, '': 1 }, { 'a.b': 2, '': 2 })).toEqual([
    { path: '["a.b"]', change: 'changed', before: 1, after: 2 },
    { path: '[""]', change: 'changed', before: 1, after: 2 },
  ])
  expect(jsonChanges(JSON.parse('{"__proto__":1}'), {})).toEqual([
    { path: '__proto__', change: 'removed', before: 1 },
  ])
})

test('JSON: numbers are compared by all of their digits, and told so', () => {
  const changesOf = (before: string, after: string) =>
    JSON.parse(JSON.stringify(jsonChanges(jsonIn(before)?.value, jsonIn(after)?.value)))
  expect(changesOf('{"id":12345678901234567891}', '{"id":12345678901234567892}')).toEqual([
    { path: 'id', change: 'changed', before: '12345678901234567891', after: '12345678901234567892' },
  ])
  expect(changesOf('[0.1, 1e3]', '[0.10000000000000000001, 1000]')).toEqual([
    { path: '0', change: 'changed', before: 0.1, after: '0.10000000000000000001' },
  ])
  expect(changesOf('{"a":"\\"9007199254740993","b":[9007199254740993]}', '{"b":[9007199254740993]}')).toEqual(
    [{ path: 'a', change: 'removed', before: '"9007199254740993' }],
  )
  expect(changesOf('[9007199254740992, 1.50000000000000000]', '[9007199254740992.0, 1.5]')).toEqual([])
  expect(changesOf('["9007199254740993"]', '[9007199254740993]')).toHaveLength(1)
})

test('JSON nested beyond all sense is not compared', () => {
  expect(jsonIn('['.repeat(100_000) + ']'.repeat(100_000))).toBeUndefined()
  expect(jsonIn(`${'['.repeat(400)}${']'.repeat(400)}`)).toBeDefined()
})

test('a long text is read, and two long lists are compared, with pauses', () => {
  const list = (times: number) => Array.from({ length: 3000 }, (_, n) => ({ n: n * times }))
  expect([...readingJson(JSON.stringify(list(1)))].length).toBeGreaterThan(10)
  expect([...comparingJson(list(1), list(2))].length).toBeGreaterThan(5)
  expect([...comparingJson(list(1), [...list(1), 1])].length).toBeGreaterThan(5)
})
