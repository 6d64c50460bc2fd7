import { describe, expect, test } from 'vitest'
import { scrolledTo, spaceOf, spotAt } from '../../ui/kit/window.ts'

const height = 600
const some = { total: 100_000 * 28, height }
const million = { total: 1_000_000 * 28, height }
const lowest = million.total - height

describe('a list that browsers can draw at full height', () => {
  test('has the position of its element', () => {
    expect(spaceOf(some.total)).toBe(some.total)
    expect(spotAt(12_345, some)).toEqual({ scrollTop: 12_345, top: 12_345 })
    expect(scrolledTo({ scrollTop: 0, top: 0 }, 99, some)).toEqual({ scrollTop: 99, top: 99 })
  })
  test('ends with its element', () => {
    expect(spotAt(some.total, some).top).toBe(some.total - height)
    expect(spotAt(-5, some).top).toBe(0)
    expect(spotAt(100, { total: 50, height }).top).toBe(0)
  })
})

describe('a list of a million rows', () => {
  test('scrolls through a height that every browser supports', () => {
    expect(spaceOf(million.total)).toBeLessThan(16_000_000)
  })
  test('moves by one wheel step like any list', () => {
    const spot = spotAt(14_000_000, million)
    const next = scrolledTo(spot, spot.scrollTop + 120, million)
    expect(next.top - spot.top).toBe(120)
  })
  test('keeps the share of the scroll bar', () => {
    const space = spaceOf(million.total) - height
    const leapt = scrolledTo({ scrollTop: 0, top: 0 }, space / 4, million)
    expect(leapt.top / lowest).toBeCloseTo(1 / 4, 2)
    expect(scrolledTo(leapt, space, million).top).toBe(lowest)
    expect(scrolledTo(leapt, 0, million).top).toBe(0)
  })
  test('is not stuck at the end of its element', () => {
    const near = scrolledTo({ scrollTop: 500, top: 4000 }, 0, million)
    expect(near).toEqual({ scrollTop: 3500, top: 3500 })
    const far = scrolledTo({ scrollTop: 14_999_000, top: lowest - 5000 }, 15_000_000 - height, million)
    expect(far.top).toBeLessThan(lowest)
    expect(far.scrollTop).toBeLessThan(15_000_000 - height)
  })
  test('reaches both ends in any number of steps', () => {
    let spot = spotAt(20_000, million)
    for (let turns = 0; turns < 1000 && spot.top > 0; turns++)
      spot = scrolledTo(spot, Math.max(0, spot.scrollTop - 120), million)
    expect(spot.top).toBe(0)
  })
})
