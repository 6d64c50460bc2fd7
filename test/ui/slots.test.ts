import { expect, test } from 'vitest'
import { createSlots } from '../../ui/kit/slots.ts'

test('what stays keeps its place, what is new takes that of what has gone', () => {
  const slotsOf = createSlots()
  const [a, b, c] = slotsOf(['a', 'b', 'c'])
  expect(new Set([a, b, c]).size).toBe(3)
  expect(slotsOf(['n', 'a', 'b'])).toEqual([c, a, b])
  expect(slotsOf(['a', 'b', 'x'])).toEqual([a, b, c])
})

test('where all is new the order of the places stays, so that none is moved', () => {
  const slotsOf = createSlots()
  const before = slotsOf(['a', 'b', 'c', 'd'])
  expect(slotsOf(['w', 'x', 'y', 'z'])).toEqual(before)
})

test('a place is never held twice, however the list grows and shrinks', () => {
  const slotsOf = createSlots()
  for (let turn = 0; turn < 200; turn++) {
    const from = (turn * 7) % 50
    const keys = Array.from({ length: (turn * 13) % 30 }, (_, index) => `${from + index}`)
    const slots = slotsOf(keys)
    expect(new Set(slots).size).toBe(keys.length)
    expect(slots).not.toContain(undefined)
  }
})
