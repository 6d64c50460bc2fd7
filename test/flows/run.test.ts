import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { realProcesses } from '../../server/cli/processes.ts'
import { secret, startAnswering, startRight } from '../check/world.ts'
import { hasScript, startOnTerminal } from '../cli/pty.ts'
import { lines, run, start } from '../cli/run.ts'
import { ownFolder } from '../helpers/folder.ts'
import { sample } from '../helpers/long.ts'
import { builtProgram, startProcess } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'

const node = (code: string) => [process.execPath, '-e', code]
const forEver = 'setInterval(() => {}, 1000)'
/** Prints the environment that it finds, and the secrets of a subscription that names none and of all others. */
const look = node(`
  const { SANDBOX_URL, SANDBOX_API_URL, SANDBOX_EFFECTS_URL, WEBHOOK_SECRET } = process.env
  const at = SANDBOX_URL + '/sandbox/subscriptions'
  const headers = { 'content-type': 'application/json' }
  ;(async () => {
    const body = JSON.stringify({ url: 'http://127.0.0.1:9/' })
    const made = await (await fetch(at, { method: 'POST', headers, body })).json()
    const { subscriptions } = await (await fetch(at)).json()
    const called = await fetch(SANDBOX_API_URL + '/customers', { headers: { authorization: 'demo', identity: 'demo' } })
    const reported = await fetch(SANDBOX_EFFECTS_URL, { method: 'POST', headers, body: '{"key":"a"}' })
    console.log(JSON.stringify({
      SANDBOX_URL, WEBHOOK_SECRET, statuses: [called.status, reported.status],
      secrets: subscriptions.map((one) => one.secret),
    }))
  })()`)
interface Looked {
  SANDBOX_URL: string
  WEBHOOK_SECRET: string
  statuses: number[]
  secrets: string[]
}

const lookedAt = (stdout: string): Looked => JSON.parse(stdout)

function killLater(pid: number) {
  onTestFinished(() => {
    if (realProcesses.find(pid)) process.kill(pid, 'SIGKILL')
  })
}
const gone = (pid: number) => expect.poll(() => realProcesses.find(pid), { timeout: 20_000 }).toBe(undefined)

/** A command that starts another process, and both run for ever. They print their ids and the sandbox's address. */
const family = (beside = '') =>
  node(`
  ${beside}
  const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(forEver)}])
  console.log(JSON.stringify({ pids: [process.pid, child.pid], url: process.env.SANDBOX_URL }))
  ${forEver}`)

/** Waits for the first line of a {@link family}. */
async function familyOf(started: ReturnType<typeof start>): Promise<{ pids: number[]; url: string }> {
  await started.until(() => started.stdout().includes('\n'))
  const born = JSON.parse(started.stdout().split('\n')[0] ?? '')
  born.pids.forEach(killLater)
  return born
}

describe('the environment of the command', () => {
  test('names the sandbox, and one secret is that of every subscription that names none', async () => {
    const folder = ownFolder()
    const { code, stdout } = await run(['run', '--', ...look], { cwd: folder, env: { WEBHOOK_SECRET: '' } })
    const { SANDBOX_URL, WEBHOOK_SECRET, statuses, secrets } = lookedAt(stdout)
    expect([code, statuses, secrets]).toEqual([0, [200, 202], [WEBHOOK_SECRET]])
    expect(WEBHOOK_SECRET).toMatch(/^whsec_/)
    await expect(fetch(SANDBOX_URL)).rejects.toThrow()
    // The sandbox keeps nothing.
    expect(existsSync(join(folder, '.sandbox'))).toBe(false)
  })

  test.each([
    ['WEBHOOK_SECRET of the caller', { env: { WEBHOOK_SECRET: secret } }, []],
    ['--secret', { env: { WEBHOOK_SECRET: 'another' } }, ['--secret', secret]],
  ])('the secret of --to is %s', async (_, options, flags) => {
    const { url } = await startReceiver()
    const { stdout } = await run(['run', '--to', url, ...flags, '--', ...look], options)
    expect(lookedAt(stdout)).toMatchObject({ WEBHOOK_SECRET: secret, secrets: [secret, secret] })
  })

  test('a key pair of another scheme is that of --to, and others keep theirs', async () => {
    const { url } = await startReceiver()
    const args = ['run', '--to', url, '--scheme', 'stripe', '--secret', 'any text', '--', ...look]
    const { WEBHOOK_SECRET, secrets } = lookedAt((await run(args)).stdout)
    expect([WEBHOOK_SECRET, secrets.at(-1), secrets[0]]).toEqual([
      'any text',
      'any text',
      expect.stringMatching(/^whsec_/),
    ])
  })

  test('--data keeps the records', async () => {
    const data = join(ownFolder(), 'kept.db')
    await run(['run', '--data', data, '--', ...node('')])
    expect(existsSync(data)).toBe(true)
  })
})

describe('how it ends', () => {
  test("with the command's exit code, and stdout is the command's alone", async () => {
    const { code, stdout, stderr } = await run(['run', '--', ...node('console.log(1); process.exitCode = 7')])
    expect([code, stdout, lines(stderr).length]).toEqual([7, '1\n', 1])
  })

  test('options after -- are those of the command', async () => {
    const printing = [...node('console.log(process.argv.slice(1).join())'), '--', '--json', '-h', '']
    expect(await run(['run', '--seed', '7', '--', ...printing])).toMatchObject({
      code: 0,
      stdout: '--json,-h,\n',
    })
  })

  test('with 128 and the number of the signal that ended the command', async () => {
    const command = node("process.kill(process.pid, 'SIGKILL')")
    expect((await run(['run', '--', ...command])).code).toBe(137)
  })

  test('with 127 for a command that is missing, and with 126 for one that cannot run', async () => {
    const file = join(ownFolder(), 'text')
    writeFileSync(file, 'no program')
    const [missing, unfit] = [
      await run(['run', '--', 'no-such-command-here']),
      await run(['run', '--', file]),
    ]
    expect([missing.code, unfit.code]).toEqual([127, 126])
    expect(missing.stderr).toContain('no-such-command-here')
  })

  test('with 2 for a call without a command, and for --check without --to', async () => {
    expect((await run(['run'])).code).toBe(2)
    expect((await run(['run', '--check', '--', ...node('')])).code).toBe(2)
  })
})

describe('signals', () => {
  // The first two are sent by tests below too.
  test.each(sample(['SIGHUP'] as const, ['SIGINT', 'SIGTERM', 'SIGHUP'] as const))(
    '%s reaches the command once, which decides',
    async (name) => {
      const counting = `let count = 0
      process.on('${name}', () => { count++; setTimeout(() => process.exit(40 + count), 200) })`
      const started = start(['run', '--', ...family(counting)])
      const { pids } = await familyOf(started)
      started.process.kill(name)
      expect(await started.ended).toBe(41)
      await Promise.all(pids.map(gone))
    },
  )

  test.runIf(hasScript)('Ctrl-C of a terminal reaches the command once', async () => {
    const counting = `let count = 0
      process.on("SIGINT", () => { count++; setTimeout(() => { console.log("count " + count); process.exit() }, 200) })
      console.log("ready")
      ${forEver}`
    const { writes, press } = await startOnTerminal(['run', '--', ...node(counting)])
    await writes('ready')
    press('\x03')
    await writes('count 1')
  })

  test('a command that does not end after SIGTERM is killed', async () => {
    const started = start(['run', '--', ...family("process.on('SIGTERM', () => {})")])
    const { pids } = await familyOf(started)
    started.process.kill('SIGTERM')
    expect(await started.ended).toBe(137)
    await Promise.all(pids.map(gone))
  })

  test('a signal before the command runs ends it, and the command never runs', async () => {
    const file = join(ownFolder(), 'ran')
    const writing = node(`require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`)
    const started = start(['run', '--wait-for', 'http://127.0.0.1:1/', '--', ...writing])
    await started.until(() => started.stderr().includes('http://'))
    started.process.kill('SIGTERM')
    expect([await started.ended, existsSync(file)]).toEqual([143, false])
  })
})

describe('nothing is left running', () => {
  test.each([
    ['run is killed', (started: ReturnType<typeof start>) => started.process.kill('SIGKILL')],
    ['the command is killed', (_: unknown, pid: number) => process.kill(pid, 'SIGKILL')],
  ])('when %s', async (_, kill) => {
    const started = start(['run', '--', ...family()])
    const { pids, url } = await familyOf(started)
    kill(started, pids[0] ?? 0)
    await Promise.all(pids.map(gone))
    await started.ended
    await expect(fetch(url)).rejects.toThrow()
  })

  test('when the program that started run is killed, even if the command ignores SIGTERM', async () => {
    const program = `
      const [command, ...args] = process.argv.slice(1)
      require('node:child_process').spawn(command, args, { stdio: 'inherit', detached: true })
      ${forEver}`
    const inner = ['run', '--', ...family("process.on('SIGTERM', () => {})")]
    const started = startProcess(process.execPath, ['-e', program, process.execPath, builtProgram, ...inner])
    while (!started.stdout().includes('\n')) await once(started.process.stdout, 'data')
    const { pids } = JSON.parse(started.stdout()) as { pids: number[] }
    pids.forEach(killLater)
    const above = realProcesses.find(pids[0] ?? 0)?.parent ?? 0
    killLater(above)
    started.process.kill('SIGKILL')
    await Promise.all([...pids, above].map(gone))
  })
})

describe('--wait-for', () => {
  const waiting = (url: string, ...args: string[]) => ['run', '--wait-for', url, ...args, '--']

  test('ends with 2 if nothing accepts a connection, and says what it waited for', async () => {
    const { port, close } = await startReceiver()
    await close()
    const url = `http://127.0.0.1:${port}/health`
    const { code, stdout, stderr } = await run([
      ...waiting(url, '--wait-timeout', '300ms'),
      ...node('console.log(1)'),
    ])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(url)
    expect(stderr).toContain('ECONNREFUSED')
  })

  test.each(['tcp://127.0.0.1:3000', 'http://127.0.0.1:99999/'])(
    '%s is no address to wait for',
    async (url) => {
      expect((await run([...waiting(url), ...node('')])).code).toBe(2)
    },
  )

  test('runs the command as soon as the receiver listens, whatever it answers', async () => {
    const { port, close } = await startReceiver()
    await close()
    const started = start([...waiting(`127.0.0.1:${port}`), ...node('console.log(1)')])
    await started.until(() => started.stderr().includes('http://'))
    const late = await startReceiver([500], port)
    expect([await started.ended, started.stdout(), late.requests.length]).toEqual([0, '1\n', 1])
  })

  test('a receiver that answers no HEAD request is ready', async () => {
    const silent = await startReceiver([() => {}])
    expect((await run([...waiting(silent.url), ...node('')])).code).toBe(0)
  })

  test('a connection that is closed without an answer is not ready, as in front of a container', async () => {
    const server = createServer((socket) => socket.destroy())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const args = waiting(`http://127.0.0.1:${port}/`, '--wait-timeout', '300ms')
    expect((await run([...args, ...node('')])).code).toBe(2)
  })
})

describe('--check', () => {
  const checking = (url: string) => ['run', '--to', url, '--check', '--', ...node("console.log('ran')")]

  test('runs the command after a check without failures', async () => {
    const right = await startRight()
    const { code, stdout } = await run(checking(right.url), { env: { WEBHOOK_SECRET: secret } })
    expect([code, lines(stdout).at(-1)]).toEqual([0, 'ran'])
  })

  test("does not run the command after a failed one, and ends with the check's exit code", async () => {
    const careless = await startAnswering(() => 200)
    const failed = await run(checking(careless.url))
    expect([failed.code, lines(failed.stdout).at(-1) === 'ran']).toEqual([1, false])
    expect(failed.stdout).toContain('rejects-unsigned')
    careless.die()
    expect((await run(checking(careless.url))).code).toBe(2)
  })
})
