import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { builtProgram, startProcess } from '../helpers/program.ts'
import { startLife } from './lives.ts'

/** On SIGUSR2 it fills the one thread that looks names up by a read that never ends, and asks for a name behind it. */
const holdsUpNames = `
process.once('SIGUSR2', () => {
  require('node:fs').open(process.env.NEVER, () => {})
  require('node:dns').lookup('receiver.test', () => {})
  process.stderr.write('names are held up\\n')
})`

test('a name that is looked up for ever does not keep it from ending', async () => {
  const folder = ownFolder()
  const never = join(folder, 'never')
  const hook = join(folder, 'hook.cjs')
  expect(spawnSync('mkfifo', [never]).status).toBe(0)
  writeFileSync(hook, holdsUpNames)
  const running = startProcess(
    process.execPath,
    ['--require', hook, builtProgram, '--json', '--port', '0', '--data', join(folder, 'sandbox.db')],
    { cwd: folder, env: { UV_THREADPOOL_SIZE: '1', NEVER: never } },
  )
  while (!running.stdout().includes('"ready":true'))
    await new Promise((resolve) => running.process.stdout.once('data', resolve))
  running.process.kill('SIGUSR2')
  await expect.poll(running.stderr).toContain('names are held up')
  running.process.kill('SIGTERM')
  expect(await running.ended).toBe('SIGTERM')
})

test('the last that it does is to take back the word of where it runs, also behind much that was written', async () => {
  const folder = ownFolder()
  writeFileSync(join(folder, 'config.json'), '{}')
  const life = await startLife(folder)
  // As much as starts the thread that carries the log over, and more.
  for (let i = 0; i < 20; i++) await life.ask('POST', '/in/x', 'a capture '.repeat(100_000))
  expect(statSync(join(folder, 'sandbox.db-wal')).size).toBeGreaterThan(12_000_000)
  expect(existsSync(join(folder, 'sandbox.db.running.json'))).toBe(true)
  expect(await life.terminate()).toBe(0)
  expect(readdirSync(folder).sort()).toEqual(['config.json', 'sandbox.db', 'sandbox.db.lock'])
})
