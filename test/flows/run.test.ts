import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { realProcesses } from '../../server/cli/processes.ts'
import { secret, startAnswering, startRight } from '../check/world.ts'
import { startHere } from '../cli/here.ts'
import { hasScript, startOnTerminal } from '../cli/pty.ts'
import { lines, run, start } from '../cli/run.ts'
import { ownFolder } from '../helpers/folder.ts'
import { sample } from '../helpers/long.ts'
import { builtProgram, startProcess } from '../helpers/program.ts'
import { quietHost, startReceiver } from '../helpers/receiver.ts'

const node = (code: string) => [process.execPath, '-e', code]
/** A command that ends at once, which a shell does sooner than Node. */
const nothing = ['sh', '-c', '']
const printing = ['sh', '-c', 'echo ran > "$PRINT_TO"']
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
    require('node:fs').writeFileSync(process.env.PRINT_TO || 1, JSON.stringify({
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

/** Starts `run` in this process, to which the sandbox costs a tenth of what it costs a process. */
const startInHere = (args: string[], env: Record<string, string> = {}) =>
  startHere(['run', ...args], { environment: { PATH: process.env.PATH ?? '', ...env } })

/** Runs `run` in this process; the command shares its stdout, so it prints to the file PRINT_TO. */
async function runInHere(args: string[], env: Record<string, string> = {}) {
  const file = join(ownFolder(), 'printed')
  const { ended, out, log } = startInHere(args, { PRINT_TO: file, ...env })
  return { code: await ended, out, log, printed: existsSync(file) ? readFileSync(file, 'utf8') : '' }
}

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
    ['WEBHOOK_SECRET of the caller', { WEBHOOK_SECRET: secret }, []],
    ['--secret', { WEBHOOK_SECRET: 'another' }, ['--secret', secret]],
  ])('the secret of --to is %s', async (_, env, flags) => {
    const { url } = await startReceiver()
    const { printed } = await runInHere(['--to', url, ...flags, '--', ...look], env)
    expect(lookedAt(printed)).toMatchObject({ WEBHOOK_SECRET: secret, secrets: [secret, secret] })
  })

  test('a key pair of another scheme is that of --to, and others keep theirs', async () => {
    const { url } = await startReceiver()
    const args = ['--to', url, '--scheme', 'stripe', '--secret', 'any text', '--', ...look]
    const { WEBHOOK_SECRET, secrets } = lookedAt((await runInHere(args)).printed)
    expect([WEBHOOK_SECRET, secrets.at(-1), secrets[0]]).toEqual([
      'any text',
      'any text',
      expect.stringMatching(/^whsec_/),
    ])
  })

  test('--data keeps the records', async () => {
    const data = join(ownFolder(), 'kept.db')
    await runInHere(['--data', data, '--', ...nothing])
    expect(existsSync(data)).toBe(true)
  })
})

describe('how it ends', () => {
  test("with the command's exit code, and stdout is the command's alone", async () => {
    const { code, stdout, stderr } = await run(['run', '--', ...node('console.log(1); process.exitCode = 7')])
    expect([code, stdout, lines(stderr).length]).toEqual([7, '1\n', 1])
  })

  test('options after -- are those of the command', async () => {
    const printing = ['sh', '-c', 'printf "%s," "$@" > "$PRINT_TO"', 'sh', '--json', '-h', '', '--']
    expect(await runInHere(['--seed', '7', '--', ...printing])).toMatchObject({
      code: 0,
      printed: '--json,-h,,--,',
    })
  })

  test('with 128 and the number of the signal that ended the command', async () => {
    expect((await runInHere(['--', 'sh', '-c', 'kill -KILL $$'])).code).toBe(137)
  })

  test('with 127 for a command that is missing, and with 126 for one that cannot run', async () => {
    const file = join(ownFolder(), 'text')
    writeFileSync(file, 'no program')
    const [missing, unfit] = [await runInHere(['--', 'no-such-command-here']), await runInHere(['--', file])]
    expect([missing.code, unfit.code]).toEqual([127, 126])
    expect(missing.log.join()).toContain('no-such-command-here')
  })

  test('with 2 for a call without a command, and for --check without --to', async () => {
    expect((await runInHere([])).code).toBe(2)
    expect((await runInHere(['--check', '--', ...nothing])).code).toBe(2)
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
    const started = startInHere(['--wait-for', 'http://127.0.0.1:1/', '--', 'touch', file])
    await started.until(() => started.log.join().includes('http://'))
    await started.signal()
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
  const waiting = (url: string, ...args: string[]) => ['--wait-for', url, ...args, '--']

  test('ends with 2 if nothing accepts a connection, and says what it waited for', async () => {
    const { url, close } = await startReceiver([], 0, quietHost)
    await close()
    const { code, printed, log } = await runInHere([...waiting(url, '--wait-timeout', '300ms'), ...printing])
    expect([code, printed]).toEqual([2, ''])
    expect(log.join()).toContain(url)
    expect(log.join()).toContain('ECONNREFUSED')
  })

  test.each(['tcp://127.0.0.1:3000', 'http://127.0.0.1:99999/'])(
    '%s is no address to wait for',
    async (url) => {
      expect((await runInHere([...waiting(url), ...nothing])).code).toBe(2)
    },
  )

  test('runs the command as soon as the receiver listens, whatever it answers', async () => {
    const { port, close } = await startReceiver([], 0, quietHost)
    await close()
    const file = join(ownFolder(), 'printed')
    const started = startInHere([...waiting(`${quietHost}:${port}`), ...printing], { PRINT_TO: file })
    await started.until(() => started.log.join().includes('http://'))
    const late = await startReceiver([500], port, quietHost)
    expect([await started.ended, existsSync(file), late.requests.length]).toEqual([0, true, 1])
  })

  test('a receiver that answers no HEAD request is ready', async () => {
    const silent = await startReceiver([() => {}])
    expect((await runInHere([...waiting(silent.url), ...nothing])).code).toBe(0)
  })

  test('a connection that is closed without an answer is not ready, as in front of a container', async () => {
    const server = createServer((socket) => socket.destroy())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const args = waiting(`http://127.0.0.1:${port}/`, '--wait-timeout', '300ms')
    expect((await runInHere([...args, ...nothing])).code).toBe(2)
  })
})

describe('--check', () => {
  const checking = (url: string) => ['--to', url, '--check', '--', ...printing]

  test('runs the command after a check without failures', async () => {
    const right = await startRight()
    const { code, printed } = await runInHere(checking(right.url), { WEBHOOK_SECRET: secret })
    expect([code, printed]).toEqual([0, 'ran\n'])
  })

  test("does not run the command after a failed one, and ends with the check's exit code", async () => {
    const careless = await startAnswering(() => 200)
    const failed = await runInHere(checking(careless.url))
    expect([failed.code, failed.printed]).toEqual([1, ''])
    expect(failed.out.join('\n')).toContain('rejects-unsigned')
    careless.die()
    expect((await runInHere(checking(careless.url))).code).toBe(2)
  })
})
