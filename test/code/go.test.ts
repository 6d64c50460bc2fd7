import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { judgeReceivers, startHarness, writeReceivers } from './receivers.ts'
import { kindsOfScheme } from './schemes.ts'

const isHere = spawnSync('go', ['version']).status === 0
const harness = fileURLToPath(new URL('harness/processes.mjs', import.meta.url))

test.skipIf(!isHere)('Go takes what is right and refuses what is not, in schemes of every kind', async () => {
  const { folder, receivers } = writeReceivers('go')
  const go = (command: string, ...args: string[]) =>
    spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, GOFLAGS: '-mod=mod' },
    })
  expect(go('gofmt', '-l', '.').stdout).toBe('')
  writeFileSync(join(folder, 'go.mod'), 'module receivers\n\ngo 1.19\n')
  const chosen = receivers.filter(({ scheme }) => kindsOfScheme.includes(scheme))
  const built = go('go', 'build', '-o', 'bin/', ...chosen.map(({ scheme }) => `./${scheme}`))
  expect(built.stderr).toBe('')
  const programs = chosen.map((one) => ({ ...one, file: join(folder, 'bin', one.scheme) }))
  await judgeReceivers(await startHarness([process.execPath, harness], programs), kindsOfScheme.length)
})
