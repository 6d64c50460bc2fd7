import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Exchange } from '../../../server/wire.ts'
import { lookAround } from '../../client/listener.ts'
import { holdTimers } from '../../helpers/held-time.ts'
import { startRawReceiver } from '../../helpers/raw-receiver.ts'
import { startWire } from '../export/wire.ts'
import { startTarget } from '../forward/world.ts'
import { sized, startCaptures } from '../world.ts'

type Captures = Awaited<ReturnType<typeof startCaptures>>

const replay = async (sandbox: Captures, id: string, asked: Record<string, unknown> = {}) =>
  (await sandbox.post<{ exchange: Exchange }>(`/sandbox/captures/${id}/replay`, asked)).exchange

test('the same bytes go out again, with the host of where they go', async () => {
  const sandbox = await startCaptures()
  const wire = await startWire()
  const body = Buffer.from([123, 0, 255, 125])
  const head = (host: string, path: string) =>
    [
      `PUT ${path} HTTP/1.1`,
      'X-A: 1',
      `hOST: ${host}`,
      'content-LENGTH: 4',
      'x-a: caf\u00e9',
      'Connection: close',
      '',
      '',
    ].join('\r\n')
  await sandbox.exchange(head(`127.0.0.1:${sandbox.port}`, '/in/demo/%2e%2e/x?y=%zz'), body)
  const capture = await sandbox.newestCapture()
  const exchange = await replay(sandbox, capture.id, { url: `http://127.0.0.1:${wire.port}/hook?z=1` })
  expect(wire.taken[0]?.toString('latin1')).toBe(
    head(`127.0.0.1:${wire.port}`, '/hook?z=1') + body.toString('latin1'),
  )
  expect(exchange).toMatchObject({
    kind: 'replay',
    capture_id: capture.id,
    url: `http://127.0.0.1:${wire.port}/hook?z=1`,
    outcome: { kind: 'responded', status: 200 },
    request: { method: 'PUT', body: null, body_base64: null },
    response: { status: 200 },
  })
  expect((await sandbox.capture(capture.id)).exchanges).toEqual([exchange])
})

test.each([
  ['/a/../b//c?q="x\'{1}"&%zz', '/a/../b//c?q="x\'{1}"&%zz'],
  ['?only=query', '/?only=query'],
  ['', '/'],
  ['/caf\u00e9 x?\ud800#part', '/caf%C3%A9%20x?%EF%BF%BD'],
])('an address that ends with %j is asked for what is written in it', async (written, path) => {
  const sandbox = await startCaptures()
  const wire = await startWire()
  const { id } = await sandbox.catch({ headers: [sized('ok')] }, 'ok')
  await replay(sandbox, id, { url: `http://127.0.0.1:${wire.port}${written}` })
  expect(wire.taken[0]?.toString().split('\r\n')[0]).toBe(`POST ${path} HTTP/1.1`)
})

test.each([
  [{}, `Authorization: Basic ${Buffer.from('ann:p@ss').toString('base64')}`],
  [{ headers: { authorization: 'Bearer other' } }, 'authorization: Bearer other'],
])(
  'a user and a password in the address go out in place of those that came, unless %j says otherwise',
  async (asked, line) => {
    const sandbox = await startCaptures()
    const wire = await startWire()
    const { id } = await sandbox.catch({ headers: ['aUTHORIZATION: Bearer came', sized('ok')] }, 'ok')
    const { url } = await replay(sandbox, id, { url: `http://ann:p%40ss@127.0.0.1:${wire.port}/`, ...asked })
    expect(wire.taken[0]?.toString().match(/^authorization: .*$/gim)).toEqual([line])
    expect(url).toBe(`http://127.0.0.1:${wire.port}/`)
  },
)

test('chunked goes out chunked, HTTP/1.0 as HTTP/1.0', async () => {
  const sandbox = await startCaptures()
  const wire = await startWire()
  const url = `http://127.0.0.1:${wire.port}/`
  const chunked = await sandbox.catch(
    { headers: ['Transfer-Encoding: chunked', 'Trailer: X'] },
    '2\r\nok\r\n0\r\nX: 1\r\n\r\n',
  )
  await replay(sandbox, chunked.id, { url })
  expect(wire.taken[0]?.toString()).toMatch(
    /\r\nTransfer-Encoding: chunked\r\n.*\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\nX: 1\r\n\r\n$/s,
  )
  // Without a host, which HTTP/1.0 need not have, and with the length as it was written.
  await sandbox.exchange('POST /in/demo HTTP/1.0\r\nContent-Length: 02\r\n\r\nok')
  const older = await replay(sandbox, (await sandbox.newestCapture()).id, { url })
  expect(wire.taken[1]?.toString()).toBe('POST / HTTP/1.0\r\nContent-Length: 02\r\n\r\nok')
  expect(older.changes).toEqual([])
  // Refused when it came; as HTTP/1.1 it has to have a host.
  await sandbox.exchange('POST /in/demo HTTP/1.1\r\nContent-Length: 2\r\n\r\nok')
  const newer = await replay(sandbox, (await sandbox.newestCapture()).id, { url })
  expect(wire.taken[2]?.toString()).toContain(`Host: 127.0.0.1:${wire.port}\r\n`)
  expect(newer.changes).toMatchObject([{ code: 'host_added' }])
})

test('without an address it goes where the endpoint passes on to, with what follows its name', async () => {
  const sandbox = await startCaptures()
  const receiver = await startRawReceiver()
  const capture = await sandbox.catch({ path: '/in/demo/orders/1?x=%20', headers: [sized('a')] }, 'a')
  await sandbox.post('/sandbox/endpoints', {
    name: 'demo',
    forward_to: `http://127.0.0.1:${receiver.port}/base`,
  })
  const exchange = await replay(sandbox, capture.id)
  expect(exchange.url).toBe(`http://127.0.0.1:${receiver.port}/base/orders/1?x=%20`)
  expect(receiver.requests[0]?.head).toMatch(/^POST \/base\/orders\/1\?x=%20 HTTP\/1\.1\r\n/)
})

test('without either it comes to its endpoint again, target and all, and is a capture of its own', async () => {
  const sandbox = await startCaptures()
  const first = await sandbox.catch({ path: '/in/demo//a/../%2E?x=%zz', headers: [sized('a')] }, 'a')
  const exchange = await replay(sandbox, first.id)
  expect(exchange.outcome).toEqual({ kind: 'responded', status: 200 })
  const again = await sandbox.newestCapture()
  expect(again.id).not.toBe(first.id)
  expect(again).toMatchObject({ path: first.path, query: first.query, headers: first.headers, body: 'a' })
})

test('edits apply in place, and the length follows the body', async () => {
  const sandbox = await startCaptures()
  const wire = await startWire()
  const capture = await sandbox.catch(
    { headers: ['X-A: 1', sized('old'), 'X-B: 2', 'x-a: 3', 'X-C: 4'] },
    'old',
  )
  const exchange = await replay(sandbox, capture.id, {
    url: `http://127.0.0.1:${wire.port}/`,
    method: 'patch',
    headers: { 'X-A': 'new', 'x-b': null, 'X-New': 'é' },
    body: 'longer ž',
  })
  expect(wire.taken[0]?.toString('latin1')).toBe(
    [
      'PATCH / HTTP/1.1',
      `Host: 127.0.0.1:${wire.port}`,
      'Connection: close',
      'X-A: new',
      'Content-Length: 9',
      'X-C: 4',
      'X-New: \xe9',
      '',
      Buffer.from('longer ž').toString('latin1'),
    ].join('\r\n'),
  )
  expect(exchange.request).toMatchObject({ method: 'PATCH', body: 'longer ž' })
})

test('a receiver that is not there, one that is silent and a public address are outcomes', async () => {
  const time = holdTimers(100)
  const sandbox = await startCaptures({ delivery: { timeout: '100ms' } }, time.outside)
  const capture = await sandbox.catch({ headers: [sized('a')] }, 'a')
  const outcomeAt = async (url: string) => (await replay(sandbox, capture.id, { url })).outcome
  const silent = await startRawReceiver([200])
  expect(await outcomeAt('http://127.0.0.1:1/')).toMatchObject({ kind: 'refused' })
  expect(await outcomeAt('http://192.0.2.1/')).toMatchObject({ kind: 'blocked' })
  expect(await outcomeAt('http://nowhere.invalid/')).toMatchObject({ kind: 'dns' })
  expect(await outcomeAt(`http://127.0.0.1:${silent.port}/`)).toMatchObject({ kind: 'responded' })
  await sandbox.post('/sandbox/endpoints', { name: 'hang', reply: { outcome: 'hang' } })
  const hanging = outcomeAt(`${sandbox.url}/in/hang`)
  await sandbox.waitFor('kind=capture&endpoint=hang')
  await lookAround()
  time.release()
  expect(await hanging).toMatchObject({ kind: 'timed_out', phase: 'waiting' })
  await sandbox.post('/sandbox/endpoints', { name: 'cut', reply: { outcome: 'reset' } })
  expect(await outcomeAt(`${sandbox.url}/in/cut`)).toMatchObject({ kind: 'reset' })
  expect((await sandbox.capture(capture.id)).exchanges).toHaveLength(6)
})

test('a body that was not stored is refused unless another body is given', async () => {
  const sandbox = await startCaptures({ body_limit_bytes: 100 })
  const receiver = await startRawReceiver()
  const long = 'x'.repeat(101)
  await sandbox.exchange(sandbox.head({ headers: [sized(long)] }), long)
  const { id } = await sandbox.newestCapture()
  const path = `/sandbox/captures/${id}/replay`
  const refused = await sandbox.request<{ error: { code: string } }>('POST', path, {})
  expect([refused.status, refused.body.error.code]).toEqual([404, 'body_not_kept'])
  const url = `http://127.0.0.1:${receiver.port}/`
  expect((await replay(sandbox, id, { url, body: 'y' })).outcome).toMatchObject({ status: 200 })
  expect(receiver.requests[0]?.body.toString()).toBe('y')
})

test('a body that was cut short is refused', async () => {
  const sandbox = await startCaptures()
  const socket = connect(sandbox.port, '127.0.0.1')
  socket.write(`${sandbox.head({ headers: [sized('whole')] })}who`, () => socket.destroy())
  const matched = await sandbox.waitFor<{ id: string; body_cut: boolean }>('kind=capture')
  expect(matched).toMatchObject([{ body_cut: true }])
  for (const [method, what] of [
    ['POST', 'replay'],
    ['GET', 'curl'],
  ] as const) {
    const path = `/sandbox/captures/${matched[0]?.id}/${what}`
    const { status, body } = await sandbox.request<{ error: { code: string } }>(
      method,
      path,
      method === 'POST' ? {} : undefined,
    )
    expect([status, body.error.code]).toEqual([409, 'body_cut'])
  }
})

test.for([
  [{ url: 'ftp://x' }, 'url: '],
  [{ headers: { Host: 'x' } }, 'headers.Host: '],
  [{ headers: { 'X-A': 'a\r\nb' } }, 'headers.X-A: '],
  [{ method: 'GET /' }, 'method: '],
  [{ body: 'a', body_base64: 'YQ==' }, 'not both'],
  [{ sign: 'yes' }, 'sign: '],
  [{ sing: true }, 'sing'],
] as const)('%j is refused', async ([asked, said]) => {
  const sandbox = await startCaptures()
  const { id } = await sandbox.catch({ headers: [sized('a')] }, 'a')
  const { status, body } = await sandbox.request<{ error: { code: string; message: string } }>(
    'POST',
    `/sandbox/captures/${id}/replay`,
    asked,
  )
  expect([status, body.error.code]).toEqual([422, 'invalid_field'])
  expect(body.error.message).toContain(said)
})

test('a long answer that is cut in the middle of a character is text all the same', async () => {
  const target = await startTarget((response) => response.end(`a${'\u00e9'.repeat(40_000)}`))
  const sandbox = await startCaptures()
  const { id } = await sandbox.catch({ headers: [sized('{}')] }, '{}')
  await sandbox.post(`/sandbox/captures/${id}/replay`, { url: target.origin })
  const [exchange] = (await sandbox.capture(id)).exchanges
  expect(exchange?.response).toMatchObject({
    body: `a${'\u00e9'.repeat(32_767)}`,
    body_base64: null,
    truncated: true,
  })
})
