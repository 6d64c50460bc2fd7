import { expect, test } from 'vitest'
import { loadFaker } from '../../../server/events/fake.ts'
import { fakeWords } from '../../../server/simulator/scenarios/check.ts'
import { filled, referencesIn } from '../../../server/simulator/scenarios/references.ts'

const values: Record<string, unknown> = { a: { b: [7, 'x'] }, n: 3, none: null, text: 't' }
const lookUp = (words: readonly string[]) =>
  words.reduce<unknown>((value, word) => (value as Record<string, unknown>)[word], values)
const ref = (path: string) => `\${${path}}`

test.each([
  [ref('n'), 3],
  [ref(' n '), 3],
  [ref('a.b'), [7, 'x']],
  [ref('none'), null],
  [`${ref('n')}d`, '3d'],
  [`${ref('text')}${ref('text')}`, 'tt'],
  [`x ${ref('a')} ${ref('none')}`, 'x {"b":[7,"x"]} null'],
  [`$${ref('n')}`, ref('n')],
  [`$$ $n {n} ${ref('a.b.1')}`, '$$ $n {n} x'],
  [{ [ref('n')]: [ref('n'), true, null, 1] }, { [ref('n')]: [3, true, null, 1] }],
])('%j becomes %j', (given, made) => {
  expect(filled(given, lookUp)).toEqual(made)
})

test('references are found wherever they stand', () => {
  const found = referencesIn({ a: [`x ${ref('b.c')}`, { d: ref('e') }], f: `$${ref('g')}` })
  expect(found.map(({ words, place }) => [words.join('.'), place.join('.')])).toEqual([
    ['b.c', 'a.0'],
    ['e', 'a.1.d'],
  ])
})

test('the words for what is made up are all that a person is made of, and the two of a payment', async () => {
  const faked = (await loadFaker('en_US'))(1)
  expect([...fakeWords].toSorted()).toEqual([...Object.keys(faked.person()), 'merchant', 'amount'].toSorted())
})
