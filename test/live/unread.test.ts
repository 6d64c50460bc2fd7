import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { holdTimers } from '../helpers/held-time.ts'
import { portOf } from '../helpers/raw.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { newestSeq, watch } from './world.ts'

/** A client that shakes hands and reads nothing from then on. */
async function openDeaf(url: string): Promise<Socket> {
  const deaf = connect(portOf(url), '127.0.0.1')
  onTestFinished(() => void deaf.destroy())
  deaf.write(
    `GET /sandbox/live HTTP/1.1\r\nHost: 127.0.0.1:${portOf(url)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  )
  await new Promise((resolve) => deaf.once('readable', resolve))
  return deaf.pause()
}

const big = { authorization: 'demo', identity: 'demo'.repeat(3500) }
const callHundred = (sandbox: TestSandbox) =>
  Promise.all(Array.from({ length: 100 }, () => sandbox.call('GET', '/webhooks', undefined, big)))

test('a client that does not read is cut loose, and the others miss nothing', async () => {
  // A ping that it does not answer would end it too.
  const sandbox = await startSandbox({}, holdTimers(15_000).outside)
  const deaf = await openDeaf(sandbox.url)
  const gone = new Promise<void>((resolve) => {
    deaf.on('error', () => resolve())
    deaf.on('close', () => resolve())
  })
  const steady = await watch(sandbox.url)
  await steady.greeted()
  const before = await newestSeq(sandbox)
  for (let round = 0; round < 15; round++) {
    await callHundred(sandbox)
    await steady.untilSeq(await newestSeq(sandbox))
  }
  expect(steady.news().map(({ seq }) => seq)).toEqual(Array.from({ length: 1500 }, (_, i) => before + 1 + i))
  deaf.resume()
  await gone
  expect(steady.socket.readyState).toBe(steady.socket.OPEN)
})

test('what lies before a hundred clients that do not read is kept once for all of them', async () => {
  const sandbox = await startSandbox()
  for (let n = 0; n < 100; n++) await openDeaf(sandbox.url)
  const before = process.memoryUsage().rss
  for (let round = 0; round < 5; round++) await callHundred(sandbox)
  // Seven megabytes for each of them are seven hundred.
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
})
