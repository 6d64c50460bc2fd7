import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSets } from '../../server/cli/trigger.ts'
import type { Event } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startProgram } from '../helpers/program.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { run } from './run.ts'

test('--set reads text after = and JSON after :=, and keeps what follows a second =', () => {
  expect(readSets(['card.last_four=4242', 'a:=null', 'b:=[1]', 'url=x=y', 'empty='])).toEqual({
    'card.last_four': '4242',
    a: null,
    b: [1],
    url: 'x=y',
    empty: '',
  })
  expect(() => readSets(['card.last_four'])).toThrow('has no value')
  expect(() => readSets(['a:=nope'])).toThrow('is no JSON')
})

test('trigger finds the sandbox by the file beside its database, and prints what it made', async () => {
  const cwd = ownFolder()
  const sandbox = await startProgram(['--port', '0'], { cwd })
  const { code, stdout, stderr } = await run(['trigger', 'card.created', '--set', 'card.last_four=4242'], {
    cwd,
  })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^card\.created (evt_\w{26})\n {2}--> http:\/\/127\.0\.0\.1:\d+\/in\/demo dlv_\w{26}\n$/,
  )
  const id = /evt_\w+/.exec(stdout)?.[0]
  const { event } = (await (await fetch(`${sandbox.url}/sandbox/events/${id}`)).json()) as { event: Event }
  expect(event.payload).toMatchObject({ card: { last_four: '4242' } })
})

test('trigger takes a whole payload from a file, a count, and answers JSON on request', async () => {
  const sandbox = await startSandbox()
  const file = join(ownFolder(), 'payload.json')
  const payload = {
    event: 'kyc.verification.error',
    occurred_at: '2026-01-01T00:00:00.000000+00:00',
    extra: 1,
  }
  writeFileSync(file, JSON.stringify(payload))
  const args = ['trigger', 'kyc.verification.error', '--payload', file, '--force', '--count', '2', '--json']
  const { code, stdout } = await run([...args, '--url', sandbox.url])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    counts: { events: 2, deliveries: 0 },
    events: [{ payload }, { payload }],
  })
})

test('an event that nobody wants is said so', async () => {
  const sandbox = await startSandbox()
  const { stdout } = await run(['trigger', 'card.created'], { env: { SANDBOX_URL: sandbox.url } })
  expect(stdout).toContain('no enabled subscription wants it')
})

test.each([
  [['trigger', 'card.create'], 'There is no event named card.create. Did you mean card.created?'],
  [['trigger', 'card.created', '--set', 'card.lastfour=1'], 'Did you mean card.last_four?'],
  [['trigger', 'card.created', '--payload', '/nowhere.json'], 'Cannot read /nowhere.json'],
])('%j is refused with the next move and exit code 1', async (args, says) => {
  const sandbox = await startSandbox()
  const { code, stdout, stderr } = await run([...args, '--url', sandbox.url])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(says)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('without a running sandbox it says how to start one', async () => {
  const nobody = await run(['trigger', 'card.created'], { cwd: ownFolder() })
  expect([nobody.code, nobody.stderr]).toEqual([
    1,
    'No sandbox is known to run on .sandbox/sandbox.db. Start one with webhook-sandbox, or name one with --url URL.\n',
  ])
  const gone = await run(['trigger', 'card.created', '--url', 'http://127.0.0.1:1'])
  expect(gone.code).toBe(1)
  expect(gone.stderr).toContain('No sandbox answers at http://127.0.0.1:1')
})

test('an unknown option is refused and help is named', async () => {
  const { code, stderr } = await run(['trigger', 'card.created', '--sett', 'a=b'])
  expect(code).toBe(1)
  expect(stderr).toContain("unknown option '--sett'")
  expect(stderr).toContain('--set')
})

test('a server that is no sandbox is told from one', async () => {
  const receiver = await startReceiver()
  const { code, stderr } = await run(['trigger', 'card.created', '--url', new URL(receiver.url).origin])
  expect([code, stderr.trim().split('\n').length]).toEqual([1, 1])
  expect(stderr).toContain('is no sandbox')
})
