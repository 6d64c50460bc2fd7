import { expect, test } from 'vitest'
import { createSlots } from '../../ui/kit/slots.ts'

test('a staying row keeps its slot, a new row takes a free one', () => {
  const slotsOf = createSlots()
  const [a, b, c] = slotsOf(['a', 'b', 'c'])
  expect(new Set([a, b, c]).size).toBe(3)
  expect(slotsOf(['n', 'a', 'b'])).toEqual([c, a, b])
  expect(slotsOf(['a', 'b', 'x'])).toEqual([a, b, c])
})

test('if all rows are new, the slots keep their order', () => {
  const slotsOf = createSlots()
  const before = slotsOf(['a', 'b', 'c', 'd'])
  expect(slotsOf(['w', 'x', 'y', 'z'])).toEqual(before)
})

test('no slot is used twice, however the list changes', () => {
  const slotsOf = createSlots()
  for (let turn = 0; turn < 200; turn++) {
    const from = (turn * 7) % 50
    const keys = Array.from({ length: (turn * 13) % 30 }, (_, index) => `${from + index}`)
    const slots = slotsOf(keys)
    expect(new Set(slots).size).toBe(keys.length)
    expect(slots).not.toContain(undefined)
  }
})
