import { describe, expect, test } from 'vitest'
import { arrivalAt, choiceOf, type Rhythm } from '../../../server/simulator/traffic/schedule.ts'

/** The first arrivals of a rhythm, in microseconds. */
function arrivals(rhythm: Rhythm, count: number): number[] {
  const times: number[] = []
  for (let number = 0; number < count; number++) times.push(arrivalAt(rhythm, number, times[number - 1] ?? 0))
  return times
}
const gaps = (times: readonly number[]) => times.map((time, i) => time - (times[i - 1] ?? 0))
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('steady', () => {
  test.for([
    [1, [0, 1_000_000, 2_000_000]],
    [4, [0, 250_000, 500_000]],
    [0.5, [0, 2_000_000, 4_000_000]],
    [5000, [0, 200, 400]],
  ] as const)('at %d a second the first is at once, the others follow evenly', ([rate, times]) => {
    expect(arrivals({ rate, shape: 'steady', seed: 1 }, 3)).toEqual(times)
  })

  test('does not drift: after a million arrivals it is as exact as at the first', () => {
    expect(arrivalAt({ rate: 3, shape: 'steady', seed: 1 }, 3_000_000, 0)).toBe(1_000_000_000_000)
  })

  test('is the same for every seed', () => {
    const [one, other] = [1, 2].map((seed) => arrivals({ rate: 7, shape: 'steady', seed }, 50))
    expect(one).toEqual(other)
  })
})

describe('poisson', () => {
  test.for([
    [0.2, 1],
    [20, 7],
    [3000, 12345],
  ] as const)('at %d a second, seed %d, the mean gap is the one asked for', ([rate, seed]) => {
    const count = 20_000
    const times = arrivals({ rate, shape: 'poisson', seed }, count)
    // The mean of n exponential gaps lies within four standard errors, 4/√n, but for once in 16,000 draws.
    expect(Math.abs((mean(gaps(times)) * rate) / 1_000_000 - 1)).toBeLessThan(4 / Math.sqrt(count))
  })

  test('the gaps are exponential: as much variance as the square of the mean, and a share of 1/e longer than it', () => {
    const drawn = gaps(arrivals({ rate: 1000, shape: 'poisson', seed: 3 }, 40_000))
    const middle = mean(drawn)
    const variance = mean(drawn.map((gap) => (gap - middle) ** 2))
    expect(variance / middle ** 2).toBeCloseTo(1, 1)
    expect(drawn.filter((gap) => gap > middle).length / drawn.length).toBeCloseTo(Math.exp(-1), 2)
  })

  test('counts in equal stretches vary as much as their mean', () => {
    const stretch = 1_000_000
    const counts = new Map<number, number>()
    const times = arrivals({ rate: 10, shape: 'poisson', seed: 9 }, 50_000)
    const stretches = Math.floor((times.at(-1) ?? 0) / stretch)
    for (const time of times) {
      const at = Math.floor(time / stretch)
      counts.set(at, (counts.get(at) ?? 0) + 1)
    }
    const all = Array.from({ length: stretches }, (_, i) => counts.get(i) ?? 0)
    const middle = mean(all)
    const variance = mean(all.map((count) => (count - middle) ** 2))
    expect(middle).toBeCloseTo(10, 0)
    expect(variance / middle).toBeGreaterThan(0.9)
    expect(variance / middle).toBeLessThan(1.1)
  })

  test('follows from the seed: the same one repeats, another differs', () => {
    const of = (seed: number) => arrivals({ rate: 5, shape: 'poisson', seed }, 100)
    expect(of(4)).toEqual(of(4))
    expect(of(4)).not.toEqual(of(5))
  })

  test('never goes back in time', () => {
    expect(gaps(arrivals({ rate: 5000, shape: 'poisson', seed: 8 }, 10_000)).every((gap) => gap >= 0)).toBe(
      true,
    )
  })
})

test('what an arrival is has nothing to do with when it comes', () => {
  const choices = Array.from({ length: 20_000 }, (_, number) => choiceOf(5, number))
  expect(mean(choices)).toBeCloseTo(0.5, 2)
  expect(choices.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true)
  expect(choices.slice(0, 3)).not.toEqual([0, 1, 2].map((number) => choiceOf(6, number)))
})
