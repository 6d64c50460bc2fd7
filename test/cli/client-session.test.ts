import { expect, test } from 'vitest'
import { callerFrom, sessionOf } from '../../server/cli/client-session.ts'
import { ofProc, ofPs, type Process, realProcesses } from '../../server/cli/processes.ts'

/** Processes by their commands, each the parent of the next; the last is 2. */
function chain(...commands: string[]) {
  const all = commands.map((command, at): Process => {
    const pid = commands.length + 1 - at
    return { pid, parent: pid + 1, command, ageMs: 1000 * pid, started: `at${pid}` }
  })
  return (pid: number) => all.find((one) => one.pid === pid)
}

test.for([
  [['bash', 'bash ./e2e.sh'], 'bash ./e2e.sh'],
  [['-zsh'], '-zsh'],
  [['bash ./e2e.sh', 'npm exec webhook-sandbox wait'], 'bash ./e2e.sh'],
  [['bash', 'node /usr/bin/npx webhook-sandbox wait', 'sh -c webhook-sandbox wait'], 'bash'],
  [['bash', '/usr/bin/node /usr/lib/npm/bin/npm-cli.js start'], 'bash'],
  [['bash', 'npm test', 'bash ./e2e.sh'], 'bash ./e2e.sh'],
  [['bash', 'npm test', 'sh -c one && two'], 'sh -c one && two'],
  [['bash', 'npm run a', 'sh -c npm run b', 'npm run b'], 'bash'],
  [['node vitest.mjs'], 'node vitest.mjs'],
  [['npm start'], undefined],
] as const)('of %j, the one that runs the commands is found', ([commands, found]) => {
  expect(callerFrom(2, chain(...commands))?.command).toBe(found)
})

test('a session is named by the environment, else by its process and its start, else by the command', () => {
  const how = { command: 'c1', parent: 2, now: 10_000, caller: (pid: number) => chain('bash')(pid) }
  expect(sessionOf({ SANDBOX_SESSION: 'build 7; ü' }, how)).toBe('build%207%3B%20%C3%BC; command=c1')
  expect(sessionOf({}, how)).toBe('process-2-at2; began=7980; command=c1')
  expect(sessionOf({}, { ...how, parent: 9 })).toBe('command-c1; command=c1')
})

test.skipIf(realProcesses !== ofProc)('/proc and ps show the same process', () => {
  const [a, b] = [ofProc.find(process.pid), ofPs.find(process.pid)]
  expect(a?.parent).toBe(process.ppid)
  expect([b?.pid, b?.parent, b?.command]).toEqual([a?.pid, a?.parent, a?.command])
  expect(Math.abs((a?.ageMs ?? 0) - (b?.ageMs ?? 0))).toBeLessThan(5000)
})
