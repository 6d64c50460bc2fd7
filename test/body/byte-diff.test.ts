import { en, Faker } from '@faker-js/faker'
import { expect, test } from 'vitest'
import { comparingBytes } from '../../server/body/byte-diff.ts'
import { equalRuns } from '../../server/body/byte-runs.ts'
import { runAtOnce } from '../../server/memory/in-slices.ts'

const byteDifference = (sender: Buffer, here: Buffer) => runAtOnce(comparingBytes('body', sender, here))
const differ = (sender: string, here: string) => byteDifference(Buffer.from(sender), Buffer.from(here))

/** Each part in a line: ` both`, `-sender`, `+here`. */
const lines = (sender: string, here: string) =>
  (differ(sender, here)?.parts ?? []).map(
    ({ side, text }) => `${{ both: ' ', sender: '-', here: '+' }[side]}${text}`,
  )

test('bytes that are alike have no difference', () => {
  expect(differ('{"a":1}', '{"a":1}')).toBeNull()
  expect(differ('', '')).toBeNull()
})

test('a changed value stands between what both have, at its offset', () => {
  expect(differ('{"amount":100,"to":"x"}', '{"amount":1000,"to":"x"}')).toEqual({
    of: 'body',
    at: 13,
    sender_bytes: 23,
    here_bytes: 24,
    parts: [
      { side: 'both', text: '{"amount":100', skipped: 0 },
      { side: 'here', text: '0', skipped: 0 },
      { side: 'both', text: ',"to":"x"}', skipped: 0 },
    ],
  })
})

test('a body printed over several lines shows each insertion', () => {
  expect(lines('{"id":1,"name":"Ann"}', '{\n  "id": 1,\n  "name": "Ann"\n}')).toEqual([
    ' {',
    '+\\x0A  ',
    ' "id":',
    '+ ',
    ' 1,',
    '+\\x0A  ',
    ' "name":',
    '+ ',
    ' "Ann"',
    '+\\x0A',
    ' }',
  ])
})

test('a character is never cut, even where only its last byte differs', () => {
  expect(lines('naïve café', 'naïve cafè')).toEqual([' naïve caf', '-é', '+è'])
  expect(lines('é', 'è')).toEqual(['-é', '+è'])
  expect(lines('𝒳y', '𝒴y')).toEqual(['-𝒳', '+𝒴', ' y'])
})

test('control characters and bytes that are not text are shown as bytes', () => {
  const difference = byteDifference(Buffer.from([0x61, 0xff, 0x00]), Buffer.from('a\u200b'))
  expect(difference?.parts).toEqual([
    { side: 'both', text: 'a', skipped: 0 },
    { side: 'sender', text: '\\xFF\\x00', skipped: 0 },
    { side: 'here', text: '\\xE2\\x80\\x8B', skipped: 0 },
  ])
})

test('common bytes far from a difference are left out and counted', () => {
  const [before, between, after] = ['b'.repeat(100), 'm'.repeat(100), 'a'.repeat(100)]
  const parts = differ(`${before}1${between}2${after}`, `${before}3${between}4${after}`)?.parts ?? []
  expect(parts.filter(({ side }) => side === 'both')).toEqual([
    { side: 'both', text: `…${'b'.repeat(24)}`, skipped: 76 },
    { side: 'both', text: `${'m'.repeat(24)}…${'m'.repeat(24)}`, skipped: 52 },
    { side: 'both', text: `${'a'.repeat(24)}…`, skipped: 76 },
  ])
})

test('two bytes shared by chance do not tear one difference apart', () => {
  expect(lines('key=abcdef;', 'key=zbycxwv;')).toEqual([' key=', '-abcdef', '+zbycxwv', ' ;'])
})

test('of a thousand differences, forty are shown, and the rest counts as one', () => {
  const numbered = Array.from({ length: 1000 }, (_, i) => `line number ${i};`)
  const parts = differ(numbered.join('a'), numbered.join('b'))?.parts ?? []
  expect(parts.filter(({ side }) => side === 'sender')).toHaveLength(41)
  const last = parts.findLast(({ side }) => side === 'sender')
  expect(last?.skipped).toBeGreaterThan(10_000)
})

test('shared stretches are shared, in order, and leave nothing at either end', () => {
  const faker = new Faker({ locale: en, seed: 6 })
  for (let round = 0; round < 300; round++) {
    const letters = faker.helpers.arrayElement(['ab', 'abcdef', '{}":,\n 0123'])
    const some = (most: number) => faker.string.fromCharacters(letters, { min: 0, max: most })
    const a = some(400)
    const cut = faker.number.int({ min: 0, max: a.length })
    const b = faker.datatype.boolean() ? some(400) : a.slice(0, cut) + some(20) + a.slice(cut + 3)
    const [x, y] = [Buffer.from(a), Buffer.from(b)]
    let [toA, toB] = [0, 0]
    for (const run of runAtOnce(equalRuns(x, y))) {
      expect(run.a >= toA && run.b >= toB && run.length > 0).toBe(true)
      expect(x.subarray(run.a, run.a + run.length)).toEqual(y.subarray(run.b, run.b + run.length))
      toA = run.a + run.length
      toB = run.b + run.length
    }
  }
})

test('a body printed over thousands of lines is compared only as far as it is shown', () => {
  const items = Array.from({ length: 3000 }, (_, i) => ({ id: `card_${i}`, tags: ['a', null] }))
  const [printed, sent] = [JSON.stringify(items, null, 2), JSON.stringify(items)].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer]
  const inside = runAtOnce(equalRuns(printed, sent)).slice(0, -1)
  const end = Math.max(...inside.map(({ b, length }) => b + length))
  // The forty places that are told lie in the first 400 bytes; each hundred more takes a third of a millisecond.
  expect(end).toBeGreaterThan(600)
  expect(end).toBeLessThan(2000)
})

test('bytes that share nothing are compared within a bounded number of steps, with pauses', () => {
  const size = 8_000_000
  // A search without a bound would take days.
  expect([...equalRuns(Buffer.alloc(size, 'abc'), Buffer.alloc(size, 'xyz'))].length).toBeGreaterThan(1)
  const difference = byteDifference(Buffer.alloc(size, 'abc'), Buffer.alloc(size, 'xyz'))
  expect(difference?.parts.map(({ side, skipped }) => [side, skipped])).toEqual([
    ['sender', 7_999_840],
    ['here', 7_999_840],
  ])
})
