import { describe, expect, test } from 'vitest'
import { readingFor, seqAt } from '../../ui/stream/reach.ts'

describe('the rows to load', () => {
  const reach = { above: 1000, count: 400, below: 2000 }
  test.each([
    ['nothing while all in sight and around it is here', 1150, 1180, null],
    ['older ones before the end comes in sight', 1320, 1350, 'older'],
    ['older ones where placeholders are in sight', 1500, 1530, 'older'],
    ['newer ones before the beginning comes in sight', 1050, 1080, 'newer'],
    ['newer ones where placeholders are in sight', 700, 730, 'newer'],
    ['what is far below, from there', 1900, 1930, 'afar'],
    ['what is far above, from there', 100, 130, 'afar'],
  ])('%s', (_name, first, last, reading) => {
    expect(readingFor(reach, { first, last })).toBe(reading)
  })

  test('visible rows load before nearby ones', () => {
    expect(readingFor({ above: 100, count: 40, below: 100 }, { first: 95, last: 125 })).toBe('newer')
    expect(readingFor({ above: 100, count: 40, below: 100 }, { first: 110, last: 145 })).toBe('older')
  })

  test('nothing loads beyond either end', () => {
    expect(readingFor({ above: 0, count: 10, below: 0 }, { first: 0, last: 30 })).toBeNull()
  })
})

describe('the position of a number', () => {
  const known = [
    [0, 5000],
    [1000, 2000],
    [1200, 1900],
    [2000, 100],
  ] as const
  test.each([
    [0, 5000],
    [500, 3500],
    [1000, 2000],
    [1100, 1950],
    [1600, 1000],
    [2000, 100],
    [9000, 100],
  ])('the line at %i has the number %i', (index, seq) => {
    expect(seqAt(known, index)).toBe(seq)
  })

  test('rows that contradict earlier ones are dropped', () => {
    expect(
      seqAt(
        [
          [0, 100],
          [0, 100],
          [50, 120],
          [100, 0],
        ],
        50,
      ),
    ).toBe(50)
    expect(seqAt([[0, 7]], 3)).toBe(7)
    expect(seqAt([], 3)).toBe(0)
  })
})
