import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile } from '../../../server/simulator/scenarios/compile.ts'
import { runsOf } from '../../helpers/runs.ts'
import { calls } from './calls.ts'
import { right } from './right.ts'

const lines = right.split('\n')
const words = [
  'steps:',
  '- ',
  '  - name: x',
  '[',
  '{',
  '"',
  '&a',
  '*a',
  '${',
  'null',
  'parallel:',
  '    repeat: 2',
  '7',
  '!!set',
  '? a',
  '|',
]

test('any file either is a scenario or has its mistakes reported', () => {
  const change = fc.record({
    at: fc.nat(lines.length - 1),
    drop: fc.nat(3),
    put: fc.constantFrom(...words, ...lines),
  })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const changed = [...lines]
      for (const { at, drop, put } of changes) changed.splice(at, drop, put)
      const { problems, scenario } = compile('lost.yaml', changed.join('\n'), calls)
      expect(scenario === undefined).toBe(problems.length > 0)
      for (const problem of problems)
        expect(problem).toMatch(/^lost\.yaml, line \d+(?:, step [\d.]+(?: \([\w-]+\))?)?: .+[.?]$/)
    }),
    runsOf({ numRuns: 75, seed: 7 }),
  )
})
