import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sized, startCaptures, statusOf } from './world.ts'

test('a binary body is kept to the byte', async () => {
  const sandbox = await startCaptures()
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
  const capture = await sandbox.catch({ headers: [sized(bytes)] }, bytes)
  expect(capture).toMatchObject({ body: null, body_base64: bytes.toString('base64'), body_size: 256 })
  expect(await sandbox.bytesOf(capture.id)).toEqual(bytes)
})

test('a body with a byte-order mark keeps it', async () => {
  const sandbox = await startCaptures()
  const bytes = Buffer.from('\uFEFF{"event":"card.created"}')
  const capture = await sandbox.catch({ headers: [sized(bytes)] }, bytes)
  expect(capture.body).toBe('\uFEFF{"event":"card.created"}')
  expect(await sandbox.bytesOf(capture.id)).toEqual(bytes)
})

test('a body of 0 bytes is kept as one, and is not called omitted', async () => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch({ headers: ['Content-Length: 0'] })
  expect(capture).toMatchObject({ body: '', body_base64: null, body_size: 0, body_omitted: false })
  expect(await sandbox.bytesOf(capture.id)).toHaveLength(0)
})

test('headers are kept in order and case, repeated ones apart, with their odd spacing inside', async () => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch({
    headers: [
      'X-A: 1',
      'x-b: 2',
      'X-a: 3',
      'Set-Cookie: a=b',
      'Cookie: c',
      'cookie: d',
      'X-Empty:',
      'X-Spaced:  a  b ',
      'Content-Length: 0',
    ],
  })
  expect(capture.headers).toEqual([
    ['Host', `127.0.0.1:${sandbox.port}`],
    ['Connection', 'close'],
    ['X-A', '1'],
    ['x-b', '2'],
    ['X-a', '3'],
    ['Set-Cookie', 'a=b'],
    ['Cookie', 'c'],
    ['cookie', 'd'],
    ['X-Empty', ''],
    ['X-Spaced', 'a  b'],
    ['Content-Length', '0'],
  ])
})

test('header bytes above 0x7f are kept as Latin-1', async () => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch({ headers: ['X-Name: caf\u00e9 \u00ff', 'Content-Length: 0'] })
  expect(capture.headers).toContainEqual(['X-Name', 'caf\u00e9 \u00ff'])
})

test('a chunked body is kept whole, its trailers beside it', async () => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch(
    { headers: ['Transfer-Encoding: chunked', 'Trailer: X-Sum'] },
    '5\r\nhello\r\n',
    '1;ext=1\r\n \r\n',
    '6\r\nworld!\r\n0\r\nX-Sum: 12\r\nx-sum: 13\r\n\r\n',
  )
  expect(capture).toMatchObject({
    body: 'hello world!',
    body_size: 12,
    trailers: [
      ['X-Sum', '12'],
      ['x-sum', '13'],
    ],
  })
})

test.each(['GET', 'DELETE', 'OPTIONS'])('a %s may have a body', async (method) => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch({ method, headers: [sized('{"a":1}')] }, '{"a":1}')
  expect(capture).toMatchObject({ method, body: '{"a":1}' })
})

// CONNECT is refused.
test('every method that Node can read is captured', async () => {
  const sandbox = await startCaptures()
  const methods = METHODS.filter((method) => method !== 'CONNECT')
  expect(methods).toEqual(expect.arrayContaining(['PROPFIND', 'PURGE', 'TRACE', 'HEAD', 'M-SEARCH']))
  for (const method of methods) {
    const answer = await sandbox.exchange(sandbox.head({ method, headers: ['Content-Length: 0'] }))
    expect([method, statusOf(answer)]).toEqual([method, 200])
  }
  expect((await sandbox.captures('?limit=500')).map(({ method }) => method).toReversed()).toEqual(methods)
})

test('the path is kept as sent: nothing decoded, nothing made shorter', async () => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch({
    path: '/in/demo//a%2Fb/../c/./?x=%zz&y=a+b?#',
    headers: ['Content-Length: 0'],
  })
  expect(capture).toMatchObject({ endpoint: 'demo', path: '/in/demo//a%2Fb/../c/./', query: 'x=%zz&y=a+b?' })
})

test('HTTP/1.0 without a Host is captured and answered', async () => {
  const sandbox = await startCaptures()
  const answer = await sandbox.exchange('POST /in/demo HTTP/1.0\r\nContent-Length: 2\r\n\r\nok')
  expect(statusOf(answer)).toBe(200)
  expect(await sandbox.newestCapture()).toMatchObject({
    http_version: '1.0',
    body: 'ok',
    headers: [['Content-Length', '2']],
  })
})

test('a sender that asks for 100 Continue gets it', async () => {
  const sandbox = await startCaptures()
  const socket = connect(sandbox.port, '127.0.0.1')
  socket.write(sandbox.head({ headers: [sized('late'), 'Expect: 100-continue'] }))
  const [first] = await new Promise<[Buffer]>((resolve) => socket.once('data', (chunk) => resolve([chunk])))
  expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write('late')
  await new Promise((resolve) => socket.once('close', resolve).resume())
  expect(await sandbox.newestCapture()).toMatchObject({ body: 'late' })
})

test('requests sent one behind the other without waiting are all captured and answered in order', async () => {
  const sandbox = await startCaptures()
  const one = (n: number) => `POST /in/demo/${n} HTTP/1.1\r\n${sandbox.host}\r\nContent-Length: 1\r\n\r\n${n}`
  const last = sandbox.head({ path: '/in/demo/9?reply=418', headers: ['Content-Length: 1'] })
  const answer = await sandbox.exchange(...[1, 2, 3].map(one), last, '9')
  expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '200',
    '200',
    '418',
  ])
  const captures = (await sandbox.captures()).toReversed()
  expect(captures.map(({ path }) => path)).toEqual(['/in/demo/1', '/in/demo/2', '/in/demo/3', '/in/demo/9'])
})

test('a sender that goes away in the middle of its body is on record with what came, and nothing is said of it', async () => {
  const sandbox = await startCaptures()
  await new Promise<void>((resolve) => {
    const socket = connect(sandbox.port, '127.0.0.1', () => {
      socket.write(`${sandbox.head({ headers: ['Content-Length: 100'] })}half`, () => socket.destroy())
    })
    socket.on('close', () => resolve())
  })
  await sandbox.waitFor('kind=capture')
  expect(await sandbox.newestCapture()).toMatchObject({
    body: 'half',
    body_size: 4,
    body_cut: true,
    reply: { status: 0, kind: 'sender_gone', bytes: 4 },
    verdict: {
      result: 'unsigned',
      reason: 'Not checked: the sender disconnected before the body was complete.',
    },
  })
  await sandbox.catch({ headers: ['Content-Length: 5'] }, 'whole')
  expect(await sandbox.newestCapture()).toMatchObject({ body: 'whole', body_cut: false })
  expect(sandbox.troubles).toEqual([])
})

test('an answer that never comes back does not keep the capture from being kept', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', { name: 'slow', reply: { delay_ms: 60_000 } })
  const socket = connect(sandbox.port, '127.0.0.1')
  socket.write(`${sandbox.head({ path: '/in/slow', headers: ['Content-Length: 2'] })}ok`)
  expect(await sandbox.waitFor('kind=capture&endpoint=slow')).toHaveLength(1)
  socket.destroy()
})
