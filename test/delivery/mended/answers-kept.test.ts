import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { detailLines } from '../../../server/cli/delivery-detail.ts'
import { onRequest, startSocketServer } from '../../client/answers.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

/** The delivery of one event to a receiver that answers these bytes. */
async function answeredWith(...answer: (string | Buffer)[]) {
  const { url } = await startSocketServer((socket) =>
    onRequest(socket, () => socket.write(Buffer.concat(answer.map((part) => Buffer.from(part as string))))),
  )
  const sandbox = await startSandbox({ delivery: { retry_delays: [] } })
  await sandbox.subscribe(url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const id = deliveries[0]?.id ?? ''
  const delivery = await sandbox.delivery(id)
  const bytes = async (number: number | string) => {
    const path = `/sandbox/deliveries/${id}/attempts/${number}/response/body`
    const found = await fetch(sandbox.url + path)
    return { status: found.status, bytes: Buffer.from(await found.arrayBuffer()) }
  }
  const lines = detailLines(delivery, { all: true }).map((line) => line.map(({ text }) => text).join(''))
  return { sandbox, response: delivery.attempts[0]?.response, bytes, lines, id }
}

const sized = (body: Buffer) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`

test.each([
  ['no text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
  ['gzip', gzipSync('hello hello hello')],
])('a response that is %s is shown in base64, at the terminal too', async (_, body) => {
  const { response, bytes, lines } = await answeredWith(sized(body), body)
  expect(response).toMatchObject({ body_base64: body.toString('base64'), size: body.length })
  expect((await bytes(1)).bytes).toEqual(body)
  expect(lines).toContain('  not text, in base64:')
  expect(lines).toContain(`  ${body.toString('base64')}`)
})

test('a text that is kept in part ends with a whole character, and its bytes are all there', async () => {
  const body = Buffer.from(`${'x'.repeat(65_535)}é`)
  const { response, bytes } = await answeredWith(sized(body), body)
  expect(response).toMatchObject({
    body: 'x'.repeat(65_535),
    body_base64: null,
    size: 65_537,
    truncated: true,
  })
  expect((await bytes(1)).bytes).toEqual(body.subarray(0, 65_536))
})

test.each([
  ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi there', 'hi', 6, '6 bytes more'],
  ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi!', 'hi', 1, '1 byte more'],
  ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 500 Oh\r\n\r\n', '', 19, '19 bytes more'],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nrest', '', 4, '4 bytes more'],
  ['HTTP/1.1 204 None\r\n\r\nbody', '', 4, '4 bytes more'],
])('surplus bytes after the end given by %j are reported', async (answer, body, behind, words) => {
  const { response, lines } = await answeredWith(answer)
  expect(response).toMatchObject({ body, size: body.length, behind })
  expect(lines).toContain(`  … ${words} followed the end of the response`)
})

test('of an answer that is too large to be read whole it is not said how large it was', async () => {
  const { response, lines } = await answeredWith(sized(Buffer.alloc(5_000_000)), Buffer.alloc(5_000_000, 'x'))
  expect(response).toMatchObject({ truncated: true })
  expect(response).not.toHaveProperty('behind')
  expect(lines).toContain(`  … of ${response?.size} bytes that were read`)
})

test('body_limit also limits response bodies', async () => {
  const body = Buffer.from('aé'.repeat(100))
  const { sandbox, id } = await answeredWith(sized(body), body)
  const { delivery } = await sandbox.get<{ delivery: { attempts: unknown[] } }>(
    `/sandbox/deliveries/${id}?body_limit=5`,
  )
  expect(delivery.attempts).toMatchObject([{ response: { body: 'aéa', body_left_out: 296, size: 300 } }])
})

test('an attempt that is not there, or was not answered, has no bytes of an answer', async () => {
  const { bytes } = await answeredWith('nonsense\r\n')
  const [silent, none, odd] = await Promise.all([bytes(1), bytes(2), bytes('1e0')])
  expect(JSON.parse(silent.bytes.toString())).toMatchObject({ error: { code: 'attempt_unanswered' } })
  for (const { bytes: body } of [none, odd])
    expect(JSON.parse(body.toString())).toMatchObject({ error: { code: 'attempt_unknown' } })
})

test('interim responses and trailers are shown and searchable', async () => {
  const { response, lines, sandbox } = await answeredWith(
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </hintedat>\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n',
    '5\r\nhello\r\n0\r\nX-Sum: summedup\r\nx-sum:  2 \r\n\r\n',
  )
  expect(response).toMatchObject({
    body: 'hello',
    interim: [
      { status: 100, headers: [] },
      { status: 103, headers: [['Link', '</hintedat>']] },
    ],
    trailers: [
      ['X-Sum', 'summedup'],
      ['x-sum', '2'],
    ],
  })
  for (const line of ['  HTTP/1.1 103  interim response', '  Link: </hintedat>', '  X-Sum: summedup'])
    expect(lines).toContain(line)
  for (const word of ['hintedat', 'summedup'])
    expect((await sandbox.get<{ deliveries: [] }>(`/sandbox/deliveries?q=${word}`)).deliveries).toHaveLength(
      1,
    )
})

test('an answer without them says nothing of them', async () => {
  const { response } = await answeredWith('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')
  expect(Object.keys(response ?? {})).not.toEqual(expect.arrayContaining(['trailers']))
  expect(Object.keys(response ?? {})).not.toEqual(expect.arrayContaining(['interim']))
})

test('trailers that cannot be read do not keep the answer from counting', async () => {
  const { response } = await answeredWith(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nno header\r\n\r\n',
  )
  expect(response).toMatchObject({ status: 200, body: 'ok' })
})
