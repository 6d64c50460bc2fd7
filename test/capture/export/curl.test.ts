import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sized, startCaptures } from '../world.ts'
import { runAgainst, sendBytes, startWire } from './wire.ts'

const curlOf = async (url: string, id: string, query = '') =>
  (await fetch(`${url}/sandbox/captures/${id}/curl${query}`)).text()

const binary = Buffer.from(Array.from({ length: 512 }, (_, i) => i & 255))
const json = '{"it\'s":"$HOME `x` \\n","é":1}'
const cases: [name: string, head: string[], body: string | Buffer][] = [
  [
    'a signed JSON body',
    [
      'POST /in/demo?a=1&b=%20{x}[1-2] HTTP/1.1',
      'Host: a.test:1',
      'Content-Type: application/json',
      'X-A: 1',
      'x-a: 2',
      'Accept: */*',
      'User-Agent: me',
      sized(json),
    ],
    json,
  ],
  ['a path as it is', ['POST /in/demo//x/../%2e%2E/y? HTTP/1.1', 'host: a.test', 'content-length: 2'], 'ok'],
  [
    'odd headers in an odd order',
    [
      'PUT /in/demo HTTP/1.1',
      'content-LENGTH: 1',
      'X-Quote: it\'s "so" $x `y` \\ %41',
      'hOST: a',
      'Connection: keep-alive',
      'Cookie: a=1; b',
      'cookie: c',
      'Authorization: Basic eA==',
    ],
    'x',
  ],
  [
    'a binary body',
    ['POST /in/demo HTTP/1.1', 'Host: x', 'content-encoding: gzip', 'Content-Length: 512'],
    binary,
  ],
  ['a body that begins with an @', ['POST /in/demo HTTP/1.1', 'Host: x', 'Content-Length: 5'], '@file'],
  ['returns and tabs', ['POST /in/demo HTTP/1.1', 'Host: x', 'Content-Length: 10'], 'a\r\nb\n\tcd\n\n'],
  ['lines', ['POST /in/demo HTTP/1.1', 'Host: x', 'Content-Length: 6'], 'a\nbc\n\n'],
  [
    'Latin-1 in a header',
    ['POST /in/demo HTTP/1.1', 'Host: x', 'X-Name: caf\u00e9 %s \\n', 'Content-Length: 1'],
    'x',
  ],
  ['no body', ['GET /in/demo?q=1 HTTP/1.1', 'Host: x', 'Accept: text/plain'], ''],
  ['a body of no bytes', ['POST /in/demo HTTP/1.1', 'Host: x', 'Content-Length: 0'], ''],
  ['a GET with a body', ['GET /in/demo HTTP/1.1', 'Host: x', 'Content-Length: 3'], 'abc'],
  ['an odd method', ['PROPFIND /in/demo HTTP/1.1', 'Host: x', 'Depth: 1'], ''],
  ['a HEAD', ['HEAD /in/demo HTTP/1.1', 'Host: x'], ''],
  ['HTTP/1.0 without a host', ['POST /in/demo HTTP/1.0', 'Content-Length: 2'], 'ok'],
  [
    'a body of a megabyte',
    ['POST /in/demo HTTP/1.1', 'Host: x', 'Content-Length: 1000000'],
    Buffer.alloc(1_000_000, '{"a":1}'),
  ],
]

test.for(cases)('curl sends the very bytes again: %s', async ([, head, body]) => {
  const sandbox = await startCaptures({ allowed_hosts: ['x', 'a', 'a.test'] })
  const wire = await startWire()
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
  await sendBytes(sandbox.port, bytes)
  const capture = await sandbox.newestCapture()
  await runAgainst(await curlOf(sandbox.url, capture.id), { from: sandbox.port, to: wire.port })
  expect(wire.taken).toHaveLength(1)
  expect(wire.taken[0]?.equals(bytes), wire.taken[0]?.toString('latin1').slice(0, 2000)).toBe(true)
})

test('an empty header is sent as one', async () => {
  const sandbox = await startCaptures({ allowed_hosts: ['x'] })
  const wire = await startWire()
  await sendBytes(
    sandbox.port,
    Buffer.from('POST /in/demo HTTP/1.1\r\nHost: x\r\nX-Empty:\r\nContent-Length: 0\r\n\r\n'),
  )
  await runAgainst(await curlOf(sandbox.url, (await sandbox.newestCapture()).id), {
    from: sandbox.port,
    to: wire.port,
  })
  expect(wire.taken[0]?.toString()).toMatch(/\r\nX-Empty:\r\n/)
})

test('a chunked body is sent chunked with its codings unchanged; trailers are reported as left out', async () => {
  const sandbox = await startCaptures()
  const wire = await startWire()
  const zipped = gzipSync('{"a":1}')
  const capture = await sandbox.catch(
    { headers: ['Transfer-Encoding: chunked', 'Content-Encoding: gzip', 'Trailer: X-Sum'] },
    `${zipped.length.toString(16)}\r\n`,
    zipped,
    '\r\n0\r\nX-Sum: 1\r\n\r\n',
  )
  const command = await curlOf(sandbox.url, capture.id)
  expect(command).toContain('trailers')
  await runAgainst(command, { from: sandbox.port, to: wire.port })
  const sent = wire.taken[0]?.toString('latin1') ?? ''
  expect(sent).toContain('\r\nTransfer-Encoding: chunked\r\n')
  expect(sent).toContain(`\r\n\r\n${zipped.length.toString(16)}\r\n${zipped.toString('latin1')}\r\n0\r\n\r\n`)
})

test('another address takes the place of the target, and its own host that of the old one', async () => {
  const sandbox = await startCaptures()
  const wire = await startWire()
  const capture = await sandbox.catch({ headers: [sized('{}'), 'X-A: 1'] }, '{}')
  const to = `http://127.0.0.1:${wire.port}/hooks/../x?y=1`
  await runAgainst(await curlOf(sandbox.url, capture.id, `?url=${encodeURIComponent(to)}`), {
    from: 0,
    to: 0,
  })
  expect(wire.taken[0]?.toString()).toBe(
    `POST /hooks/../x?y=1 HTTP/1.1\r\nHost: 127.0.0.1:${wire.port}\r\nConnection: close\r\nContent-Length: 2\r\nX-A: 1\r\n\r\n{}`,
  )
  const { status, body } = await sandbox.request<{ error: { code: string } }>(
    'GET',
    `/sandbox/captures/${capture.id}/curl?url=x`,
  )
  expect([status, body.error.code]).toEqual([400, 'invalid_query'])
})

test('an address with blanks, other alphabets, a login and a fragment is asked for as a replay asks for it', async () => {
  const sandbox = await startCaptures()
  const wire = await startWire()
  const capture = await sandbox.catch({ headers: [sized('{}')] }, '{}')
  const to = `http://u:p@127.0.0.1:${wire.port}/a b/../ź?q="ü"#f`
  await runAgainst(await curlOf(sandbox.url, capture.id, `?url=${encodeURIComponent(to)}`), {
    from: 0,
    to: 0,
  })
  await sandbox.request('POST', `/sandbox/captures/${capture.id}/replay`, { url: to })
  const [asked, ...others] = wire.taken.map((bytes) => bytes.toString().split('\r\n'))
  expect(others.map(([line]) => line)).toEqual([asked?.[0]])
  expect(asked).toEqual(
    expect.arrayContaining(['POST /a%20b/../%C5%BA?q="%C3%BC" HTTP/1.1', 'Authorization: Basic dTpw']),
  )
})

test('what was not kept, or cut, cannot be sent again', async () => {
  const sandbox = await startCaptures({ body_limit_bytes: 10 })
  await sandbox.exchange(sandbox.head({ headers: [sized('x'.repeat(11))] }), 'x'.repeat(11))
  const omitted = await sandbox.newestCapture()
  const answer = await sandbox.request<{ error: { code: string } }>(
    'GET',
    `/sandbox/captures/${omitted.id}/curl`,
  )
  expect([answer.status, answer.body.error.code]).toEqual([404, 'body_not_kept'])
  expect((await sandbox.request('GET', '/sandbox/captures/cap_x/curl')).status).toBe(404)
})
