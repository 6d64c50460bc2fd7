import { expect, test, vi } from 'vitest'
import { lastLines, npmReason, reportFailure } from '../../server/setup/report.mjs'

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

test.each([
  ['EACCES: permission denied, mkdir .sandbox', 'EACCES', 'The folder cannot be written to.'],
  ['EROFS: read-only file system, open stamp', 'EROFS', 'The folder cannot be written to.'],
  ['ENOSPC: no space left on device, write', 'ENOSPC', 'The disk is full.'],
])('%s: told with the next move, not with a stack', (message, code, advice) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    expect(reportFailure(Object.assign(new Error(message), { code }))).toBe(1)
    const said = write.mock.calls.map(([text]) => text).join('')
    expect(said).toContain(`This folder cannot be made ready: ${message}\n${advice}`)
    expect(said).not.toContain('    at ')
  } finally {
    write.mockRestore()
  }
})
