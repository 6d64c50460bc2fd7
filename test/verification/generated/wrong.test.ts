import { expect } from 'vitest'
import { test as long, quick, sample } from '../../helpers/long.ts'
import { runsOf } from '../../helpers/runs.ts'
import { mistakes } from './mistakes.ts'
import { seeded } from './random.ts'
import { type Drawn, wrong, wrongTwice } from './requests.ts'
import { counted, report } from './verdicts.ts'

const timeout = 3_600_000

/** Explains requests with one mistake each, every mistake in turn. */
function explainsOne(count: number, seed: number, least: number) {
  const random = seeded(seed)
  const drawn: Drawn[] = []
  const never: string[] = []
  // A sample takes some of every kind.
  const step = Math.max(1, Math.floor(mistakes.length / count))
  for (let at = 0; at < count; at++) {
    const mistake = mistakes[(at * step) % mistakes.length]
    const one = mistake && wrong(random, mistake)
    if (one) drawn.push(one)
    else if (mistake) never.push(mistake.name)
  }
  const found = counted(drawn)
  report('with one mistake', drawn.length, found)
  expect(never).toEqual([])
  expect(found.wrong).toEqual([])
  expect(found.right / drawn.length, found.none.join('\n')).toBeGreaterThanOrEqual(least)
}

function explainsTwo(count: number, seed: number) {
  const random = seeded(seed)
  const found = counted(Array.from({ length: count }, () => wrongTwice(random)))
  report('with two mistakes', count, found)
  expect(found.wrong).toEqual([])
}

const ones = runsOf({ numRuns: sample(30, 90), seed: 1 })
const pairs = runsOf({ numRuns: sample(3, 12), seed: 2 })

quick('a sample with one mistake: nearly all are explained, none wrongly', () => {
  explainsOne(ones.numRuns, ones.seed, 0.95)
})
quick('a sample with two mistakes: none is explained wrongly', () => explainsTwo(pairs.numRuns, pairs.seed))

long.each([39, 40, 41, 42, 43])(
  '1,000 with one mistake: at least 98 of 100 are explained, none wrongly (seed %i)',
  { timeout },
  (seed) => explainsOne(1000, seed, 0.98),
)
long('1,000 with two mistakes: none is explained wrongly', { timeout }, () => explainsTwo(1000, 44))
