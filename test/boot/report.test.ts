import { expect, test, vi } from 'vitest'
import { cacheAdvice, lastLines, npmReason, reportFailure } from '../../server/setup/report.mjs'

test("npm's reason is printed without its usage, stack and log path", () => {
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

test("a cache of npm's that another owns is named, and not taken for this folder", () => {
  const printed = (path: string) =>
    [
      'npm error code EACCES',
      'npm error syscall mkdir',
      `npm error path ${path}`,
      'npm error Your cache folder contains root-owned files.',
      'npm error To permanently fix this problem, please run:',
      'npm error   sudo chown -R 65534:65534 "/root/.npm"',
      'npm notice',
      'npm notice New major version of npm available! 11.19.1 -> 12.2.1',
    ].join('\n')
  const cache = '/root/.npm/_cacache/tmp'
  expect(cacheAdvice(printed(cache), '/clone/')).toMatch(
    /cannot write to its cache at \/root\/.npm\/_cacache\/tmp\..*npm_config_cache=/,
  )
  expect(cacheAdvice(printed('/clone/node_modules'), '/clone/')).toBeUndefined()
  expect(cacheAdvice(printed(cache).replace('EACCES', 'ENOSPC'), '/clone/')).toBeUndefined()
  expect(npmReason(printed(cache)).split('\n').at(-1)).toBe('  Your cache folder contains root-owned files.')
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
    expect(said).toContain(`This folder cannot be prepared: ${message}\n${advice}`)
    expect(said).not.toContain('    at ')
  } finally {
    write.mockRestore()
  }
})
