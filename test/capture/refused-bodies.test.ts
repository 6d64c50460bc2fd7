import { expect, test } from 'vitest'
import { startCaptures, statusOf } from './world.ts'

const post = 'POST /in/demo HTTP/1.1'
const chunked = 'Transfer-Encoding: chunked'
const two = 'Content-Length: 2'
const chunks = '2\r\nhi\r\n0\r\n\r\n'

test.each([
  ['an unknown method', ['FOO /in/demo HTTP/1.1', two], 'hi', 'length'],
  ['the name of a header that none may have', [post, 'X Y: 1', two], 'hi', 'length'],
  ['a line that ends with LF alone', [post, 'X-A: 1\nX-B: 2', two], 'hi', 'length'],
  ['a NUL in a value', [post, 'X-A: b\0c', two], 'hi', 'length'],
  ['something behind the body', ['FOO /in/demo HTTP/1.1', two], 'hi, you', 'length'],
  ['chunks twice', [post, chunked, chunked], chunks, 'chunked'],
  ['chunks beside a length', [post, chunked, two], chunks, 'chunked'],
  [
    'chunks in several, with extensions',
    [post, two, chunked],
    '1;a=b\r\nh\r\n01\r\ni\r\n0\r\n\r\n',
    'chunked',
  ],
])('%s: the body came whole, and is on record so', async (_, [first = '', ...headers], sent, framing) => {
  const sandbox = await startCaptures()
  const answer = await sandbox.exchange(`${[first, sandbox.host, ...headers, '', ''].join('\r\n')}${sent}`)
  expect(statusOf(answer)).toBe(400)
  expect(await sandbox.newestCapture()).toMatchObject({
    framing,
    body: 'hi',
    body_size: 2,
    body_cut: false,
    reply: { status: 400, kind: 'refused' },
    verdict: { result: 'unsigned', reason: expect.not.stringMatching(/^Not checked/) },
  })
})

test.each([
  ['a coding that does not tell where the body ends', ['Transfer-Encoding: identity'], 'hi', 'none', 'hi'],
  ['a coding behind the chunks', ['Transfer-Encoding: chunked, gzip'], 'hi', 'none', 'hi'],
  ['lengths that differ', [two, 'Content-Length: 1'], 'hi', 'length', 'hi'],
  ['less than the length', ['X-A: b\0c', 'Content-Length: 3'], 'hi', 'length', 'hi'],
  ['chunks without their end', [chunked, chunked], '2\r\nhi\r\n5\r\nyo', 'chunked', 'hiyo'],
  ['a chunk that ends elsewhere', [chunked, chunked], '2\r\nhi there\r\n', 'chunked', 'hi'],
  ['trailers without their end', [chunked, chunked], '2\r\nhi\r\n0\r\nX-T: 1\r\n', 'chunked', 'hi'],
  ['no chunks at all', [chunked, chunked], 'hi', 'chunked', 'hi'],
])('%s: what came is on record, as not whole, with the reason', async (_, headers, sent, framing, body) => {
  const sandbox = await startCaptures()
  await sandbox.exchange(`${[post, sandbox.host, ...headers, '', ''].join('\r\n')}${sent}`)
  const { id, ...capture } = await sandbox.newestCapture()
  expect(capture).toMatchObject({ framing, body, body_cut: true, trailers: [] })
  const replay = await sandbox.request<{ error: { code: string; message: string } }>(
    'POST',
    `/sandbox/captures/${id}/replay`,
    {},
  )
  expect([replay.status, replay.body.error.code]).toEqual([409, 'body_cut'])
  expect(replay.body.error.message).toContain('is incomplete: The request cannot be read: ')
})

test('trailers of a request that is refused by its head are on record', async () => {
  const sandbox = await startCaptures()
  const head = [post, sandbox.host, two, chunked, '', ''].join('\r\n')
  await sandbox.exchange(`${head}2\r\nhi\r\n0\r\nX-T: 1\r\nX-U: 2\r\n\r\n`)
  expect(await sandbox.newestCapture()).toMatchObject({
    body: 'hi',
    body_cut: false,
    trailers: [
      ['X-T', '1'],
      ['X-U', '2'],
    ],
  })
})

test('a refused but complete request can be replayed; an impossible head is refused', async () => {
  const sandbox = await startCaptures()
  const ask = async (first: string, header: string) => {
    await sandbox.exchange(`${[first, sandbox.host, header, two, '', ''].join('\r\n')}hi`)
    const { id } = await sandbox.newestCapture()
    const curl = await fetch(`${sandbox.url}/sandbox/captures/${id}/curl`)
    const replay = await sandbox.request('POST', `/sandbox/captures/${id}/replay`, {})
    return { curl: [curl.status, await curl.text()], replay: replay.status }
  }
  expect(await ask('FOO /in/demo HTTP/1.1', 'X-A: 1')).toMatchObject({
    curl: [200, expect.stringContaining("--request 'FOO'")],
    replay: 200,
  })
  const refusal = expect.stringContaining('is unreadable, so the request cannot be sent again')
  expect(await ask(post, 'X Y: 1')).toEqual({ curl: [409, refusal], replay: 409 })
})

test('more than one Host is refused with the reason, and recorded', async () => {
  const sandbox = await startCaptures()
  for (const other of ['Host: elsewhere.example', sandbox.host.replace('Host', 'HOST')]) {
    const answer = await sandbox.exchange(`${[post, sandbox.host, other, two, '', ''].join('\r\n')}hi`)
    expect([statusOf(answer), answer]).toEqual([
      400,
      expect.stringContaining('requires exactly one Host header'),
    ])
    expect(await sandbox.newestCapture()).toMatchObject({
      body: 'hi',
      body_cut: false,
      reply: {
        status: 400,
        refused: {
          message: expect.stringContaining('requires exactly one Host header, and the request has 2'),
        },
      },
    })
  }
  const control = `GET /sandbox/health HTTP/1.1\r\n${sandbox.host}\r\n${sandbox.host}\r\n\r\n`
  expect(statusOf(await sandbox.exchange(control))).toBe(400)
  expect(await sandbox.captures()).toHaveLength(2)
})

test('a first line of another version than 1.0 and 1.1 is refused with the reason, and recorded', async () => {
  const sandbox = await startCaptures()
  for (const version of ['0.9', '2.0']) {
    const line = `POST /in/demo HTTP/${version}`
    const answer = await sandbox.exchange(`${[line, sandbox.host, two, '', ''].join('\r\n')}hi`)
    expect([statusOf(answer), answer]).toEqual([
      400,
      expect.stringContaining(`its HTTP version is ${version}`),
    ])
    expect(await sandbox.newestCapture()).toMatchObject({
      http_version: version,
      body: 'hi',
      reply: { status: 400 },
    })
  }
})
