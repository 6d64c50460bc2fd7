import { expect, test } from 'vitest'
import { closing, sum, tallyOf } from '../setup/tally.mjs'
import { treeChanges } from '../setup/tree.mjs'

const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const passed = { fullName: 'right', status: 'passed' }
const failed = { fullName: 'wrong', status: 'failed', failureMessages: ['expected 1'] }

test.each([
  ['all passed', report, 0, { passed: 3, skipped: 0, failures: [] }],
  [
    'some skipped',
    { ...report, numPendingTests: 1, numTodoTests: 1 },
    0,
    { passed: 3, skipped: 2, failures: [] },
  ],
  ['no report', undefined, 1, { passed: 0, skipped: 0, failures: [expect.stringContaining('no report')] }],
  [
    'an error outside every test',
    report,
    1,
    { passed: 3, skipped: 0, failures: [expect.stringContaining('outside every test')] },
  ],
  [
    'a failed test and a file that does not load',
    {
      ...report,
      numFailedTests: 1,
      testResults: [
        { name: 'a.test.ts', status: 'failed', assertionResults: [passed, failed] },
        { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    },
    1,
    { passed: 3, skipped: 0, failures: ['a.test.ts > wrong\nexpected 1', 'b.test.ts\nno such module'] },
  ],
])('vitest is counted: %s', (_, given, code, expected) => {
  expect(tallyOf(given, code)).toEqual({ ...expected, failed: expected.failures.length })
})

test('a run ends with what failed and a line that adds up, and names skipped ones only when there are some', () => {
  const one = { passed: 1, failed: 0, skipped: 0, failures: [] }
  expect(closing(sum([one, one]))).toBe('2 passed, 0 failed')
  const worse = { passed: 0, failed: 2, skipped: 1, failures: ['lint\n', 'a.test.ts > wrong'] }
  expect(closing(sum([one, worse]))).toBe(
    'FAILED lint\nFAILED a.test.ts > wrong\n1 passed, 2 failed, 1 skipped',
  )
})

test('a tree is as clean after as before, whatever was dirty', () => {
  expect(treeChanges(' M a\n', ' M a\n')).toEqual([])
  expect(treeChanges(' M a\n', ' M a\n?? b\n')).toEqual(['?? b'])
  expect(treeChanges(' M a\n', '')).toContain(' M a')
})
