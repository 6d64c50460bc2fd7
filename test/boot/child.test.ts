import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeClone } from './clone.js'

const child = new URL('../../server/setup/child.mjs', import.meta.url).href

/** Runs a program that takes no notice of signals by the runner of children; answers both once it is under way. */
async function runDeaf() {
  const { root } = makeClone()
  const mark = join(root, 'under-way')
  const deaf = `for (const one of ['SIGINT', 'SIGTERM']) process.on(one, () => {})
    setInterval(() => {}, 1000)
    require('node:fs').writeFileSync(${JSON.stringify(mark)}, String(process.pid))`
  const script = `import { runQuietly } from ${JSON.stringify(child)}
    runQuietly(process.execPath, ['-e', ${JSON.stringify(deaf)}], { cwd: '.' }).catch((error) => process.exit(error.exitCode))`
  const runner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const ended = new Promise<number | null>((resolve) => runner.on('exit', resolve))
  await vi.waitFor(() => expect(existsSync(mark) && readFileSync(mark, 'utf8')).toMatch(/^\d+$/), 300_000)
  return { runner, ended, deafPid: Number(readFileSync(mark, 'utf8')) }
}

test.skipIf(process.platform === 'win32')(
  'a second signal ends a program that ignores the first, and the parent too',
  async () => {
    const { runner, ended, deafPid } = await runDeaf()
    runner.kill('SIGTERM')
    runner.kill('SIGINT')
    expect([130, 143]).toContain(await ended)
    expect(() => process.kill(deafPid, 0)).toThrow('ESRCH')
  },
)

test.skipIf(process.platform === 'win32')('nor does it hold us up for long after one', async () => {
  const { runner, ended, deafPid } = await runDeaf()
  runner.kill('SIGTERM')
  expect(await ended).toBe(143)
  expect(() => process.kill(deafPid, 0)).toThrow('ESRCH')
})
