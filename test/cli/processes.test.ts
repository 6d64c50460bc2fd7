import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { hasEnded, isNpm, type Process, realProcesses, startersOf } from '../../server/cli/processes.ts'

const sandbox = 'node dist/server/main.js'

/** Which processes end a sandbox that stands at the end of a chain of commands, process 1 before the first. */
function startersIn(...chain: string[]): string[] {
  const all = ['init', ...chain].map(
    (command, at): Process => ({ pid: at + 1, parent: at, started: 'x', ageMs: 0, command }),
  )
  return startersOf(all.length, (pid) => all[pid - 1]).map(({ command }) => command)
}

test.each<[starters: string[], chain: string[]]>([
  [[], [sandbox]],
  [[], ['-bash', sandbox]],
  [[], ['sshd', '/bin/zsh -l', sandbox]],
  [['node test.js'], ['bash', 'node test.js', sandbox]],
  [['npm exec webhook-sandbox'], ['bash', 'npm exec webhook-sandbox', 'sh -c webhook-sandbox', sandbox]],
  [['npm start'], ['npm start', 'sh -c node server/setup/start.mjs', sandbox]],
  [
    ['npx webhook-sandbox', 'pytest'],
    ['bash', 'pytest', 'npx webhook-sandbox', sandbox],
  ],
  [
    ['npm exec webhook-sandbox', 'npm run ci', 'Runner.Worker'],
    [
      'Runner.Worker',
      'npm run ci',
      'sh -c npx webhook-sandbox',
      'npm exec webhook-sandbox',
      'sh -c webhook-sandbox',
      sandbox,
    ],
  ],
  [
    ['node /usr/local/bin/npx webhook-sandbox'],
    ['/bin/bash -e step.sh', 'node /usr/local/bin/npx webhook-sandbox', sandbox],
  ],
])('%j end the last of %j', (starters, chain) => expect(startersIn(...chain)).toEqual(starters))

test('a program with npm in its name is not npm', () => {
  for (const command of [
    'node npm-watcher.js',
    'npmx',
    'vim npm',
    '/home/npm/bin/tool',
    'node /srv/npx/server.js',
  ])
    expect(isNpm({ pid: 1, parent: 0, started: 'x', ageMs: 0, command }), command).toBe(false)
})

test('another process with the same id does not count as the one that ended', () => {
  const before: Process = { pid: 7, parent: 1, started: 'Monday', ageMs: 0, command: 'npm start' }
  expect(hasEnded(before, () => before)).toBe(false)
  expect(hasEnded(before, () => ({ ...before, started: 'Tuesday' }))).toBe(true)
  expect(hasEnded(before, () => undefined)).toBe(true)
})

test('the processes of this machine are read, and one that ends is gone', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  const pid = child.pid ?? 0
  const found = realProcesses.find(pid)
  expect(found).toMatchObject({ pid, parent: process.pid })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(found && hasEnded(found, realProcesses.find)).toBe(true)
})
