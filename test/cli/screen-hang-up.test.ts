import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { startOnTerminal } from './pty.ts'
import { onTerminal, world } from './screen-on-terminal.ts'

onTerminal('a terminal that closes ends it without a crash', async () => {
  const { screen, sandbox } = await world()
  screen.press('q')
  const logs = ['a', 'b', 'c', 'd'].map((name) => join(ownFolder(), name))
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
