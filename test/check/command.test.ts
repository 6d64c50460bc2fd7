import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Check } from '../../server/wire.ts'
import { runAt, runHere, startHere } from '../cli/here.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { headerIn, isSigned, rightAnswer, secret, startAnswering, startRight } from './world.ts'

/** Probes that take little time, among them one that a careless receiver fails. */
const few = [
  '--only',
  'rejects-unsigned,rejects-malformed-json,leaks-nothing',
  '--seed',
  '7',
  '--secret',
  secret,
]

/** Accepts requests without a signature. */
const startCareless = () =>
  startAnswering((asked) => (headerIn(asked, 'webhook-signature') === undefined ? 200 : rightAnswer(asked)))
/** Accepts what is no JSON. */
const startLax = () => startAnswering((asked) => (isSigned(asked) ? 200 : 401))

const checkIn = (text: string): Check => JSON.parse(text).check

test('exit codes: 0 nothing failed, 1 something did, 2 it could not be checked', async () => {
  const sandbox = await startSandbox()
  const [right, careless, gone] = [await startRight(), await startCareless(), await startRight()]
  gone.die()
  expect((await runAt(sandbox, 'check', right.url, ...few)).code).toBe(0)
  expect((await runAt(sandbox, 'check', careless.url, ...few)).code).toBe(1)
  expect((await runAt(sandbox, 'check', gone.url, ...few)).code).toBe(2)
  expect((await runAt(sandbox, 'check', right.url, '--only', 'nothing', '--secret', secret)).code).toBe(2)
  expect((await runAt(sandbox, 'check', right.url, '--unknown-flag')).code).toBe(2)
})

test('--fail-on says from which severity on it fails', async () => {
  const sandbox = await startSandbox()
  const [lax, careless] = [await startLax(), await startCareless()]
  const code = async (url: string, failOn: string) =>
    (await runAt(sandbox, 'check', url, ...few, '--fail-on', failOn)).code
  expect([await code(lax.url, 'must'), await code(lax.url, 'should')]).toEqual([0, 1])
  expect([await code(careless.url, 'must'), await code(careless.url, 'never')]).toEqual([1, 0])
})

test('a baseline makes the failures that it has known, and others still count', async () => {
  const sandbox = await startSandbox()
  const careless = await startCareless()
  const file = join(ownFolder(), 'baseline.json')
  const before = await runAt(sandbox, 'check', careless.url, ...few, '--json')
  writeFileSync(file, before.out.join('\n'))
  const again = await runAt(sandbox, 'check', careless.url, ...few, '--json', '--baseline', file)
  expect(again.code).toBe(0)
  expect(checkIn(again.out.join('\n')).probes.find(({ known }) => known)?.id).toBe('rejects-unsigned')
  writeFileSync(file, JSON.stringify({ check: { probes: [] } }))
  expect((await runAt(sandbox, 'check', careless.url, ...few, '--baseline', file)).code).toBe(1)
  writeFileSync(file, 'no report')
  expect((await runAt(sandbox, 'check', careless.url, ...few, '--baseline', file)).code).toBe(2)
})

test('--json prints one document on stdout, and files hold the other reports', async () => {
  const sandbox = await startSandbox()
  const careless = await startCareless()
  const folder = ownFolder()
  const at = (name: string) => join(folder, name)
  const files = ['junit', 'html', 'md', 'ctrf'].flatMap((form) => [`--${form}`, at(form)])
  const { code, out, log } = await runAt(
    sandbox,
    'check',
    careless.url,
    ...few,
    '--json',
    ...files,
    '--github',
  )
  expect(code).toBe(1)
  const check = checkIn(out.join('\n'))
  expect(check.probes.map(({ id }) => id)).toEqual([
    'accepts-valid',
    'rejects-unsigned',
    'rejects-malformed-json',
    'leaks-nothing',
  ])
  expect(log.join('\n')).toContain('::error')
  expect(readFileSync(at('junit'), 'utf8')).toContain('rejects-unsigned')
  expect(readFileSync(at('html'), 'utf8')).toMatch(/^<!doctype html>/i)
  expect(readFileSync(at('md'), 'utf8')).toContain('rejects-unsigned')
  expect(JSON.parse(readFileSync(at('ctrf'), 'utf8')).results.summary.failed).toBe(1)
  const nowhere = at('no/such/folder/report.html')
  expect((await runAt(sandbox, 'check', careless.url, ...few, '--html', nowhere)).code).toBe(2)
})

test('without a secret and without a terminal it exits with 2; WEBHOOK_SECRET is one', async () => {
  const sandbox = await startSandbox()
  const receiver = await startRight()
  const args = ['check', receiver.url, '--url', sandbox.url, '--only', 'rejects-unsigned']
  expect((await runHere(args)).code).toBe(2)
  expect(receiver.asked).toEqual([])
  const given = await runHere(args, { environment: { WEBHOOK_SECRET: secret } })
  expect(given.code).toBe(0)
  expect([...given.out, ...given.log].join('\n')).not.toContain(secret)
})

test('an unknown scheme is refused as such, with or without a secret', async () => {
  const sandbox = await startSandbox()
  const args = ['check', 'http://127.0.0.1:1/', '--scheme', 'strip', '--url', sandbox.url]
  for (const more of [[], ['--secret', secret]]) {
    const { code, log } = await runHere([...args, ...more])
    expect([code, log.join()]).toEqual([2, expect.stringMatching(/scheme.*stripe/)])
  }
})

test('without a sandbox it starts one of its own, whose deliveries the report does not send to', async () => {
  const careless = await startCareless()
  const { code, out } = await runHere(['check', careless.url, ...few], {
    environment: { XDG_DATA_HOME: ownFolder(), HOME: ownFolder() },
  })
  expect(code).toBe(1)
  expect(out.join('\n')).toContain('rejects-unsigned')
  expect(out.join('\n')).not.toContain('deliveries dlv_')
})

test('in a running sandbox the report names the deliveries', async () => {
  const sandbox = await startSandbox()
  const careless = await startCareless()
  const { out } = await runAt(sandbox, 'check', careless.url, ...few)
  const [, id] = /deliveries (dlv_\w+)/.exec(out.join('\n')) ?? []
  expect((await sandbox.delivery(id ?? '')).url).toBe(careless.url)
})

test('--effects without a sandbox needs its port: taken, it exits with 2', async () => {
  const receiver = await startRight()
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const args = ['check', receiver.url, ...few, '--effects', '--port', String(port)]
  const { code } = await runHere(args, { environment: { XDG_DATA_HOME: ownFolder(), HOME: ownFolder() } })
  expect(code).toBe(2)
  expect(receiver.asked).toEqual([])
})

test('two ways to count effects are refused; a command that counts nothing as well', async () => {
  const sandbox = await startSandbox()
  const receiver = await startRight()
  const both = ['--effects', '--effects-cmd', 'echo 1']
  expect((await runAt(sandbox, 'check', receiver.url, ...few, ...both)).code).toBe(2)
  for (const command of ['exit 3', 'echo "<html>" && echo not a number && false'])
    expect((await runAt(sandbox, 'check', receiver.url, ...few, '--effects-cmd', command)).code).toBe(2)
  expect(receiver.asked).toEqual([])
})

test('--effects-cmd counts what a command prints', async () => {
  const sandbox = await startSandbox()
  const file = join(ownFolder(), 'effects')
  writeFileSync(file, '')
  const receiver = await startAnswering((asked) => {
    const status = rightAnswer(asked)
    if (status === 200) writeFileSync(file, 'x\n', { flag: 'a' })
    return status
  })
  const args = [
    'check',
    receiver.url,
    '--secret',
    secret,
    '--only',
    'one-effect-per-event,one-effect-on-duplicate',
  ]
  const { code, out } = await runAt(sandbox, ...args, '--json', '--effects-cmd', `wc -l < '${file}'`)
  expect(code).toBe(1)
  const { probes } = checkIn(out.join('\n'))
  expect(probes.map(({ id, result }) => [id, result])).toEqual([
    ['accepts-valid', 'pass'],
    ['one-effect-per-event', 'pass'],
    ['one-effect-on-duplicate', 'fail'],
  ])
})

test('a signal stops the check, removes its subscription and prints what is known', async () => {
  const sandbox = await startSandbox()
  const receiver = await startAnswering(({ method }) =>
    method === 'GET' || receiver.asked.length < 2 ? 200 : undefined,
  )
  const args = ['check', receiver.url, '--secret', secret, '--timeout', '60s', '--url', sandbox.url, '--json']
  const command = startHere(args)
  await expect.poll(() => receiver.asked.length).toBeGreaterThan(3)
  void command.signal()
  expect(await command.ended).toBe(2)
  const check = checkIn(command.out.join('\n'))
  expect(check).toMatchObject({ state: 'failed', reason_code: 'stopped' })
  expect(check.probes.find(({ id }) => id === 'accepts-valid')?.result).toBe('pass')
  expect(await sandbox.get('/sandbox/subscriptions')).toMatchObject({ subscriptions: [] })
})
