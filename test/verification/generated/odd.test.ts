import { expect } from 'vitest'
import { test as long, quick } from '../../helpers/long.ts'
import { runsOf } from '../../helpers/runs.ts'
import { seeded } from './random.ts'
import { odd } from './requests.ts'
import { report, shown, verdictOn } from './verdicts.ts'

function verifies(count: number, seed: number) {
  const random = seeded(seed)
  const failures: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const one = odd(random)
    const verdict = verdictOn(one)
    if (verdict.result !== 'verified') failures.push(shown(one, verdict))
  }
  report('valid and odd', count, { right: count - failures.length, wrong: failures, none: [] })
  expect(failures).toEqual([])
}

const sample = runsOf({ numRuns: 200, seed: 4 })

quick('each of a sample of valid and odd requests is verified', () => verifies(sample.numRuns, sample.seed))

long('2,000 valid and odd requests are verified', { timeout: 3_600_000 }, () => verifies(2000, 55))
