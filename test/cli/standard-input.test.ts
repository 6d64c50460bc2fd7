import { expect, test } from 'vitest'
import { sample } from '../helpers/long.ts'
import { builtProgram, startProcess } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { runAt } from './here.ts'
import { hasScript, startOnTerminal } from './pty.ts'
import { run } from './run.ts'

/** Until two commands have ended, so that one that was started before them waits for what it reads. */
async function later(sandbox: TestSandbox) {
  for (let i = 0; i < sample(1, 2); i++) await run(['deliveries', '--url', sandbox.url])
}

/** Starts a command that reads its standard input, on which nothing has come yet. */
function startUnfed(sandbox: TestSandbox, args: string[]) {
  const { process: child, ...started } = startProcess(process.execPath, [builtProgram, ...args], {
    env: { SANDBOX_URL: sandbox.url },
  })
  return async (stdin: string) => {
    child.stdin.on('error', () => {}).end(stdin)
    return { code: await started.ended, stdout: started.stdout(), stderr: started.stderr() }
  }
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

// All in one, for they are whole programs and wait together. The quick form has the others in the tests of these commands.
test('what a command reads from its standard input may come late: payload, body, captures and a session', async () => {
  const { receiver, sandbox, delivery, capture, payload } = await world()
  const other = await startSandbox()
  const captures = (await runAt(sandbox, 'capture', 'export')).out.join('\n')
  const session = (await runAt(sandbox, 'export')).out.join('\n')
  const all = sample(false, true)
  const trigger = all && startUnfed(sandbox, ['trigger', 'card.created', '--payload', '-'])
  const resend = all && startUnfed(sandbox, ['resend', delivery, '--body', '-'])
  const replay = startUnfed(sandbox, ['capture', 'replay', capture, '--to', receiver.url, '--body', '-'])
  const take = startUnfed(other, ['capture', 'import', '-'])
  const play = all && startUnfed(sandbox, ['replay', '-', '--json'])
  await later(sandbox)
  const bodies = () => receiver.requests.slice(1).map(({ body }) => `${body}`)

  if (trigger) expect(await trigger(payload)).toMatchObject({ code: 0, stderr: '' })
  await sandbox.settle()
  if (resend) expect(await resend('late')).toMatchObject({ code: 0, stderr: '' })
  await sandbox.settle()
  expect(await replay('later')).toMatchObject({ code: 0, stderr: '' })
  expect(bodies()).toEqual([...(all ? [payload, 'late'] : []), 'later'])
  expect(await take(captures)).toEqual({ code: 0, stdout: '1 capture imported\n', stderr: '' })
  if (!play) return
  const played = await play(session)
  expect([played.code, JSON.parse(played.stdout)]).toEqual([0, expect.objectContaining({ same: true })])
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
