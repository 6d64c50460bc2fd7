import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { sized, statusOf } from '../world.ts'
import { startTap, startTarget } from './world.ts'

const signedBy = (secret: string, body: string) => {
  const at = new Date()
  return [
    'Webhook-Id: msg_1',
    `webhook-timestamp: ${Math.floor(at.getTime() / 1000)}`,
    `Webhook-Signature: ${new Webhook(secret).sign('msg_1', at, body)}`,
  ]
}
const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='

test('a receiver behind it verifies the signature, and its answer goes back as it came', async () => {
  const target = await startTarget((response, { headers, body }) => {
    const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
    const verified = new Webhook(secret).verify(body.toString(), lower)
    response.writeHead(202, ['X-Twice', 'a', 'x-twice', 'b', 'Content-Type', 'text/x-own', 'Date', 'never'])
    response.end(JSON.stringify(verified))
  })
  const tap = await startTap(`${target.origin}/hook`)
  const text = '{"event": "card.created",  "text": "über"}'
  const body = Buffer.from(text)
  const { answer, reply, exchanges } = await tap.catch(
    { path: '/in/tap', headers: [...signedBy(secret, text), sized(body)] },
    body,
  )
  const [head = '', got = ''] = answer.split('\r\n\r\n')
  expect(statusOf(answer)).toBe(202)
  expect(head.split('\r\n').slice(1, 5)).toEqual([
    'X-Twice: a',
    'x-twice: b',
    'Content-Type: text/x-own',
    'Date: never',
  ])
  expect(Buffer.from(got, 'latin1').toString()).toContain(JSON.stringify(JSON.parse(text)))
  expect(reply).toMatchObject({ status: 202, kind: 'forwarded', to: `${target.origin}/hook`, delay_ms: 0 })
  expect(exchanges).toMatchObject([
    {
      kind: 'forward',
      url: `${target.origin}/hook`,
      outcome: { kind: 'responded', status: 202 },
      request: { method: 'POST', body: null, body_base64: null },
      response: { status: 202, body: JSON.stringify(JSON.parse(text)), truncated: false },
    },
  ])
})

test('headers go on in order and case, repeated and empty ones too; the host and the connection are another', async () => {
  const target = await startTarget()
  const tap = await startTap(target.origin)
  const sent = [
    'X-b: 1',
    'x-A: 2',
    'X-B: 3',
    'Accept:',
    'x-latin: caf\u00e9',
    'Cookie: a=1; b=2',
    'User-Agent: own/1',
  ]
  const dropped = ['X-Named: gone', 'Keep-Alive: timeout=5', 'TE: trailers', 'Expect: 100-continue']
  const head = [
    'POST /in/tap HTTP/1.1',
    ...sent,
    tap.host,
    ...dropped,
    'Connection: close, X-Named',
    'Content-Length: 2',
    '',
    '',
  ]
  await tap.exchange(head.join('\r\n'), '{}')
  expect(target.requests[0]?.headers).toEqual([
    ...sent.map((line) => line.split(/: ?/)),
    ['Host', `127.0.0.1:${target.port}`],
    ['Content-Length', '2'],
  ])
  const { exchanges } = await tap.newestCapture()
  expect(exchanges[0]?.request.headers).toEqual(target.requests[0]?.headers)
})

test.each([
  ['/hook', '/in/tap', '/hook'],
  ['', '/in/tap', '/'],
  ['/', '/in/tap/', '/'],
  ['/hook', '/in/tap/deep/a%2Fb/../c%20d//e', '/hook/deep/a%2Fb/../c%20d//e'],
  ['/hook/', '/in/tap/deep', '/hook/deep'],
  ['/hook?own=1', '/in/tap/x?q=a+b&q=%C3%A9', '/hook/x?own=1&q=a+b&q=%C3%A9'],
  ['/hook?own=1', '/in/tap', '/hook?own=1'],
])('to %s, %s goes on as %s', async (own, path, expected) => {
  const target = await startTarget()
  const tap = await startTap(target.origin + own)
  const { exchanges } = await tap.catch({ path, headers: [sized('x')] }, 'x')
  expect(target.requests[0]?.url).toBe(expected)
  expect(exchanges[0]?.url).toBe(target.origin + expected)
})

test('a chunked body goes on in chunks, a binary one byte for byte, a request without one without', async () => {
  const target = await startTarget()
  const tap = await startTap(target.origin)
  await tap.catch(
    { path: '/in/tap', headers: ['Transfer-Encoding: chunked'] },
    '3\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\n',
  )
  const binary = gzipSync(Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 256)))
  await tap.catch({ path: '/in/tap', headers: [sized(binary), 'Content-Encoding: gzip'] }, binary)
  await tap.catch({ method: 'DELETE', path: '/in/tap' })
  const [chunked, zipped, bare] = target.requests
  expect(chunked?.body.toString()).toBe('abcde')
  expect(chunked?.headers).toContainEqual(['Transfer-Encoding', 'chunked'])
  expect(zipped?.body.equals(binary)).toBe(true)
  expect(bare).toMatchObject({ method: 'DELETE', body: Buffer.alloc(0) })
  expect(bare?.headers.map(([name]) => name.toLowerCase())).toEqual(['host'])
})

test('a large answer goes back whole, and the record keeps its beginning', async () => {
  const large = Buffer.alloc(5_000_000, 0).map((_, i) => (i * 31) % 251)
  const target = await startTarget((response) =>
    response.writeHead(200, { 'content-length': large.length }).end(large),
  )
  const tap = await startTap(target.origin)
  const response = await fetch(`${tap.url}/in/tap`, { method: 'POST', body: 'x' })
  const came = Buffer.from(await response.arrayBuffer())
  expect(createHash('sha256').update(came).digest('hex')).toBe(
    createHash('sha256').update(large).digest('hex'),
  )
  const { exchanges } = await tap.newestCapture()
  expect(exchanges[0]?.response).toMatchObject({ truncated: true })
})

test.each([
  ['HEAD', 200, { 'content-length': '1234' }],
  ['HEAD', 200, { 'transfer-encoding': 'chunked' }],
  ['POST', 204, { 'x-own': '1' }],
  ['GET', 304, { etag: '"a"', 'content-length': '77' }],
])('%s answered with %i has no body, and nobody waits for one', async (method, status, headers) => {
  const target = await startTarget((response) => response.writeHead(status, headers).end())
  const tap = await startTap(target.origin)
  const { answer, reply } = await tap.catch({ method, path: '/in/tap', headers: [sized('')] })
  expect(statusOf(answer)).toBe(status)
  expect(answer.split('\r\n\r\n')[1]).toBe('')
  if ('content-length' in headers)
    expect(answer.toLowerCase()).toContain(`content-length: ${headers['content-length']}`)
  expect(reply.status).toBe(status)
})

test('the first one answers, all are sent the same, and each answer is written down when it comes', async () => {
  let release = () => {}
  const first = await startTarget((response) => response.writeHead(201).end('first'))
  const second = await startTarget((response) => {
    release = () => response.writeHead(503).end('second')
  })
  const tap = await startTap([`${first.origin}/a`, `${second.origin}/b`])
  const kinds: string[] = []
  tap.listen((news) => kinds.push(...news.map(({ kind }) => kind)))
  const { answer, exchanges } = await tap.catch({ path: '/in/tap', headers: [sized('same')] }, 'same')
  expect([statusOf(answer), exchanges.length]).toEqual([201, 1])
  release()
  const { exchanges: both, reply } = await tap.withExchanges(2)
  expect(both.map(({ url, response }) => [url, response?.status, response?.body])).toEqual([
    [`${first.origin}/a`, 201, 'first'],
    [`${second.origin}/b`, 503, 'second'],
  ])
  expect(reply.status).toBe(201)
  expect([first, second].map(({ requests }) => requests[0]?.body.toString())).toEqual(['same', 'same'])
  // Told when it came, and again with each answer.
  expect(kinds.filter((kind) => kind === 'capture')).toHaveLength(3)
})

test('while it is passed on, the capture is there and says so', async () => {
  let release = () => {}
  const target = await startTarget((response) => {
    release = () => response.end()
  })
  const tap = await startTap(target.origin)
  const sent = tap.request('POST', '/in/tap', {})
  await tap.waitFor('kind=capture')
  expect((await tap.newestCapture()).reply).toMatchObject({
    status: 0,
    kind: 'forwarding',
    to: target.origin,
  })
  while (target.requests.length === 0) await tap.get('/sandbox/health')
  release()
  expect((await sent).status).toBe(200)
})

test('a reply forced by the URL is not forwarded, and a limit comes before it', async () => {
  const target = await startTarget()
  const tap = await startTap(target.origin)
  await tap.request('PATCH', '/sandbox/endpoints/tap', { rate_limit: { limit: 1, per: '1h' } })
  const statuses = []
  for (const path of ['/in/tap?reply=418', '/in/tap', '/in/tap'])
    statuses.push((await tap.request('POST', path, {})).status)
  expect(statuses).toEqual([418, 200, 429])
  expect(target.requests).toHaveLength(1)
})

test('deliveries of the sandbox are passed on too, and end as the receiver behind answers', async () => {
  const target = await startTarget((response) =>
    response.writeHead(target.requests.length === 1 ? 503 : 200).end(),
  )
  const tap = await startTap(target.origin)
  await tap.clock({ mode: 'manual' })
  const { secret: own } = await tap.subscribe(`${tap.url}/in/tap`)
  const { deliveries } = await tap.trigger('card.created')
  await tap.clock({ advance: '1h' })
  const attempts = await tap.attempts(deliveries[0]?.id ?? '')
  expect(attempts.map(({ outcome }) => outcome)).toEqual([
    { kind: 'responded', status: 503 },
    { kind: 'responded', status: 200 },
  ])
  for (const { headers, body } of target.requests) {
    const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
    expect(() => new Webhook(own).verify(body.toString(), lower)).not.toThrow(/signature/)
  }
})
