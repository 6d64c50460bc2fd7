import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { quick, sample, test } from '../helpers/long.ts'
import { heldMb } from '../helpers/memory.ts'
import { refusalIn, sized, startCaptures, statusOf } from './world.ts'

/** Writes so many bytes as fast as they are taken and answers all that comes back. */
const upload = (port: number, head: string, size: number, watch: () => void = () => {}) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => (text += data))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.write(head)
    const piece = Buffer.alloc(1_000_000, 'x')
    let left = size
    function push() {
      while (left > 0) {
        const part = piece.subarray(0, Math.min(left, piece.length))
        left -= part.length
        watch()
        if (!socket.write(part)) return void socket.once('drain', push)
      }
    }
    push()
  })

test('100 MB are refused with 413 in little memory, and the sender sees it', async () => {
  const sandbox = await startCaptures()
  const size = 100_000_000
  const before = heldMb()
  let pieces = 0
  let most = 0
  const answer = await upload(
    sandbox.port,
    sandbox.head({ headers: [`Content-Length: ${size}`] }),
    size,
    () => {
      if (pieces++ % 20 === 0) most = Math.max(most, heldMb() - before)
    },
  )
  expect(statusOf(answer)).toBe(413)
  expect(most).toBeLessThan(40)
  expect(await sandbox.newestCapture()).toMatchObject({ body: null, body_size: size, reply: { status: 413 } })
})

quick('who asks before sending too much is answered 413 without being told to go on', async () => {
  const sandbox = await startCaptures({ body_limit_bytes: 1000 })
  const answer = await sandbox.exchange(
    sandbox.head({ headers: ['Content-Length: 100000000', 'Expect: 100-continue'] }),
  )
  expect(answer).not.toContain('100 Continue')
  expect(statusOf(answer)).toBe(413)
  expect(await sandbox.newestCapture()).toMatchObject({
    body: null,
    body_omitted: true,
    body_cut: false,
    body_size: 100_000_000,
    expects_continue: true,
    reply: { status: 413 },
  })
})

quick('an expectation that nobody knows is captured at an endpoint and refused elsewhere', async () => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch({ headers: [sized('ok'), 'Expect: the-unexpected'] }, 'ok')
  expect([statusOf(capture.answer), capture.body, capture.expects_continue]).toEqual([200, 'ok', false])
  const elsewhere = await sandbox.exchange(
    sandbox.head({ path: '/sandbox/health', headers: ['Expect: the-unexpected'] }),
  )
  expect(statusOf(elsewhere)).toBe(417)
  expect(refusalIn(elsewhere)).toMatchObject({
    code: 'expectation_unknown',
    message: 'Unknown expectation: the-unexpected.',
  })
})

test('a gzip bomb is kept as it came', async () => {
  const sandbox = await startCaptures()
  const bomb = gzipSync(Buffer.alloc(200_000_000))
  const before = heldMb()
  const capture = await sandbox.catch({ headers: ['Content-Encoding: gzip', sized(bomb)] }, bomb)
  expect(heldMb() - before).toBeLessThan(20)
  expect(capture).toMatchObject({ body: null, body_size: bomb.length, event: null })
  expect(await sandbox.bytesOf(capture.id)).toEqual(bomb)
})

quick.each([
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0xc3, 0x28, 0x7d])],
  ['half a surrogate pair, as UTF-8 would write it', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['half a surrogate pair, escaped', Buffer.from('{"event":"\\ud800"}')],
  ['NULs', Buffer.from('{"event":"card.created\0"}\0\0')],
])('%s in a body are kept to the byte and hurt nothing', async (_, bytes) => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch({ headers: ['Content-Type: application/json', sized(bytes)] }, bytes)
  expect([statusOf(capture.answer), capture.body_size]).toEqual([200, bytes.length])
  expect(await sandbox.bytesOf(capture.id)).toEqual(bytes)
  const { captures } = await sandbox.get<{ captures: unknown[] }>('/sandbox/captures?q=event')
  expect(captures.length).toBeLessThanOrEqual(1)
  expect(sandbox.troubles).toEqual([])
})

test('thousands of tiny requests on a few connections are all captured, and memory stays flat', async () => {
  const data = `${ownFolder()}/sandbox.db`
  const sandbox = await startCaptures({ data, retention: { records: 1000 } })
  const tiny = `GET /in/demo HTTP/1.1\r\n${sandbox.host}\r\n\r\n`
  const round = async (connections: number, each: number) => {
    const last = sandbox.head({ method: 'GET' })
    const answers = await Promise.all(
      Array.from({ length: connections }, () => sandbox.exchange(tiny.repeat(each - 1) + last)),
    )
    for (const answer of answers) expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(each)
  }
  // News of the newest is kept for pages that come back, up to a bound that is reached first.
  await round(10, 2600)
  const before = heldMb()
  await round(10, 600)
  expect(heldMb() - before).toBeLessThan(8)
  const { endpoint } = await sandbox.get<{ endpoint: { captures: number } }>('/sandbox/endpoints/demo')
  expect(endpoint.captures).toBe(32_000)
})

quick('who sends thousands of requests without waiting keeps nobody else from being answered', async () => {
  const sandbox = await startCaptures()
  const count = sample(1500, 2500)
  const bodyOf = (i: number) => `{"event":"card.created","n":${i}}`
  const flood = Array.from(
    { length: count },
    (_, i) => `POST /in/flood HTTP/1.1\r\n${sandbox.host}\r\n${sized(bodyOf(i))}\r\n\r\n${bodyOf(i)}`,
  ).join('')
  await sandbox.post('/sandbox/endpoints', { name: 'flood', reply: { template: '<{{json.n}}>' } })
  const order: number[] = []
  let isOver = false
  const socket = connect(sandbox.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const done = new Promise<void>((resolve, reject) => {
    let rest = ''
    socket.on('error', reject)
    socket.on('data', (data) => {
      const text = rest + data
      order.push(...[...text.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n)))
      rest = text.slice(Math.max(text.lastIndexOf('<'), text.lastIndexOf('>') + 1))
      if (order.length < count) return
      isOver = true
      resolve()
    })
  })
  socket.write(flood)
  let answered = 0
  let longest = 0
  await new Promise((resolve) => socket.once('data', resolve))
  while (!isOver) {
    const before = order.length
    await sandbox.exchange(sandbox.head({ path: '/in/other', headers: ['Content-Length: 0'] }))
    if (isOver) break
    longest = Math.max(longest, order.length - before)
    answered++
  }
  await done
  expect(answered).toBeGreaterThan(5)
  // While another request waits for its response, at most half of the flood is answered.
  expect(longest).toBeLessThan(count / 2)
  expect(order).toEqual(Array.from({ length: count }, (_, i) => i))
  const { endpoint } = await sandbox.get<{ endpoint: { captures: number } }>('/sandbox/endpoints/flood')
  expect(endpoint.captures).toBe(count)
  expect(sandbox.troubles).toEqual([])
})
