import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { builtProgram, startProcess, startProgram } from '../helpers/program.ts'
import { runHere } from './here.ts'
import { run } from './run.ts'

test.each([
  [['trafic', '--url', 'http://127.0.0.1:1'], 'There is no command trafic. Did you mean traffic?'],
  [['qwertz'], 'There is no command qwertz. webhook-sandbox --help lists them all.'],
])('a command that there is not is refused with the nearest: %j', async (args, says) => {
  const { code, out, log } = await runHere(args)
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain(says)
})

test('a group without a command lists those that it holds, and options without a command start the sandbox', async () => {
  const group = await run(['scenario'])
  expect(group.code).toBe(1)
  expect(group.stderr).toMatch(/^ {2}run .*run scenarios one after the other/m)
  const serving = await run(['--port', '0', '--config', '/nowhere.json'])
  expect(serving.code).toBe(1)
  expect(serving.stderr).toContain('/nowhere')
})

test.skipIf(!existsSync('/dev/full'))('what cannot be printed is told in one line', async () => {
  const words = `"${process.execPath}" "${builtProgram}" code > /dev/full`
  const url = (await startProgram(['--port', '0', '--data', ':memory:'], { cwd: ownFolder() })).url
  const { ended, stderr } = startProcess('sh', ['-c', words], { env: { SANDBOX_URL: url } })
  expect(await ended).toBe(1)
  expect(stderr()).toMatch(/^What it prints cannot be written: ENOSPC[^\n]*\n$/)
})
