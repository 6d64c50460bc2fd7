import { expect, test } from 'vitest'
import type { Capture } from '../../../server/wire.ts'
import { runHere } from '../../cli/here.ts'
import { onRequest, startSocketServer } from '../../client/answers.ts'
import { sized } from '../world.ts'
import { startTap } from './world.ts'

/** An endpoint that passes on to a receiver which answers these bytes. */
async function startAnswered(...answer: string[]) {
  const { url } = await startSocketServer((socket) =>
    onRequest(socket, () => socket.write(Buffer.from(answer.join('\r\n'), 'latin1'))),
  )
  return startTap(url)
}

const inChunks = [
  'Transfer-Encoding: chunked',
  'Trailer: X-Sum, X-Gone',
  'Connection: keep-alive, X-Gone',
  '',
]
const behind = ['5', 'hello', '0', 'X-Sum: one', 'x-sum: two', 'X-Gone: 1', '', '']

test('the words behind the status are kept and go back, also where there are none', async () => {
  for (const [words, line] of [
    ['Gone Fishing caf\xe9', 'HTTP/1.1 503 Gone Fishing caf\xe9'],
    ['', 'HTTP/1.1 503 '],
  ]) {
    const tap = await startAnswered(`HTTP/1.1 503 ${words}`, 'Content-Length: 2', '', 'ok')
    const { answer, exchanges, id } = await tap.catch({ path: '/in/tap', headers: [sized('')] })
    expect(exchanges[0]?.response).toMatchObject({ status: 503, reason: words, body: 'ok' })
    expect(answer.split('\r\n')[0]).toBe(line)
    const { log } = await tap.get<{ log: { entries: { response: object }[] } }>(`/sandbox/captures/${id}/har`)
    expect(log.entries[0]?.response).toMatchObject({ status: 503, statusText: words })
  }
})

test('trailers and interim answers are kept, told at the terminal, and trailers go back in chunks', async () => {
  const early = ['HTTP/1.1 103 Early Hints', 'Link: </a>', '']
  const tap = await startAnswered(...early, 'HTTP/1.1 200 OK', ...inChunks, ...behind)
  const { answer, exchanges, id } = await tap.catch({ path: '/in/tap', headers: [sized('')] })
  const trailers = [
    ['X-Sum', 'one'],
    ['x-sum', 'two'],
  ]
  expect(exchanges[0]?.response).toMatchObject({
    body: 'hello',
    reason: 'OK',
    trailers: [...trailers, ['X-Gone', '1']],
    interim: [{ status: 103, headers: [['Link', '</a>']] }],
  })
  expect(answer).toMatch(/\r\nTrailer: X-Sum, x-sum\r\n/)
  expect(answer).toMatch(/5\r\nhello\r\n0\r\nX-Sum: one\r\nx-sum: two\r\n\r\n$/)
  expect(answer).not.toContain('X-Gone')
  const { out } = await runHere(['capture', 'show', id, '--url', tap.url])
  for (const line of ['  103  interim response', '  200 OK', '  trailers:', '  x-sum: two'])
    expect(out).toContain(line)
})

test('where an answer has no place for trailers it goes back without', async () => {
  const tap = await startAnswered('HTTP/1.1 200 OK', ...inChunks, ...behind)
  const old = await tap.exchange(`GET /in/tap HTTP/1.0\r\n${tap.host}\r\n\r\n`)
  expect(old).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(old).toMatch(/\r\n\r\nhello$/)
  const head = await tap.exchange(tap.head({ method: 'HEAD', path: '/in/tap' }))
  expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(head + old).not.toMatch(/x-sum|trailer/i)
})

test('an answer without them says nothing of them, and one that was sent again has them', async () => {
  const tap = await startAnswered('HTTP/1.1 200 Fine', ...inChunks, ...behind)
  const { id } = await tap.catch({ path: '/in/demo', headers: [sized('')] })
  await tap.post(`/sandbox/captures/${id}/replay`, { url: `${tap.url}/in/demo` })
  const again = await tap.post<{ exchange: Capture['exchanges'][0] }>(`/sandbox/captures/${id}/replay`, {
    url: (await tap.get<{ endpoint: { forward_to: string[] } }>('/sandbox/endpoints/tap')).endpoint
      .forward_to[0],
  })
  expect(again.exchange.response).toMatchObject({ reason: 'Fine', trailers: [['X-Sum', 'one'], {}, {}] })
  const { capture } = await tap.get<{ capture: Capture }>(`/sandbox/captures/${id}`)
  expect(Object.keys(capture.exchanges[0]?.response ?? {})).not.toEqual(expect.arrayContaining(['trailers']))
  expect(Object.keys(capture.exchanges[0]?.response ?? {})).not.toEqual(expect.arrayContaining(['interim']))
})

test('a 205 goes back without its body, and without the length of it', async () => {
  const tap = await startAnswered('HTTP/1.1 205 Reset Content', 'Content-Length: 3', '', 'abc')
  const { answer, exchanges } = await tap.catch({ path: '/in/tap', headers: [sized('')] })
  expect(exchanges[0]?.response).toMatchObject({
    status: 205,
    headers: [['Content-Length', '3']],
    body: 'abc',
  })
  expect(answer).toMatch(/^HTTP\/1.1 205 Reset Content\r\n/)
  expect(answer.match(/content-length: .*/gi)).toEqual(['content-length: 0'])
  expect(answer).toMatch(/\r\n\r\n$/)
})
