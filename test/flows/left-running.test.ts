import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isNpm, realProcesses } from '../../server/cli/processes.ts'
import { runHere } from '../cli/here.ts'
import { run } from '../cli/run.ts'
import { ownFolder } from '../helpers/folder.ts'
import { sample } from '../helpers/long.ts'
import { builtProgram, startProcess } from '../helpers/program.ts'

const npm = (data: string) => ['npm', 'start', '--silent', '--', '--port', '0', '--json', '--data', data]
const direct = (data: string) => [process.execPath, builtProgram, '--port', '0', '--json', '--data', data]

/** A program that runs a command, passes on what the command prints, and takes no note of its end. */
const program = `
const [command, ...args] = process.argv.slice(1)
require('node:child_process').spawn(command, args, { stdio: 'inherit', detached: true })
setInterval(() => {}, 1000)`

interface Started {
  ready: true
  url: string
}

/** The process id of the sandbox that a command starts below another; killed when the test ends. */
async function sandboxBelow(started: ReturnType<typeof startProcess>): Promise<number> {
  while (!started.stdout().includes('\n')) await once(started.process.stdout, 'data')
  const { url } = JSON.parse(started.stdout()) as Started
  const { pid } = (await (await fetch(`${url}/sandbox/health`)).json()) as { pid: number }
  killLater(pid)
  return pid
}

function killLater(pid: number) {
  onTestFinished(() => {
    if (realProcesses.find(pid)) process.kill(pid, 'SIGKILL')
  })
}

const gone = (pid: number) => expect.poll(() => realProcesses.find(pid), { timeout: 20_000 }).toBe(undefined)

const commands: [string, typeof npm][] = [
  ['the sandbox', direct],
  ['npm', npm],
]
// The next test has npm too.
test.each(sample(commands.slice(0, 1), commands))(
  'a sandbox ends when the program that started %s is killed',
  async (_, command) => {
    const started = startProcess(process.execPath, ['-e', program, ...command(':memory:')])
    const pid = await sandboxBelow(started)
    started.process.kill('SIGKILL')
    await gone(pid)
  },
)

test('a sandbox ends when the npm that started it is killed, below a shell as well', async () => {
  const started = startProcess('sh', ['-c', `${npm(':memory:').join(' ')} & wait`])
  const pid = await sandboxBelow(started)
  let above = realProcesses.find(pid)
  while (above && !isNpm(above)) above = realProcesses.find(above.parent)
  process.kill(above?.pid ?? 0, 'SIGKILL')
  await gone(pid)
})

test('--detach starts a sandbox that outlives the command, and stop ends the one on that database', async () => {
  const data = ['--data', join(ownFolder(), 'sandbox.db')]
  const detached = await run(['--detach', '--json', '--port', '0', ...data])
  expect([detached.code, detached.stderr]).toEqual([0, ''])
  const { url, pid, log } = JSON.parse(detached.stdout) as Started & { pid: number; log: string }
  killLater(pid)
  expect(log).toBe(`${data[1]}.log`)
  expect(await (await fetch(`${url}/sandbox/health`)).json()).toMatchObject({ status: 'ok', pid })

  const second = await run(['--detach', '--port', '0', ...data])
  expect([second.code, second.stdout]).toEqual([1, ''])
  expect(second.stderr).toContain(url)

  const stopped = await runHere(['stop', '--json', ...data])
  expect([stopped.code, stopped.log]).toEqual([0, []])
  expect(JSON.parse(stopped.out.join())).toEqual({ stopping: true, pid })
  await gone(pid)
  expect((await runHere(['stop', ...data])).code).not.toBe(0)
})
