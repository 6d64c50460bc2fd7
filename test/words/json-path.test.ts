import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysIn, pathBelow } from '../../server/words/json-path.ts'
import { anyLetter } from '../helpers/any-letter.ts'
import { runsOf } from '../helpers/runs.ts'

test.each([
  ['data.items.0.id', ['data', 'items', '0', 'id']],
  ['data["order.id"].n', ['data', 'order.id', 'n']],
  ['data.["order.id"]', ['data', 'order.id']],
  ['["a.b"]["c.d"]', ['a.b', 'c.d']],
  ['["\\"]\\u00e9"].x', ['"]\u00e9', 'x']],
  ['items[0].id', ['items', '0', 'id']],
  ['a..b', ['a', '', 'b']],
  ['', ['']],
  ['tags[]', ['tags[]']],
  ['a[x].b', ['a[x]', 'b']],
  ['["a"]b', ['["a"]b']],
  ['["open', ['["open']],
])('%s has the keys %j', (path, keys) => {
  expect(keysIn(path)).toEqual(keys)
})

test('a path written from any keys leads back to them', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: anyLetter }), { minLength: 1 }), (keys) => {
      expect(keysIn(keys.reduce(pathBelow, ''))).toEqual(keys)
    }),
    { ...runsOf({ seed: 7, numRuns: 1000 }), examples: [[['a.b', '', '"', '[0]', '0', '["x"]', '\\']]] },
  )
})
