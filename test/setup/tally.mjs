/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Tally `failures` says what failed, each in the lines of one text */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: { fullName: string, status: string, failureMessages?: string[] }[] }} VitestFile */
/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: VitestFile[] }} VitestReport */

/** @returns {Tally} */
export function emptyTally() {
  return { passed: 0, failed: 0, skipped: 0, failures: [] }
}

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      failures: [...all.failures, ...one.failures],
    }),
    emptyTally(),
  )
}

/**
 * What every run ends with: what failed, which may have been printed thousands of lines before, and a last line of counts, which
 * scripts read.
 * @param {Tally} tally
 * @returns {string}
 */
export function closing({ passed, failed, skipped, failures }) {
  const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return [...failures.map((each) => `FAILED ${each.trimEnd()}`), counts].join('\n')
}

/**
 * @param {VitestReport | undefined} report undefined when vitest wrote none
 * @param {number} exitCode
 * @returns {Tally}
 */
export function tallyOf(report, exitCode) {
  if (!report) return { ...emptyTally(), failed: 1, failures: ['vitest, which wrote no report'] }
  const failures = report.testResults.flatMap(failuresOf)
  if (failures.length === 0 && exitCode !== 0)
    failures.push('vitest: it found no tests, or an error outside every test')
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

/**
 * @param {VitestFile} file
 * @returns {string[]}
 */
function failuresOf({ name, status, message = '', assertionResults }) {
  const failed = assertionResults.filter((each) => each.status === 'failed')
  // A file that breaks while loading fails without a failed test in it.
  if (status === 'failed' && failed.length === 0) return [`${name}\n${message}`]
  return failed.map(
    ({ fullName, failureMessages = [] }) => `${name} > ${fullName}\n${failureMessages.join('\n')}`,
  )
}
