import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { drainMs } from '../../../server/drain.ts'
import { realOutside } from '../../../server/outside.ts'
import { portOf } from '../../helpers/raw.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { sized, startCaptures } from '../world.ts'

/** A connection that says how it ended, and what came on it piece by piece. */
function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  const pieces: string[] = []
  const seen: (() => void)[] = []
  socket.on('data', (chunk) => {
    pieces.push(chunk.toString('latin1'))
    for (const tell of seen.splice(0)) tell()
  })
  const ended = new Promise<string>((resolve) => {
    socket.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    socket.on('close', () => resolve('closed'))
  })
  onTestFinished(() => void socket.destroy())
  return {
    socket,
    pieces,
    ended,
    send: (text: string) => void socket.write(text),
    more: () => new Promise<void>((resolve) => seen.push(resolve)),
  }
}
const request = (port: number, path = '/in/demo', method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 2\r\n\r\n{}`

/** A sandbox whose waits of these lengths are ended by hand. */
async function heldSandbox(...lengths: number[]) {
  const real = realOutside()
  const held: { ms: number; run: () => void }[] = []
  const told: (() => void)[] = []
  const outside = {
    ...real,
    after(ms: number, run: () => void) {
      if (!lengths.includes(ms)) return real.after(ms, run)
      held.push({ ms, run })
      for (const tell of told.splice(0)) tell()
      return () => {}
    },
  }
  const sandbox = await startSandbox({}, outside)
  return {
    ...sandbox,
    port: portOf(sandbox.url),
    /** The next wait, once it has begun. */
    async wait() {
      while (held.length === 0) await new Promise<void>((resolve) => told.push(resolve))
      return held.shift() as { ms: number; run: () => void }
    },
  }
}

test('reset cuts the connection with a reset, after the request is written down', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: { outcome: 'reset' } })
  const sender = open(sandbox.port)
  sender.send(request(sandbox.port))
  expect(await sender.ended).toBe('ECONNRESET')
  expect(sender.pieces).toEqual([])
  expect((await sandbox.newestCapture()).reply).toMatchObject({ status: 0, kind: 'cut', to: null })
})

test('hang never answers, and ends when the sender leaves', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: [{ outcome: 'hang' }, { status: 204 }] })
  const sender = open(sandbox.port)
  sender.send(request(sandbox.port))
  await sandbox.waitFor('kind=capture')
  expect((await sandbox.newestCapture()).reply).toMatchObject({
    status: 0,
    kind: 'hang',
    step: { number: 1, of: 2 },
  })
  sender.socket.end()
  expect(await sender.ended).toBe('closed')
  expect((await sandbox.catch({ headers: [sized('')] })).reply.status).toBe(204)
})

test.each([
  ['/in/demo?reply=reset', 'ECONNRESET', { kind: 'cut', forced: 'reset' }],
  ['/in/demo/deep?reply=hang', 'closed', { kind: 'hang', forced: 'hang' }],
])('%s forces it', async (path, end, facts) => {
  const sandbox = await startCaptures()
  const sender = open(sandbox.port)
  sender.send(request(sandbox.port, path))
  await sandbox.waitFor('kind=capture')
  expect((await sandbox.newestCapture()).reply).toMatchObject({ status: 0, ...facts })
  if (end === 'closed') sender.socket.end()
  expect(await sender.ended).toBe(end)
})

test('a hang holds up neither a reset, which cuts it, nor the end of the sandbox', async () => {
  const real = realOutside()
  let isCut = false
  /** What the end gives attempts under way is longer, so that no busy machine takes as long. */
  const after = (ms: number, run: () => void) =>
    ms === drainMs
      ? real.after(6 * ms, () => {
          isCut = true
          run()
        })
      : real.after(ms, run)
  const sandbox = await startCaptures({ delivery: { timeout: '0' } }, { ...real, after })
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: { outcome: 'hang' } })
  const first = open(sandbox.port)
  first.send(request(sandbox.port))
  await sandbox.waitFor('kind=capture')
  await sandbox.post('/sandbox/reset', { keep: ['endpoints'] })
  expect(await first.ended).toBe('closed')
  expect(first.pieces).toEqual([])
  // A delivery of its own hangs there as well.
  await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await sandbox.trigger('card.created')
  await sandbox.waitFor('kind=capture')
  await sandbox.close()
  expect(isCut).toBe(false)
})

test('a slow body: its head comes at once, and the rest piece by piece over the time set', async () => {
  const sandbox = await heldSandbox(49)
  const body = 'abcdefghij'
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: { status: 201, body, body_ms: 245 } })
  const sender = open(sandbox.port)
  sender.send(request(sandbox.port))
  await sender.more()
  expect(sender.pieces.join('')).toMatch(/^HTTP\/1\.1 201 [\s\S]*content-length: 10\r\n[\s\S]*\r\n\r\n$/i)
  let total = 0
  const bodies: string[] = []
  for (const _ of 'five!') {
    const { ms, run } = await sandbox.wait()
    total += ms
    const more = sender.more()
    run()
    await more
    bodies.push(sender.pieces.at(-1) ?? '')
  }
  expect(total).toBe(245)
  expect(bodies).toEqual(['ab', 'cd', 'ef', 'gh', 'ij'])
})

test('a slow body and a delayed answer end when the sender leaves, and a reset cuts them', async () => {
  const sandbox = await heldSandbox(41, 20_000)
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: { body: 'abcdef', body_ms: 123 } })
  const sender = open(sandbox.port)
  sender.send(request(sandbox.port))
  await sender.more()
  await sandbox.post('/sandbox/reset')
  expect(await sender.ended).toBe('closed')
  await sandbox.post('/sandbox/endpoints', { name: 'late', reply: { status: 200, delay_ms: 20_000 } })
  const late = open(sandbox.port)
  late.send(request(sandbox.port, '/in/late'))
  expect((await sandbox.wait()).ms).toBe(41)
  expect((await sandbox.wait()).ms).toBe(20_000)
  await sandbox.post('/sandbox/reset')
  expect(await late.ended).toBe('closed')
  expect(late.pieces).toEqual([])
})

test.each([
  ['HEAD', { status: 200, body: 'abc', body_ms: 5000 }, 'content-length: 3'],
  ['POST', { status: 204, body: 'abc' }, '204 No Content'],
  ['POST', { status: 304, body: 'abc', body_ms: 5000 }, '304 Not Modified'],
  ['POST', { status: 205, template: '{{body}}' }, '205 Reset Content'],
])('%s answered with %j has no body, and the connection goes on', async (method, reply, holds) => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply })
  await sandbox.post('/sandbox/endpoints', {
    name: 'last',
    reply: { status: 418, headers: { connected: 'yes' } },
  })
  const last = request(sandbox.port, '/in/last').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  const answer = await sandbox.exchange(request(sandbox.port, '/in/demo', method), last)
  const [first = '', second = ''] = answer.split('\r\n\r\n')
  expect(first).toContain(holds)
  expect(second).toMatch(/^HTTP\/1\.1 418 /)
})

test('?delay holds a forced answer back, and nothing else', async () => {
  const sandbox = await heldSandbox(2000)
  const held = sandbox.request('POST', '/in/demo?reply=503&delay=2s', {})
  const { ms, run } = await sandbox.wait()
  expect(ms).toBe(2000)
  expect((await sandbox.newestCapture()).reply).toMatchObject({
    status: 503,
    kind: 'forced',
    delay_ms: 2000,
  })
  run()
  expect((await held).status).toBe(503)
  expect((await sandbox.request('POST', '/in/demo?delay=2s', {})).status).toBe(200)
})
