import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Check } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { sample } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { startOnTerminal } from './pty.ts'
import { onTerminal, world } from './screen-on-terminal.ts'

onTerminal('a terminal that closes ends it without a crash', async () => {
  const { screen, sandbox } = await world()
  screen.press('q')
  const logs = sample(['a'], ['a', 'b', 'c', 'd']).map((name) => join(ownFolder(), name))
  const screens = await Promise.all(
    logs.map((log) => startOnTerminal(['listen', '--url', sandbox.url], { log })),
  )
  for (const one of screens) {
    await one.writes('succeeded 200')
    one.process.kill('SIGKILL')
  }
  while (!screens.every((one) => one.isOver())) await sandbox.get('/sandbox/health')
  expect(logs.map((log) => readFileSync(log, 'utf8'))).toEqual(logs.map(() => ''))
})

onTerminal(
  'a program apart from the terminal, which was not told that it closed, ends without a crash',
  async () => {
    const log = join(ownFolder(), 'log')
    const served = await startOnTerminal(['--bare', '--data', ':memory:', '--port', '0'], {
      log,
      apart: true,
    })
    await served.writes('http')
    served.process.kill('SIGKILL')
    await served.ended
    served.signal('SIGTERM')
    while (!served.isOver()) await immediate()
    expect(readFileSync(log, 'utf8')).not.toContain('Assertion')
  },
)

onTerminal('a terminal that closes stops the check that waits in the sandbox', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([401])
  const screen = await startOnTerminal(['check', receiver.url, '--url', sandbox.url])
  await screen.writes('Give your receiver this secret')
  const checks = async () => (await sandbox.get<{ checks: Check[] }>('/sandbox/checks')).checks
  while ((await checks()).length === 0) await immediate()
  screen.process.kill('SIGKILL')
  while (!screen.isOver()) await sandbox.get('/sandbox/health')
  await expect.poll(async () => (await checks()).map(({ state }) => state)).toEqual(['failed'])
  expect(await sandbox.get('/sandbox/subscriptions')).toMatchObject({ subscriptions: [] })
})
