import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { judgeReceivers, startHarness, writeReceivers } from './receivers.ts'

const { status, stdout = '' } = spawnSync('javac', ['--version'], { encoding: 'utf8' })
const isHere = status === 0 && Number(/\d+/.exec(stdout)?.[0]) >= 17
const harness = fileURLToPath(new URL('harness/Harness.java', import.meta.url))

test.skipIf(!isHere)('Java takes what is right and refuses what is not, in every scheme', async () => {
  const { receivers } = writeReceivers('java')
  const told = receivers.flatMap(({ scheme, file, env }) => [
    scheme,
    file,
    env.WEBHOOK_SECRET ?? '',
    env.WEBHOOK_URL ?? '',
  ])
  expect(told).not.toContain('')
  // What lives for seconds does not earn back what the second compiler takes.
  const java = ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
  await judgeReceivers(await startHarness([...java, harness, ...told], receivers))
})
