import { expect } from 'vitest'
import { test as long, quick, sample } from '../../helpers/long.ts'
import { runsOf } from '../../helpers/runs.ts'
import { seeded } from './random.ts'
import { garbage } from './requests.ts'
import { report, shown, verdictOn } from './verdicts.ts'

const timeout = 3_600_000

function claimsNothing(count: number, seed: number) {
  const random = seeded(seed)
  const claims: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const one = garbage(random)
    const verdict = verdictOn(one)
    if (verdict.result !== 'failed' || verdict.causes.length > 0) claims.push(shown(one, verdict))
  }
  report('of garbage', count, { right: count - claims.length, wrong: claims, none: [] })
  expect(claims).toEqual([])
}

const few = runsOf({ numRuns: sample(2, 8), seed: 3 })

quick('no cause is claimed for a sample of garbage', () => claimsNothing(few.numRuns, few.seed))

long.each([45, 46, 47, 48, 49, 50, 51, 52, 53, 54])(
  'no cause is claimed for 500 of garbage (seed %i)',
  { timeout },
  (seed) => claimsNothing(500, seed),
)
