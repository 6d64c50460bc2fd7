import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { judgeReceivers, startHarness, writeReceivers } from './receivers.ts'

const isHere = spawnSync('php', ['--version']).status === 0
const harness = fileURLToPath(new URL('harness/php.mjs', import.meta.url))

test.skipIf(!isHere)('PHP takes what is right and refuses what is not, in every scheme', async () => {
  const { receivers } = writeReceivers('php')
  for (const { file } of receivers) {
    const { stdout } = spawnSync('php', ['-l', file], { encoding: 'utf8' })
    expect(stdout).toMatch(/^No syntax errors/)
  }
  await judgeReceivers(await startHarness([process.execPath, harness], receivers))
})
