import fc from 'fast-check'
import { expect, test } from 'vitest'
import { difference } from '../../server/faults/difference.ts'
import { runsOf } from '../helpers/runs.ts'

const told = (before: string, after: string) => difference(Buffer.from(before), Buffer.from(after))

test.each([
  ['abc', 'abd', 'byte 2: 0x63 "c" → 0x64 "d"'],
  ['a\nc', 'a\u0000c', 'byte 1: 0x0a → 0x00'],
  ['ac', 'abbc', 'at byte 1: nothing → 2 bytes "bb"; 2 → 4 bytes in total'],
  ['abbc', 'ac', 'at byte 1: 2 bytes "bb" → nothing; 4 → 2 bytes in total'],
  ['axxc', 'ayyc', 'at byte 1: 2 bytes "xx" → 2 bytes "yy"; 4 bytes in total'],
  ['', 'ü', 'at byte 0: nothing → 2 bytes 0xc3bc; 0 → 2 bytes in total'],
  ['aa', 'aaa', 'at byte 2: nothing → 1 byte "a"; 2 → 3 bytes in total'],
  ['', 'a', 'at byte 0: nothing → 1 byte "a"; 0 → 1 byte in total'],
  ['same', 'same', 'the bytes are the same'],
])('%j and %j: %s', (before, after, says) => expect(told(before, after)).toBe(says))

test('a change far behind is found at its byte, however long what is the same', () => {
  fc.assert(
    fc.property(fc.nat(300_000), fc.nat(300_000), (front, back) => {
      const make = (letter: string) => `${'x'.repeat(front)}${letter}${'x'.repeat(back)}`
      expect(told(make('a'), make('b'))).toBe(`byte ${front}: 0x61 "a" → 0x62 "b"`)
    }),
    runsOf({ seed: 2, numRuns: 50 }),
  )
})

test('many bytes are shown by their beginning', () => {
  expect(told('', 'y'.repeat(1000))).toBe(
    `at byte 0: nothing → 1000 bytes "${'y'.repeat(80)}"…; 0 → 1000 bytes in total`,
  )
})
