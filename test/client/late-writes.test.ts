import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import { outgoing, startSender } from './answers.ts'
import { forEver } from './listener.ts'

const pem = readFileSync(new URL('./certificates/good.pem', import.meta.url), 'latin1')

/**
 * A receiver over TLS in a thread of its own, which does what the path says to each request. `counts` holds how many
 * requests it has read, how many connections there were, and how many requests it has dealt with.
 */
const receiver = `
const { parentPort, workerData: { pem, counts } } = require('node:worker_threads')
const { TLSSocket } = require('node:tls')
require('node:net').createServer((below) => {
  Atomics.add(counts, 1, 1)
  const socket = new TLSSocket(below, { isServer: true, key: pem, cert: pem })
  for (const one of [below, socket]) one.on('error', () => {})
  const dealt = () => { Atomics.add(counts, 2, 1); Atomics.notify(counts, 2) }
  socket.on('data', (chunk) => {
    Atomics.add(counts, 0, 1)
    const [, path] = String(chunk).split(' ')
    if (path === '/answer') return socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n', dealt)
    if (path === '/closes') return socket.end(dealt)
    below.resetAndDestroy()
    dealt()
  })
}).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port) })`

/**
 * Sends requests to these paths one after the other over TLS. From the second on nothing is read here until the receiver has
 * dealt with it, so that what it does is here before Node tells that the request was written.
 */
async function sendOneByOne(paths: string[]) {
  const counts = new Int32Array(new SharedArrayBuffer(12))
  const worker = new Worker(receiver, { eval: true, workerData: { pem, counts } })
  onTestFinished(async () => void (await worker.terminate()))
  const port = await new Promise((resolve) => worker.once('message', resolve))
  let holdsUp = false
  const outside = {
    ...realOutside(),
    elapsed() {
      // The stage of sending begins in the turn in which the request is written.
      if (holdsUp) process.nextTick(() => Atomics.wait(counts, 2, dealtWith, 150))
      return performance.now()
    },
  }
  let dealtWith = 0
  const sender = startSender({ outside, verifyTls: false })
  const all = []
  for (const path of paths) {
    dealtWith = counts[2] ?? 0
    all.push(await sender.send(outgoing(`https://127.0.0.1:${port}${path}`), forEver).done)
    holdsUp = true
  }
  return { all, requests: counts[0], connections: counts[1] }
}

test('over TLS an answer that is here at once finds the request sent, and the connection stays', async () => {
  const { all, connections } = await sendOneByOne(['/answer', '/answer', '/answer'])
  const [first, ...others] = all
  for (const { outcome, sentBytes, phases } of others) {
    expect(outcome).toEqual({ kind: 'responded', status: 200 })
    expect(sentBytes).toBe(first?.sentBytes)
    expect(phases.wait_ms).not.toBeNull()
  }
  expect(connections).toBe(1)
})

test.each(['reset', 'closed'])(
  'a request that was read whole is not sent again where the receiver %s the connection',
  async (how) => {
    const { all, requests } = await sendOneByOne(['/answer', how === 'reset' ? '/resets' : '/closes'])
    const [first, second] = all
    expect(second?.outcome).toMatchObject({
      kind: 'reset',
      code: how === 'reset' ? 'ECONNRESET' : 'closed',
      perhaps: 'kept_open',
    })
    expect(second?.sentBytes).toBe(first?.sentBytes)
    expect(requests).toBe(2)
  },
)
