/** Mistakes in a map so long that work which grows with its square would not end; mistakes.test.ts tests a short one. */
import { expect } from 'vitest'
import { compile } from '../../../server/simulator/scenarios/compile.ts'
import { test } from '../../helpers/long.ts'
import { calls } from './calls.ts'

test('the compiler does not go through a long map behind an alias for each mistake in it', () => {
  const length = 25_000
  const paths = Array.from({ length }, (_, number) => `path${number}: 1`).join(', ')
  const text = `steps:
  - &seen
    expect: delivery
    where: { ${paths} }
  - *seen`
  expect(compile('lost.yaml', text, calls).problems).toHaveLength(2 * length)
})
