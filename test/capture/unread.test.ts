import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { refusalOf } from '../../server/http/unreadable.ts'
import { refusalIn, sized, startCaptures, statusOf } from './world.ts'

/** What came back until the other side closed; the socket can still be written to. */
function opened(port: number): { socket: Socket; closed: Promise<string> } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.on('error', () => {})
  return { socket, closed: new Promise((resolve) => socket.on('end', () => resolve(text))) }
}

const line = (host: string, rest: string[]) => ['POST /in/demo HTTP/1.1', host, ...rest, '', ''].join('\r\n')

test.each([
  ['a method nobody knows', 'BREW /in/demo HTTP/1.1', [], /method/],
  ['a NUL in the path', 'POST /in/demo/a\0b HTTP/1.1', ['Content-Length: 9'], /target/],
  ['a blank in the query', 'POST /in/demo?a b HTTP/1.1', ['Content-Length: 9'], /target contains a blank/],
  ['a version that is none', 'POST /in/demo HTTP/9.9', ['Content-Length: 9'], /version/],
  ['a NUL in a header', 'POST /in/demo HTTP/1.1', ['X-A: b\0c', 'Content-Length: 9'], /header/],
  [
    'a Content-Length beside chunks',
    'POST /in/demo HTTP/1.1',
    ['Content-Length: 5', 'Transfer-Encoding: chunked'],
    /Transfer-Encoding/,
  ],
  [
    'two Content-Lengths',
    'POST /in/demo HTTP/1.1',
    ['Content-Length: 5', 'Content-Length: 6'],
    /Content-Length/,
  ],
  [
    'a Content-Length that is no number',
    'POST /in/demo HTTP/1.1',
    ['Content-Length: five'],
    /Content-Length/,
  ],
])('%s is refused with the reason and recorded', async (_, first, headers, reason) => {
  const sandbox = await startCaptures()
  const answer = await sandbox.exchange(`${[first, sandbox.host, ...headers, '', ''].join('\r\n')}hello`)
  expect(statusOf(answer)).toBe(400)
  const { code, message, fix } = refusalIn(answer)
  expect([code, message, fix]).toEqual([
    'request_malformed',
    expect.stringMatching(reason),
    expect.stringMatching(/\.$/),
  ])
  const capture = await sandbox.newestCapture()
  expect(capture).toMatchObject({
    endpoint: 'demo',
    method: first.split(' ')[0],
    target: first.slice(first.indexOf(' ') + 1, first.lastIndexOf(' ')),
    body: 'hello',
    body_cut: true,
    reply: { status: 400, kind: 'refused', refused: { message } },
    verdict: { result: 'unsigned', reason: `Not checked: ${message}` },
  })
  expect(capture.headers).toEqual([sandbox.host, ...headers].map((text) => text.split(': ')))
})

test.each([
  ['X-A: b\r\n c: d\r\n\te', 'b c: d e'],
  ['X-A: b  \r\n \t c', 'b c'],
  ['X-A:\r\n c', 'c'],
])('a header that goes on in a second line (%j) is refused, and recorded as one', async (folded, value) => {
  const sandbox = await startCaptures()
  const headers = [folded, 'X-B: 1', 'Content-Length: 0', '', '']
  const answer = await sandbox.exchange(['POST /in/demo HTTP/1.1', sandbox.host, ...headers].join('\r\n'))
  const { message } = refusalIn(answer)
  expect([statusOf(answer), message]).toEqual([400, expect.stringContaining('continues in a second line')])
  expect(await sandbox.newestCapture()).toMatchObject({
    headers: [sandbox.host.split(': '), ['X-A', value], ['X-B', '1'], ['Content-Length', '0']],
    reply: { status: 400, kind: 'refused', refused: { message } },
  })
})

test("a folded line in a packet of its own is explained by the parser's reason", () => {
  const reason = 'Unexpected whitespace after header value'
  const error = Object.assign(new Error(), { code: 'HPE_INVALID_HEADER_TOKEN', reason, bytesParsed: 0 })
  const failure = refusalOf({ ...error, rawPacket: Buffer.from(' c\r\n\r\n') })
  expect(failure?.message).toContain('continues in a second line')
})

test('a trailer that goes on in a second line is refused as well', async () => {
  const sandbox = await startCaptures()
  const head = sandbox.head({ headers: ['Transfer-Encoding: chunked'] })
  const answer = await sandbox.exchange(`${head}2\r\nok\r\n0\r\nX-T: 1\r\n 2\r\n\r\n`)
  const { message } = refusalIn(answer)
  expect([statusOf(answer), message]).toEqual([400, expect.stringContaining('continues in a second line')])
  expect(await sandbox.newestCapture()).toMatchObject({
    body: 'ok',
    body_cut: true,
    trailers: [],
    reply: { status: 400, kind: 'refused', refused: { message } },
  })
})

test('an unreadable request of a foreign page, or to no endpoint, is answered and not recorded', async () => {
  const sandbox = await startCaptures()
  const of = (path: string, headers: string[]) =>
    sandbox.exchange(`BREW ${path} HTTP/1.1\r\n${[sandbox.host, ...headers].join('\r\n')}\r\n\r\n`)
  expect(statusOf(await of('/in/demo', ['Origin: https://evil.example']))).toBe(400)
  expect(statusOf(await of('/elsewhere', []))).toBe(400)
  expect(statusOf(await of('/in/', []))).toBe(400)
  expect(await sandbox.captures()).toEqual([])
})

test.each([
  ['2 ;a=b', 'followed by CR LF'],
  ['two', 'size in hex'],
  ['fffffffffffffffff', 'the size of a chunk is too large'],
])('the refusal of a chunk that begins with %j names the mistake', async (first, says) => {
  const sandbox = await startCaptures()
  const head = sandbox.head({ headers: ['Transfer-Encoding: chunked'] })
  expect(refusalIn(await sandbox.exchange(head, `${first}\r\nhi\r\n0\r\n\r\n`)).message).toContain(says)
})

test('the refusal of TLS on this port names the mistake', async () => {
  const sandbox = await startCaptures()
  const answer = await sandbox.exchange(Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 1, 2, 3, 4, 5]))
  expect(refusalIn(answer)).toMatchObject({
    message: expect.stringContaining('TLS'),
    fix: expect.stringContaining('http://'),
  })
})

test('a head of 1 MB is refused with 431, and its sender sees that', async () => {
  const sandbox = await startCaptures()
  const { socket, closed } = opened(sandbox.port)
  socket.write(
    line(
      sandbox.host,
      Array.from({ length: 20_000 }, (_, i) => `X-${i}: ${'y'.repeat(40)}`),
    ),
  )
  const answer = await closed
  socket.destroy()
  expect([statusOf(answer), refusalIn(answer).code]).toEqual([431, 'headers_too_large'])
  expect(await sandbox.newestCapture()).toMatchObject({
    path: '/in/demo',
    body_cut: true,
    reply: { status: 431 },
  })
})

test('2500 headers within the size are kept, every one', async () => {
  const sandbox = await startCaptures()
  const many = Array.from({ length: 2500 }, (_, i) => `x${i}:`)
  const capture = await sandbox.catch({ headers: [...many, sized('ok')] }, 'ok')
  expect(capture.headers).toHaveLength(2503)
  expect(capture.body).toBe('ok')
})

test.each([
  ['a chunk without a size', '5\r\nhello\r\nzz\r\n', 'hello'],
  ['a chunk longer than it says', '3\r\nhello\r\n', 'hel'],
])('%s: recorded with what came before, refused with the reason', async (_, body, kept) => {
  const sandbox = await startCaptures()
  const answer = await sandbox.exchange(sandbox.head({ headers: ['Transfer-Encoding: chunked'] }), body)
  expect([statusOf(answer), refusalIn(answer).code]).toEqual([400, 'request_malformed'])
  expect(await sandbox.newestCapture()).toMatchObject({
    body: kept,
    body_cut: true,
    framing: 'chunked',
    reply: { status: 400, kind: 'refused', refused: { message: refusalIn(answer).message } },
  })
  expect(sandbox.troubles).toEqual([])
})

test.each([
  ['Content-Length: 100', 'half'],
  ['Transfer-Encoding: chunked', '64\r\nhalf'],
])(
  'a sender that ends its side within a body (%s) gets a refusal, and the received part is recorded',
  async (framing, sent) => {
    const sandbox = await startCaptures()
    const { socket, closed } = opened(sandbox.port)
    socket.end(`${line(sandbox.host, [framing])}${sent}`)
    const answer = await closed
    const { message } = refusalIn(answer)
    expect([statusOf(answer), message]).toEqual([
      400,
      expect.stringContaining('before the request was complete'),
    ])
    await sandbox.waitFor('kind=capture')
    expect(await sandbox.newestCapture()).toMatchObject({
      body: 'half',
      body_cut: true,
      reply: { status: 400, kind: 'refused', refused: { message } },
    })
  },
)

test('a sender that ends its side after a whole request gets its answer', async () => {
  const sandbox = await startCaptures()
  const { socket, closed } = opened(sandbox.port)
  socket.end(`${line(sandbox.host, ['Content-Length: 2'])}ok`)
  expect(statusOf(await closed)).toBe(200)
  expect(await sandbox.newestCapture()).toMatchObject({ body: 'ok', body_cut: false })
})

test('an unreadable request after complete requests is answered after them', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', { name: 'late', reply: { delay_ms: 30 } })
  const one = `POST /in/late HTTP/1.1\r\n${sandbox.host}\r\nContent-Length: 1\r\n\r\n1`
  const answer = await sandbox.exchange(one, one, 'BREW /in/late HTTP/1.1\r\n\r\n')
  expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '400'])
  const broken = `POST /in/late HTTP/1.1\r\n${sandbox.host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`
  const second = await sandbox.exchange(one, broken)
  expect([...second.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '400'])
})

test('slow senders are cut off at the time-out, in the head and in the body, and hold up nobody', async () => {
  const sandbox = await startCaptures({ receive_timeout_ms: 1500 })
  const heads = Array.from({ length: 20 }, () => opened(sandbox.port))
  for (const { socket } of heads) socket.write(`POST /in/demo HTTP/1.1\r\n${sandbox.host}\r\nX-Slow: `)
  const body = opened(sandbox.port)
  body.socket.write(`${line(sandbox.host, ['Content-Length: 100'])}slow`)
  const quick = await sandbox.catch({ path: '/in/quick', headers: [sized('ok')] }, 'ok')
  expect(statusOf(quick.answer)).toBe(200)
  const answers = await Promise.all([...heads, body].map(({ closed }) => closed))
  for (const { socket } of [...heads, body]) socket.destroy()
  for (const answer of answers)
    expect([statusOf(answer), refusalIn(answer).code]).toEqual([408, 'request_timeout'])
  expect(
    (await sandbox.captures('?endpoint=demo')).map(({ body_cut, reply }) => [body_cut, reply.status]),
  ).toEqual([[true, 408]])
})

test('HTTP/1.1 without a Host is refused with the reason, and recorded where it names an endpoint', async () => {
  const sandbox = await startCaptures()
  const answer = await sandbox.exchange('POST /in/demo HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello')
  const { code, message } = refusalIn(answer)
  expect([statusOf(answer), code, message]).toEqual([
    400,
    'request_malformed',
    expect.stringContaining('Host'),
  ])
  expect(await sandbox.newestCapture()).toMatchObject({
    endpoint: 'demo',
    body: 'hello',
    body_cut: false,
    reply: { status: 400, kind: 'refused', refused: { message } },
  })
  const elsewhere = await sandbox.exchange('GET /sandbox/health HTTP/1.1\r\n\r\n')
  expect([statusOf(elsewhere), refusalIn(elsewhere).message]).toEqual([400, message])
  expect(await sandbox.captures()).toHaveLength(1)
  const old = await sandbox.exchange('POST /in/demo HTTP/1.0\r\nContent-Length: 1\r\n\r\n1')
  expect(statusOf(old)).toBe(200)
})

test('a host of elsewhere leaves no capture, and a line in the log that names allowed_hosts', async () => {
  const sandbox = await startCaptures()
  const answer = await sandbox.exchange(
    'POST /in/demo HTTP/1.1\r\nHost: hooks.example\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
  )
  expect([statusOf(answer), refusalIn(answer).code]).toEqual([421, 'host_refused'])
  expect(await sandbox.captures()).toEqual([])
  expect(sandbox.refusals).toEqual([expect.stringMatching(/421 The host hooks\.example .*allowed_hosts/)])
})

test.each([
  ['POST /in/demo HTTP/1.1\nHost: localhost\n\n', /the request line does not end with CR LF/],
  [
    'POST /in/demo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\n\r\n',
    /a header name .* a space before the colon/,
  ],
  ['POST /in/demo HTTP/1.1\r\nHost : localhost\r\n\r\n', /a header name/],
  ['POST /in/demo HTTP/1.1\r\nHost: localhost\r\nX: a\0\r\n\r\n', /a header value/],
])('the refusal of %j names the mistake', async (sent, reason) => {
  const sandbox = await startCaptures()
  expect(refusalIn(await sandbox.exchange(sent)).message).toMatch(reason)
})
