import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { judgeReceivers, startHarness, writeReceivers } from './receivers.ts'

const isHere = spawnSync('ruby', ['--version']).status === 0
const harness = fileURLToPath(new URL('harness/ruby.rb', import.meta.url))

test.skipIf(!isHere)('Ruby takes what is right and refuses what is not, in every scheme', async () => {
  const { receivers } = writeReceivers('ruby')
  const { stderr } = spawnSync('ruby', ['-wc', ...receivers.map(({ file }) => file)], { encoding: 'utf8' })
  expect(stderr).toBe('')
  await judgeReceivers(await startHarness(['ruby', harness], receivers))
})
