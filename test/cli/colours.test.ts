import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { sample } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { startOnTerminal } from './pty.ts'
import { run } from './run.ts'
import { onTerminal } from './screen-on-terminal.ts'

const green = '\x1b[32msucceeded\x1b[39m'

test('into a pipe colours go only where they are asked for', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver()).url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const isColoured = async (env: Record<string, string>) =>
    (await run(['deliveries', '--url', sandbox.url], { env })).stdout.includes(green)
  // Other tests of the quick form read plain output from a pipe.
  for (const env of sample([], [{}])) expect(await isColoured(env)).toBe(false)
  expect(await isColoured({ FORCE_COLOR: '0' })).toBe(false)
  expect(await isColoured({ FORCE_COLOR: '1' })).toBe(true)
})

onTerminal('on a terminal there are colours, unless NO_COLOR says otherwise', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver()).url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  for (const [env, colours] of [
    [{ NO_COLOR: '' }, true],
    [{ NO_COLOR: '1' }, false],
    [{ NO_COLOR: '', TERM: 'dumb' }, false],
  ] as const) {
    const { ended, stdout } = await startOnTerminal(['deliveries', '--url', sandbox.url], { env })
    await ended
    expect([stdout().includes('succeeded'), stdout().includes(green)]).toEqual([true, colours])
  }
})

onTerminal('the log of a sandbox has none in a file, though its stdout is a terminal', async () => {
  const log = join(ownFolder(), 'log')
  const started = await startOnTerminal(['serve', '--port', '0', '--data', ':memory:'], { log })
  await started.writes('Stop the sandbox with Ctrl-C.')
  const [, url] = /Page +(\S+)\/\r?\n/.exec(started.stdout()) ?? []
  await fetch(`${url}/sandbox/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"event":"card.created"}',
  })
  const logged = () => readFileSync(log, 'utf8')
  while (!logged().includes('<--')) await fetch(`${url}/sandbox/health`)
  expect(logged()).toMatch(/ <-- {6}HTTP 200 card\.created from \S+ in [\d.]+ m?s\n/)
})
