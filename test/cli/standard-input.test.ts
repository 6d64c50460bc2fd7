import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { builtProgram, startProcess } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { hasScript, startOnTerminal } from './pty.ts'
import { run, runAt } from './run.ts'

/** Until two commands have ended, so that one that was started before them waits for what it reads. */
async function later(sandbox: TestSandbox) {
  for (let i = 0; i < 2; i++) await run(['deliveries', '--url', sandbox.url])
}

/** Runs a command whose standard input comes late. */
async function runLate(sandbox: TestSandbox, args: string[], stdin: string) {
  const started = startProcess(process.execPath, [builtProgram, ...args], {
    env: { SANDBOX_URL: sandbox.url },
  })
  await later(sandbox)
  started.process.stdin.on('error', () => {}).end(stdin)
  return { code: await started.ended, stdout: started.stdout(), stderr: started.stderr() }
}

async function world() {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  const { deliveries, events } = await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.request('POST', '/in/demo', '{"n":1}')
  return {
    receiver,
    sandbox,
    delivery: deliveries[0]?.id ?? '',
    payload: JSON.stringify((await sandbox.event(events[0]?.id ?? '')).payload),
    capture: (await sandbox.newestCapture()).id,
  }
}

test('trigger --payload - waits for a payload that comes late', async () => {
  const { receiver, sandbox, payload } = await world()
  expect(await runLate(sandbox, ['trigger', 'card.created', '--payload', '-'], payload)).toMatchObject({
    code: 0,
    stderr: '',
  })
  await sandbox.settle()
  expect(`${receiver.requests[1]?.body}`).toBe(payload)
})

test('resend --body - waits for a body that comes late', async () => {
  const { receiver, sandbox, delivery } = await world()
  const { code, stderr } = await runLate(sandbox, ['resend', delivery, '--body', '-'], 'late')
  expect([code, stderr]).toEqual([0, ''])
  await sandbox.settle()
  expect(`${receiver.requests[1]?.body}`).toBe('late')
})

test.skipIf(!hasScript)('resend --body - reads what somebody types at a terminal, to Ctrl-D', async () => {
  const { receiver, sandbox, delivery } = await world()
  const typing = await startOnTerminal(['resend', delivery, '--body', '-', '--url', sandbox.url])
  await later(sandbox)
  typing.press('typed\n\x04')
  expect(await typing.ended).toBe(0)
  await sandbox.settle()
  expect(`${receiver.requests[1]?.body}`).toBe('typed\n')
})

test('capture replay --body - waits for a body that comes late', async () => {
  const { receiver, sandbox, capture } = await world()
  const { code, stderr } = await runLate(
    sandbox,
    ['capture', 'replay', capture, '--to', receiver.url, '--body', '-'],
    'late',
  )
  expect([code, stderr]).toEqual([0, ''])
  expect(`${receiver.requests[1]?.body}`).toBe('late')
})

test('capture import - waits for captures that come late', async () => {
  const { sandbox } = await world()
  const { stdout } = await runAt(sandbox, 'capture', 'export')
  const other = await startSandbox()
  expect(await runLate(other, ['capture', 'import', '-'], stdout)).toEqual({
    code: 0,
    stdout: '1 taken in\n',
    stderr: '',
  })
})

test('replay - waits for a session that comes late', async () => {
  const { sandbox } = await world()
  const file = join(ownFolder(), 'session.json')
  await runAt(sandbox, 'export', file)
  const { code, stdout } = await runLate(sandbox, ['replay', '-', '--json'], readFileSync(file, 'utf8'))
  expect(JSON.parse(stdout)).toMatchObject({ same: true })
  expect(code).toBe(0)
})
