import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { judgeReceivers, startHarness, writeReceivers } from './receivers.ts'

const isHere = spawnSync('go', ['version']).status === 0
const harness = fileURLToPath(new URL('harness/processes.mjs', import.meta.url))

/** Linking takes seconds each: one of every kind is built, the others are looked at by gofmt alone. */
const unlike = [
  'standard-webhooks',
  'standard-webhooks-ed25519',
  'stripe',
  'twilio',
  'plaid',
  'increase-legacy',
  'http-message-signatures',
  'basic',
  'custom',
]

test.skipIf(!isHere)(
  'Go takes what is right and refuses what is not, in schemes of every kind',
  async () => {
    const { folder, receivers } = writeReceivers('go')
    const go = (command: string, ...args: string[]) =>
      spawnSync(command, args, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, GOFLAGS: '-mod=mod' },
      })
    expect(go('gofmt', '-l', '.').stdout).toBe('')
    writeFileSync(join(folder, 'go.mod'), 'module receivers\n\ngo 1.19\n')
    const chosen = receivers.filter(({ scheme }) => unlike.includes(scheme))
    const built = go('go', 'build', '-o', 'bin/', ...chosen.map(({ scheme }) => `./${scheme}`))
    expect(built.stderr).toBe('')
    const programs = chosen.map((one) => ({ ...one, file: join(folder, 'bin', one.scheme) }))
    await judgeReceivers(await startHarness([process.execPath, harness], programs), unlike.length)
  },
  120_000,
)
