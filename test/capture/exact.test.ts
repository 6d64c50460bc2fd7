import { expect, test } from 'vitest'
import type { Exchange } from '../../server/wire.ts'
import { startWire } from './export/wire.ts'
import { startTap } from './forward/world.ts'

const trailed = [
  'Connection: close, X-Hop',
  'tRailer: X-Sum',
  'Transfer-Encoding: chunked',
  '',
  '2',
  'ok',
  '0',
  'X-Sum: caf\u00e9',
  'x-sUM: 2',
  'X-Hop: 3',
  '',
  '',
].join('\r\n')

/** An endpoint that passes on to a receiver which keeps what comes, to the byte. */
async function startBoth() {
  const wire = await startWire()
  const host = `127.0.0.1:${wire.port}`
  const tap = await startTap(`http://${host}/hook`)
  const replay = async (asked: Record<string, unknown> = {}) => {
    const { id } = await tap.newestCapture()
    return (await tap.post<{ exchange: Exchange }>(`/sandbox/captures/${id}/replay`, asked)).exchange
  }
  const came = (at: number) => wire.taken[at]?.toString('latin1')
  return { ...tap, host, replay, came, here: tap.host.replace('Host: ', '') }
}

test('trailers are recorded with repeated names and their case, and go on behind the last chunk', async () => {
  const both = await startBoth()
  await both.exchange(`PUT /in/tap HTTP/1.1\r\nHost: ${both.here}\r\n${trailed}`)
  const trailers = [
    ['X-Sum', 'caf\u00e9'],
    ['x-sUM', '2'],
    ['X-Hop', '3'],
  ]
  const capture = await both.newestCapture()
  expect(capture).toMatchObject({ trailers, body: 'ok', framing: 'chunked' })
  expect(both.came(0)).toBe(
    `PUT /hook HTTP/1.1\r\nHost: ${both.host}\r\ntRailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\nX-Sum: caf\u00e9\r\nx-sUM: 2\r\n\r\n`,
  )
  expect(capture.exchanges[0]).toMatchObject({
    request: { http_version: '1.1', trailers: trailers.slice(0, 2) },
    changes: [
      { code: 'headers_left_out', names: ['Connection'] },
      { code: 'trailers_left_out', names: ['X-Hop'] },
    ],
  })
  const again = await both.replay()
  expect(both.came(1)).toBe(
    `PUT /hook HTTP/1.1\r\nHost: ${both.host}\r\n${trailed.replace('2\r\nok\r\n', '1\r\no\r\n1\r\nk\r\n')}`,
  )
  expect(again).toMatchObject({ request: { http_version: '1.1', trailers }, changes: [] })
})

test('a header that came twice and did not go on is named once', async () => {
  const both = await startBoth()
  const head = [
    'GET /in/tap HTTP/1.1',
    `Host: ${both.here}`,
    'X-Hop: 1',
    'x-hop: 2',
    'Connection: close, X-Hop',
  ]
  await both.exchange(`${head.join('\r\n')}\r\n\r\n`)
  const { exchanges } = await both.newestCapture()
  expect(exchanges).toMatchObject([
    { changes: [{ code: 'headers_left_out', names: ['X-Hop', 'Connection'] }] },
  ])
})

test('headers that mark the end of the body are forwarded, even if Connection lists them', async () => {
  const both = await startBoth()
  const head = ['POST /in/tap HTTP/1.1', `Host: ${both.here}`, 'Connection: close, Content-Length']
  await both.exchange([...head, 'Content-Length: 2', '', 'ok'].join('\r\n'))
  expect(both.came(0)).toBe(`POST /hook HTTP/1.1\r\nHost: ${both.host}\r\nContent-Length: 2\r\n\r\nok`)
})

test('a hundred trailers are a hundred', async () => {
  const both = await startBoth()
  const lines = Array.from({ length: 100 }, (_, i) => `X-T: ${i}`)
  const head = [
    'POST /in/demo HTTP/1.1',
    `Host: ${both.here}`,
    'Connection: close',
    'Transfer-Encoding: chunked',
  ]
  await both.exchange([...head, '', '0', ...lines, '', ''].join('\r\n'))
  expect((await both.newestCapture()).trailers.map(([, value]) => Number(value))).toEqual([
    ...Array(100).keys(),
  ])
})

test('a request that came as HTTP/1.0 goes on as 1.1, which is the version of who passes on, and is sent again as 1.0', async () => {
  const both = await startBoth()
  await both.exchange('POST /in/tap HTTP/1.0\r\nX-A: 1\r\nContent-Length: 2\r\n\r\nok')
  expect(both.came(0)).toBe(
    `POST /hook HTTP/1.1\r\nHost: ${both.host}\r\nX-A: 1\r\nContent-Length: 2\r\n\r\nok`,
  )
  expect((await both.newestCapture()).exchanges[0]).toMatchObject({
    request: { http_version: '1.1' },
    changes: [{ code: 'http_version', came: '1.0', sent: '1.1' }],
  })
  const again = await both.replay()
  expect(both.came(1)).toMatch(/^POST \/hook HTTP\/1\.0\r\n/)
  expect(again).toMatchObject({ request: { http_version: '1.0' }, changes: [] })
})

test('a target that names the whole address goes on as its path, as RFC 9112 has it, and the record says so', async () => {
  const both = await startBoth()
  const target = `http://${both.here}/in/tap/a?b=1`
  await both.exchange(`POST ${target} HTTP/1.1\r\nHost: ${both.here}\r\nConnection: close\r\n\r\n`)
  const said = expect.objectContaining({ code: 'path_alone', came: target })
  expect(both.came(0)).toMatch(/^POST \/hook\/a\?b=1 HTTP\/1\.1\r\n/)
  expect((await both.newestCapture()).exchanges[0]?.changes).toContainEqual(said)
  expect((await both.replay()).changes).toEqual([said])
  expect(both.came(1)).toMatch(/^POST \/hook\/a\?b=1 HTTP\/1\.1\r\n/)
})

test.for([
  ['/a#part?x=1', '/hook/a#part?x=1'],
  ['/a?x=1#part', '/hook/a?x=1#part'],
  ['/a?', '/hook/a?'],
  ['?', '/hook?'],
])('behind the endpoint, %s goes on and is sent again as it came', async ([rest, expected]) => {
  const both = await startBoth()
  await both.exchange(`POST /in/tap${rest} HTTP/1.1\r\nHost: ${both.here}\r\nConnection: close\r\n\r\n`)
  const again = await both.replay()
  expect(both.came(0)).toContain(`POST ${expected} HTTP/1.1\r\n`)
  expect(both.came(1)).toContain(`POST ${expected} HTTP/1.1\r\n`)
  expect(again.url).toBe(`http://${both.host}${expected}`)
  const { target } = await both.newestCapture()
  await both.request('PATCH', '/sandbox/endpoints/tap', { forward_to: null })
  await both.replay()
  expect(await both.newestCapture()).toMatchObject({ target })
})
