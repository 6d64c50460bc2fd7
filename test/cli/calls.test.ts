import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CallRow } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { portOf } from '../helpers/raw.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { follow, startCable } from './follow.ts'
import { runAt, runHere, startHere } from './here.ts'
import { startStub } from './stub.ts'

/** Calls that nobody answers but each with a path of its own. */
async function callAt(sandbox: TestSandbox, ...paths: string[]) {
  for (const path of paths) await sandbox.call('GET', path)
}
const pathsOf = (out: string[]) =>
  out.map((line) => (JSON.parse(line) as CallRow).path.replace('/api/v0.1', ''))

test('calls prints one line each, the newest last, with the code and what was armed', async () => {
  const sandbox = await startSandbox()
  await callAt(sandbox, '/forgotten', '/webhooks')
  const demo = { authorization: 'demo', identity: 'demo' }
  await sandbox.call('POST', '/cards?a=b', {}, { ...demo, 'sandbox-error': 'insufficient_funds' })
  const { armed_error } = await sandbox.post<{ armed_error: { id: string } }>('/sandbox/armed-errors', {
    outcome: 'reset',
  })
  await expect(sandbox.overSocket('DELETE', '/api/v0.1/cards')).rejects.toThrow()
  const { code, out, log } = await runAt(sandbox, 'calls', '--limit', '3')
  expect([code, log]).toEqual([0, []])
  const time = String.raw`\d\d:\d\d:\d\d\.\d{3}`
  const expected = [
    String.raw`GET    /api/v0\.1/webhooks  200  \d+ ms`,
    String.raw`POST   /api/v0\.1/cards\?a=b  \d+  insufficient_funds  armed by header  \d+ ms`,
    String.raw`DELETE /api/v0\.1/cards  reset  armed ${armed_error.id}  \d+ ms`,
  ]
  expect(out).toEqual(expected.map((line) => expect.stringMatching(`^${time}  ${line}$`)))
})

test('calls filters as the list does, by a path without the prefix or with it', async () => {
  const sandbox = await startSandbox()
  await callAt(sandbox, '/webhooks', '/webhooks?a=1', '/other/1', '/other/2')
  await sandbox.call('PUT', '/other/3')
  const found = async (...args: string[]) => pathsOf((await runAt(sandbox, 'calls', '--json', ...args)).out)
  expect(await found('--path', '/other/*')).toEqual(['/other/1', '/other/2', '/other/3'])
  expect(await found('--path', '/api/v0.1/webhooks')).toEqual(['/webhooks'])
  expect(await found('--path', '*1')).toEqual(['/webhooks?a=1', '/other/1'])
  expect(await found('--method', 'put')).toEqual(['/other/3'])
  expect(await found('--status', '200')).toEqual(['/webhooks', '/webhooks?a=1'])
  expect(await found('--status', '>=500,2xx')).toEqual(['/webhooks', '/webhooks?a=1'])
  expect(await found('--code', 'webhooks_err')).toEqual([])
})

test('the text of a call does not steer the terminal', async () => {
  const call = { seq: 1, at: '2026-01-05T09:00:00.000000Z', method: 'GET', path: '/x\u009b31m\u202e' }
  const answered = { status: 404, error_code: null, armed: null, outcome: null, duration_ms: 1 }
  const stub = await startStub({
    'GET /sandbox/health': { platform: {}, seq: 1, now: call.at },
    'GET /sandbox/calls?limit=20': { calls: [{ ...call, ...answered }] },
  })
  const { out } = await runHere(['calls', '--url', stub.url])
  expect(out).toEqual(['09:00:00.000  GET    /x\ufffd31m\ufffd  404  1 ms'])
  const [json = ''] = (await runHere(['calls', '--json', '--url', stub.url])).out
  expect(json).toContain('/x\\u009b31m\\u202e')
  expect(JSON.parse(json)).toMatchObject(call)
})

test('a pattern finds the same by the command as by the list', async () => {
  const sandbox = await startSandbox()
  await callAt(sandbox, '/cards', '/cards?a=1', '/cards/1', '/customers/1/cards', '/')
  const patterns = ['/cards', '/cards*', '/cards/*', '/api/v0.1/cards*', '*/cards', '*', '/', '/api/v0.1/']
  for (const pattern of patterns) {
    const { calls } = await sandbox.get<{ calls: CallRow[] }>(
      `/sandbox/calls?path=${encodeURIComponent(pattern)}`,
    )
    const { out } = await runAt(sandbox, 'calls', '--json', '--path', pattern)
    expect(pathsOf(out), pattern).toEqual(calls.toReversed().map(({ path }) => path.replace('/api/v0.1', '')))
    expect(calls.length, pattern).toBeGreaterThan(0)
  }
})

test('calls --follow goes on until it is interrupted, and ends with 0', async () => {
  const sandbox = await startSandbox()
  await callAt(sandbox, '/before')
  const following = startHere(['calls', '--follow', '--json', '--url', sandbox.url])
  const has = (count: number) => following.until(() => following.out.length >= count)
  await has(1)
  await callAt(sandbox, '/one', '/two')
  await has(3)
  expect(pathsOf(following.out)).toEqual(['/before', '/one', '/two'])
  expect([await following.signal(), following.log]).toEqual([0, []])
})

test('what follows fits the filters', async () => {
  const sandbox = await startSandbox()
  const following = follow(sandbox.url, ['--path', '/a*', '--method', 'get', '--status', '404,5xx'])
  const several = follow(sandbox.url, ['--path', '/b1,/a*', '--method', 'g*,put'])
  await callAt(sandbox, '/a1', '/b1')
  await sandbox.call('POST', '/a2')
  await callAt(sandbox, '/a3')
  await following.printed(2)
  expect(following.paths()).toEqual(['/a1', '/a3'])
  await several.printed(3)
  expect(several.paths()).toEqual(['/a1', '/b1', '/a3'])
})

test('a call that arrives while the list is read is printed once', async () => {
  const sandbox = await startSandbox()
  let called: Promise<unknown> | undefined
  const following = follow(sandbox.url, [], () => {
    called = callAt(sandbox, '/1')
  })
  await following.printed(1)
  await called
  await callAt(sandbox, '/2')
  await following.printed(2)
  expect(following.paths()).toEqual(['/1', '/2'])
})

test('after a loss it goes on where it was: nothing is missing and nothing told twice', async () => {
  const sandbox = await startSandbox()
  const cable = await startCable(portOf(sandbox.url))
  await callAt(sandbox, '/1')
  const following = follow(cable.url)
  await following.printed(1)
  await callAt(sandbox, '/2')
  await following.printed(2)
  for (const [times, missed, live] of [
    [1, '/3', '/4'],
    [2, '/5', '/6'],
  ] as const) {
    cable.cut()
    await following.lost(times)
    await callAt(sandbox, missed)
    following.retry()
    await following.printed(times * 2 + 1)
    await callAt(sandbox, live)
    await following.printed(times * 2 + 2)
  }
  expect(following.paths()).toEqual(['/1', '/2', '/3', '/4', '/5', '/6'])
  expect(following.log.filter((line) => line.endsWith('is back.'))).toHaveLength(2)
})

test('over two restarts of the sandbox it reads from the database what no socket tells any more', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await startSandbox({ data })
  const cable = await startCable(portOf(first.url))
  await callAt(first, '/a1')
  const following = follow(cable.url, ['--path', '/a*'])
  await following.printed(1)
  await callAt(first, '/a2')
  await following.printed(2)
  cable.leadTo(null)
  await first.close()
  await following.lost()
  const second = await startSandbox({ data })
  await callAt(second, '/a3', '/b', '/a4')
  await second.close()
  const third = await startSandbox({ data })
  cable.leadTo(portOf(third.url))
  following.retry()
  await following.printed(4)
  await callAt(third, '/a5')
  await following.printed(5)
  expect(following.paths()).toEqual(['/a1', '/a2', '/a3', '/a4', '/a5'])
})

test('an empty database that replaces the previous one is printed from its start', async () => {
  const first = await startSandbox()
  const cable = await startCable(portOf(first.url))
  await callAt(first, '/old1', '/old2')
  const following = follow(cable.url)
  await following.printed(2)
  await callAt(first, '/old3')
  await following.printed(3)
  cable.leadTo(null)
  await first.close()
  await following.lost()
  const second = await startSandbox()
  cable.leadTo(portOf(second.url))
  await callAt(second, '/new1')
  following.retry()
  await following.printed(4)
  await callAt(second, '/new2')
  await following.printed(5)
  expect(following.paths().slice(3)).toEqual(['/new1', '/new2'])
})

test('it can be ended while the sandbox is gone', async () => {
  const sandbox = await startSandbox()
  await callAt(sandbox, '/1')
  const following = follow(sandbox.url)
  await following.printed(1)
  await sandbox.close()
  await following.lost()
  await following.close()
  expect(following.log).toHaveLength(1)
})

test.each([
  [['calls', '--limit', '501'], 'must be a whole number from 1 to 500'],
  [['calls', '--status', 'ok'], 'The value must be a whole number such as 404, a comparison'],
])('%j is refused with the next move and exit code 1', async (args, says) => {
  const sandbox = await startSandbox()
  const { code, out, log } = await runAt(sandbox, ...args)
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain(says)
})

test('a server that is not a sandbox is recognised', async () => {
  const receiver = await startReceiver()
  const { code, log } = await runHere(['calls', '--url', new URL(receiver.url).origin])
  expect([code, log]).toEqual([1, [expect.stringContaining('is not a sandbox')]])
})
