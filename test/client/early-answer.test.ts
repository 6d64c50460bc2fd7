import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { plainWire } from '../../server/client/send.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { outgoing, startSender } from './answers.ts'
import { forEver } from './listener.ts'

const pem = readFileSync(new URL('./certificates/good.pem', import.meta.url), 'latin1')
const tooLarge = 'HTTP/1.1 413 Too Large\r\nContent-Length: 7\r\nConnection: close\r\n\r\ntoo big'

/**
 * A receiver in a thread of its own. Told to, it answers what has begun to come, and ends the connection without having read the
 * rest: by a reset, since there is more to read. `steps` is where both sides say how far they are.
 */
const receiver = `
const { parentPort, workerData: { tls, pem, answer, steps } } = require('node:worker_threads')
const options = tls ? { key: pem, cert: pem } : {}
require(tls ? 'node:tls' : 'node:net').createServer(options, (socket) => {
  socket.on('error', () => {})
  socket.once('data', () => {
    Atomics.wait(steps, 0, 0)
    socket.pause()
    socket.write(answer, () => socket.destroy())
  })
  socket.on('close', () => {
    Atomics.store(steps, 1, 1)
    Atomics.notify(steps, 1)
  })
}).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port) })`

/** Sends a body in slices to a receiver that answers so and is gone before the next slice is written. */
async function sendInto({ tls, answer }: { tls: boolean; answer: string }) {
  const steps = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(receiver, { eval: true, workerData: { tls, pem, answer, steps } })
  onTestFinished(async () => void (await worker.terminate()))
  const port = await new Promise((resolve) => worker.once('message', resolve))
  const time = holdTimers(100)
  const sender = startSender({ outside: time.outside, verifyTls: false })
  const { done } = sender.send(
    outgoing(`http${tls ? 's' : ''}://127.0.0.1:${port}/`, {
      body: Buffer.alloc(300_000),
      wire: { ...plainWire, bytesPerSecond: 1_000_000 },
    }),
    forEver,
  )
  await expect.poll(() => time.waiting()).toBe(1)
  Atomics.store(steps, 0, 1)
  Atomics.notify(steps, 0)
  // Nothing is read here meanwhile.
  expect(Atomics.wait(steps, 1, 0, 5000)).not.toBe('timed-out')
  time.release()
  return done
}

test.each([
  ['TCP', false],
  ['TLS', true],
])(
  'an answer to a body that nobody reads to its end is there, however the connection ends: %s',
  async (_, tls) => {
    const { outcome, response, sentBytes } = await sendInto({ tls, answer: tooLarge })
    expect(outcome).toEqual({ kind: 'responded', status: 413 })
    expect(response?.body.toString()).toBe('too big')
    expect(sentBytes).toBeGreaterThan(100_000)
    expect(sentBytes).toBeLessThan(300_000)
  },
)

test.each([
  ['nothing', '', { part: 'request', total: expect.any(Number) }, undefined],
  ['half an answer', tooLarge.slice(0, -3), { part: 'answer_body', bytes: 4, total: 7 }, 'too '],
])('where %s had come before the reset, it stays one', async (_, answer, progress, came) => {
  const { outcome, response } = await sendInto({ tls: false, answer })
  expect(outcome).toMatchObject({ kind: 'reset', progress })
  expect(response?.body.toString()).toBe(came)
})
