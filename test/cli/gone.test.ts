import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { retryMs } from '../../server/cli/live.ts'
import { type Outside, realOutside } from '../../server/outside.ts'
import { ownFolder } from '../helpers/folder.ts'
import { portOf } from '../helpers/raw.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { startCable } from './follow.ts'
import { runHere, startHere } from './here.ts'
import { startStories } from './scenario-stub.ts'

/** A server that is gone in the middle of each answer, which begins as one of a sandbox. */
async function startDying(status: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': 1000 })
    response.write('{"session":{\n', () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  { status: 200, args: ['capture', 'export'] },
  { status: 200, args: ['capture', 'har'] },
  { status: 200, args: ['capture', 'body', 'cap_1'] },
  { status: 200, args: ['capture', 'show', 'cap_1'] },
  { status: 200, args: ['export'] },
  { status: 200, args: ['subscriptions'] },
  { status: 404, args: ['rotate', 'sub_1'] },
])('a sandbox that disappears during an answer with $status: $args reports it', async ({ status, args }) => {
  const url = await startDying(status)
  const { code, log } = await runHere([...args, '--url', url])
  expect([code, log]).toEqual([
    1,
    [
      `The sandbox at ${url} closed the connection in the middle of its response. Check whether the sandbox still runs, then try again.`,
    ],
  ])
})

test('an export to a file says so too, and leaves nothing', async () => {
  const folder = ownFolder()
  const url = await startDying(200)
  const { code, log } = await runHere(['export', join(folder, 'session.json'), '--url', url])
  expect([code, log]).toEqual([
    1,
    [expect.stringMatching(/ closed the connection in the middle of its response\. /)],
  ])
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  { args: ['wait', 'capture'], ends: 2, also: '' },
  { args: ['clock', 'advance', '1h'], ends: 1, also: ' The request may have taken effect.' },
])('a sandbox that disappears before it answers: $args reports it', async ({ args, ends, also }) => {
  const server = createServer((request) => request.socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, log } = await runHere([...args, '--url', url])
  expect([code, log]).toEqual([
    ends,
    [
      `The sandbox at ${url} closed the connection before it responded.${also} Check whether the sandbox still runs, then try again.`,
    ],
  ])
})

/** Patience is over as many times as fast, and so is the pause between two tries; not the silence that a busy machine may cause. */
const haste = 100
function hastening(): Outside {
  const real = realOutside()
  return {
    ...real,
    elapsed: () => real.elapsed() * haste,
    after: (ms, run) => real.after(ms === retryMs ? ms / haste : ms, run),
  }
}

test.each(['trigger', 'resend'])(
  '%s --wait ends with 1 where the sandbox does not come back',
  async (command) => {
    const sandbox = await startSandbox()
    await sandbox.subscribe((await startReceiver([503])).url)
    const { deliveries } = await sandbox.trigger('card.created')
    await sandbox.settle()
    const what = command === 'resend' ? (deliveries[0]?.id ?? '') : 'card.created'
    const waiting = startHere(
      [command, what, '--wait', '--until', 'settled', '--timeout', '1h', '--url', sandbox.url],
      {
        outside: hastening(),
        watched: true,
      },
    )
    await waiting.until(() => waiting.painted.some(([line]) => line === '0 of 1 deliveries have ended'))
    await waiting.until(() => waiting.log.length > 0)
    await sandbox.close()
    expect(await waiting.ended).toBe(1)
    expect(waiting.log).toEqual([
      expect.stringContaining(' retries the delivery at '),
      expect.stringMatching(/^Lost the sandbox at /),
      expect.stringMatching(
        /^The sandbox at \S+ has been gone for 10 s: .*\. Start the sandbox again\. Its records are still in the database\.$/,
      ),
    ])
  },
)

test('scenario run ends with 1 where the sandbox does not come back', async () => {
  const stories = await startStories()
  const running = startHere(['scenario', 'run', 'good', '--url', stories.url], { outside: hastening() })
  await running.until(() => running.out.length > 0)
  stories.close()
  expect(await running.ended).toBe(1)
  expect(running.log.at(-1)).toMatch(/^The sandbox at \S+ has been gone for 10 s: /)
})

test('a sandbox that is started again meanwhile is waited for on', async () => {
  const config = { data: join(ownFolder(), 'sandbox.db'), delivery: { retry_delays: ['1s'], jitter: 0 } }
  const first = await startSandbox(config)
  const receiver = await startReceiver([503, 200])
  await first.subscribe(receiver.url)
  const cable = await startCable(portOf(first.url))
  const waiting = startHere(['trigger', 'card.created', '--wait', '--url', cable.url])
  await waiting.until(() => waiting.out.length > 0)
  cable.leadTo(null)
  await first.close()
  await waiting.until(() => waiting.log.length > 0)
  cable.leadTo(portOf((await startSandbox(config)).url))
  expect(await waiting.ended).toBe(0)
  expect(waiting.log).toContain(`The sandbox at ${cable.url} is back.`)
})
