import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeatedKey, sourceAt, withoutBlanks } from '../../server/json/json-source.ts'
import { anyLetter } from '../helpers/any-letter.ts'
import { sample } from '../helpers/long.ts'
import { runsOf } from '../helpers/runs.ts'

/** Every path below a value, with what stands there. */
function* pathsIn(value: unknown, path: string[] = []): Generator<[string[], unknown]> {
  yield [path, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) yield* pathsIn(part, [...path, key])
}

test('the value at every path of any text is found, whatever the spacing', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: anyLetter }),
      fc.constantFrom(undefined, 1, '\t'),
      (value, indent) => {
        const text = ` ${JSON.stringify(value, null, indent)}\n`
        for (const [path, part] of pathsIn(JSON.parse(text)))
          expect(JSON.parse(sourceAt(text, path) ?? 'nothing')).toEqual(part)
      },
    ),
    runsOf({ seed: 11, numRuns: sample(100, 300) }),
  )
})

test('a text without its blanks is the one that was written without any', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyLetter }), fc.constantFrom(1, '\t', '  '), (value, indent) => {
      const text = `\r\n${JSON.stringify(value, null, indent)} `
      expect(withoutBlanks(text)).toBe(JSON.stringify(value))
    }),
    runsOf({ seed: 12, numRuns: sample(100, 300) }),
  )
})

const text =
  '{ "n": 12345678901234567890, "a": [10.00, -0, 1e2 ,{"2":1,"1":{"b":"\\u00e9\\\\"}}], "n": 0.10 }'
test.each([
  [['n'], '0.10'],
  [['a', '0'], '10.00'],
  [['a', '1'], '-0'],
  [['a', '2'], '1e2'],
  [['a', '3'], '{"2":1,"1":{"b":"\\u00e9\\\\"}}'],
  [['a', '3', '1', 'b'], '"\\u00e9\\\\"'],
  [[], text],
])('at %j stands %s as it is written', (path, source) => expect(sourceAt(text, path)).toBe(source))

test.each([[['m']], [['a', '4']], [['a', '00']], [['a', 'length']], [['n', '0']], [['a', '3', 'toString']]])(
  '%j leads nowhere',
  (path) => expect(sourceAt(text, path)).toBeUndefined(),
)

test.each([
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', undefined, []],
  ['["a","a",{"b":"a"}, "b"]', undefined, []],
  ['"a"', undefined, []],
  ['{"a":"{\\"a\\":1,","b":"a"}', undefined, []],
  ['{"a":1, "a":1}', ['a'], [1, 8]],
  ['{"a" : 1,"\\u0061"\n:2}', ['a'], [1, 9]],
  ['{"a":{"b":[0,[],{"c":1,"d":{"c":2},"c":3}]}}', ['a', 'b', '2', 'c'], [17, 35]],
  ['{"__proto__":1,"toString":2,"__proto__":3}', ['__proto__'], [1, 28]],
])('in %s the repeated key is %j', (json, path, starts) => {
  expect(repeatedKey(json)).toEqual(path && { path, starts })
})

test.each([
  ['{"p":{"a":1,"a":2}}', undefined],
  ['{"p": [{"a":1,"a":2}, "}"], "b":{"c":1,"c":2}}', ['b', 'c']],
  ['{"p":"{","b":1,"b":2}', ['b']],
  ['{"p" :1,"p":2}', ['p']],
  ['{"b":{"p":{"a":1,"a":2}}}', ['b', 'p', 'a']],
])('except inside p at the top, the repeated key in %s is %j', (json, path) => {
  expect(repeatedKey(json, ['p'])?.path).toEqual(path)
})
