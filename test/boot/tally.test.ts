import { expect, test } from 'vitest'
import { closingLine, sum, tallyOf } from '../setup/tally.mjs'
import { treeChanges } from '../setup/tree.mjs'

const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const suite = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
})

test.each([
  ['all passed', report, 0, { passed: 3, failed: 0, skipped: 0 }],
  [
    'some skipped',
    { ...report, numPendingTests: 1, numTodoTests: 1 },
    0,
    { passed: 3, failed: 0, skipped: 2 },
  ],
  ['no report', undefined, 1, { passed: 0, failed: 1, skipped: 0 }],
  ['an error outside every test', report, 1, { passed: 3, failed: 1, skipped: 0 }],
  [
    'a failed test and a file that does not load',
    { ...report, numFailedTests: 1, testResults: [suite('failed', 'passed', 'failed'), suite('failed')] },
    1,
    { passed: 3, failed: 2, skipped: 0 },
  ],
] as const)('vitest is counted: %s', (_, given, code, expected) => {
  const mutable = given && {
    ...given,
    testResults: given.testResults.map((file) => ({ ...file, assertionResults: [...file.assertionResults] })),
  }
  expect(tallyOf(mutable, code)).toEqual(expected)
})

test('the closing line adds up, and names skipped ones only when there are some', () => {
  const one = { passed: 1, failed: 0, skipped: 0 }
  expect(closingLine(sum([one, one]))).toBe('2 passed, 0 failed')
  expect(closingLine(sum([one, { passed: 0, failed: 2, skipped: 1 }]))).toBe('1 passed, 2 failed, 1 skipped')
})

test('a tree is as clean after as before, whatever was dirty', () => {
  expect(treeChanges(' M a\n', ' M a\n')).toEqual([])
  expect(treeChanges(' M a\n', ' M a\n?? b\n')).toEqual(['?? b'])
  expect(treeChanges(' M a\n', '')).toContain(' M a')
})
