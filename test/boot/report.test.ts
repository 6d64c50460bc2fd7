import { expect, test } from 'vitest'
import { lastLines, npmReason } from '../../server/setup/report.mjs'

test('of what npm prints, the reason is shown; not the usage, the stack or the log path', () => {
  const eusage = [
    'npm error code EUSAGE',
    'npm error',
    'npm error Missing: left-pad@1.3.0 from lock file',
    'npm error',
    'npm error Clean install a project',
    'npm error Usage:',
    'npm error A complete log of this run can be found in: somewhere',
  ]
  expect(npmReason(eusage.join('\n'))).toBe('  code EUSAGE\n  Missing: left-pad@1.3.0 from lock file')
  expect(npmReason('npm error code ECONNREFUSED\nnpm error     at connect (net.js:1)\nnpm error }')).toBe(
    '  code ECONNREFUSED',
  )
})

test('the last lines of a program come without colours and empty lines', () => {
  expect(lastLines('one\n\u001b[31mtwo\u001b[0m\n\nthree\n', 2)).toBe('  two\n  three')
})
