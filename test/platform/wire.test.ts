import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const prefix = '/api/v0.1'
const head = (line: string, ...headers: string[]) =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    'Authorization: demo',
    'Identity: demo',
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n')
const json = 'Content-Type: application/json'

test.each<[string, string, number[]]>([
  ['a path that climbs', head(`GET ${prefix}/cards/../../../cards`), [400]],
  ['bytes in the path', head(`GET ${prefix}/cards/\xff\xfe`), [400, 404]],
  ['a percent sign alone', head(`GET ${prefix}/cards/%`), [404]],
  ['the whole address', head(`GET http://localhost${prefix}/cards`), [200]],
  ['a header twice', head(`GET ${prefix}/cards`, 'Identity: other'), [200]],
  ['no Host, as of old', `GET ${prefix}/cards HTTP/1.0\r\n\r\n`, [400, 403]],
  ['a length that is none', head(`POST ${prefix}/cards`, json, 'Content-Length: x'), [400]],
  [
    'a chunk that is none',
    `${head(`POST ${prefix}/cards`, json, 'Transfer-Encoding: chunked')}zz\r\n`,
    [400],
  ],
  [
    'chunks',
    `${head(`POST ${prefix}/cards`, json, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
    [400],
  ],
  ['too large a head', head(`GET ${prefix}/cards`, `X: ${'x'.repeat(40_000)}`), [431]],
  ['a method of its own', head(`PROPFIND ${prefix}/cards`), [404]],
])('%s on the wire makes no failure', async (_, bytes, statuses) => {
  const sandbox = await startSandbox()
  const answer = await rawExchange(portOf(sandbox.url), bytes)
  expect(statuses, answer.slice(0, 300)).toContain(Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]))
  expect((await sandbox.call('GET', '/cards')).status).toBe(200)
  expect(sandbox.troubles).toEqual([])
})

test.each([`${prefix}/cards`, '/sandbox/events'])(
  'a client of %s that hangs up within its body is no defect',
  async (path) => {
    const sandbox = await startSandbox()
    const socket = connect(portOf(sandbox.url), '127.0.0.1')
    socket.write(head(`POST ${path}`, json, 'Content-Length: 100', 'Expect: 100-continue'))
    // The server reads the body once it asks for it.
    await once(socket, 'data')
    socket.write('{"a":')
    socket.destroy()
    await once(socket, 'close')
    expect((await sandbox.call('GET', '/cards')).status).toBe(200)
    expect(sandbox.troubles).toEqual([])
    const { calls } = await sandbox.get<{ calls: { method: string }[] }>('/sandbox/calls')
    expect(calls.map(({ method }) => method)).toEqual(['GET'])
  },
)

test.each([`${prefix}/webhooks`, '/sandbox/events'])(
  'the refusal of a compressed body to %s asks for an uncompressed body',
  async (path) => {
    const sandbox = await startSandbox()
    const answer = await fetch(sandbox.url + path, {
      method: 'POST',
      headers: {
        authorization: 'demo',
        identity: 'demo',
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync('{}'),
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(
      'body is not valid UTF-8; its Content-Encoding is gzip. Send it without an encoding',
    )
  },
)
