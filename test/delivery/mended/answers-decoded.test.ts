import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { DecodedBody } from '../../../server/wire.ts'
import { runHere } from '../../cli/here.ts'
import { onRequest, startSocketServer } from '../../client/answers.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

/** The delivery of one event to a receiver that answers these bytes behind these headers. */
async function answeredWith(headers: string[], body: Buffer) {
  const head = ['HTTP/1.1 200 OK', ...headers, `Content-Length: ${body.length}`, '', ''].join('\r\n')
  const { url } = await startSocketServer((socket) =>
    onRequest(socket, () => socket.write(Buffer.concat([Buffer.from(head), body]))),
  )
  const sandbox = await startSandbox({ delivery: { retry_delays: [] } })
  await sandbox.subscribe(url)
  const id = (await sandbox.trigger('card.created')).deliveries[0]?.id ?? ''
  await sandbox.settle()
  const path = `/sandbox/deliveries/${id}/attempts/1/response/decoded`
  return {
    sandbox,
    id,
    decoded: async () => (await sandbox.get<{ decoded: DecodedBody }>(path)).decoded,
    found: async (words: string) =>
      (await sandbox.get<{ deliveries: [] }>(`/sandbox/deliveries?q=${encodeURIComponent(words)}`)).deliveries
        .length,
  }
}

const json = '{"error":"Zoë is not known","code":"unbekannt"}'

test.each([
  ['gzip', gzipSync(json)],
  ['deflate', deflateSync(json)],
  ['br', brotliCompressSync(json)],
])('a response in %s is decoded beside its bytes, and found by its words', async (coding, body) => {
  const { decoded, found, id, sandbox } = await answeredWith(
    ['Content-Type: application/json', `Content-Encoding: ${coding}`],
    body,
  )
  expect(await decoded()).toMatchObject({ codings: [coding], kind: 'json', text: json, problem: null })
  expect(await found('unbekannt')).toBe(1)
  const { response } = (await sandbox.delivery(id)).attempts[0] ?? {}
  expect(response?.body_base64).toBe(body.toString('base64'))
  const { out: lines } = await runHere(['deliveries', id, '--all', '--url', sandbox.url])
  expect(lines).toContain(`  decoded, ${coding} removed, read as utf-8:`)
  expect(lines).toContain(`  ${json}`)
  expect(lines).toContain(`  ${body.toString('base64')}`)
})

test('a response stored in part is decoded and marked as cut', async () => {
  const text = Array.from({ length: 20_000 }, () => randomBytes(4).toString('hex')).join('\n')
  const body = gzipSync(text)
  expect(body.length).toBeGreaterThan(65_536)
  const { decoded } = await answeredWith(['Content-Type: text/plain', 'Content-Encoding: gzip'], body)
  const told = await decoded()
  expect(told.size).toBeGreaterThan(65_536)
  expect(text.startsWith(told.text ?? '?')).toBe(true)
  expect(told.problem).toBe(`Only the first 65536 of the response’s ${body.length} bytes are kept.`)
})

test('only the beginning of a response that expands too much is decoded', async () => {
  const bomb = gzipSync(Buffer.alloc(60_000_000, 'a'))
  const { decoded } = await answeredWith(['Content-Type: text/plain', 'Content-Encoding: gzip'], bomb)
  expect(await decoded()).toMatchObject({ size: 2_000_000, truncated: true })
})

test('an answer that was not there cannot be decoded', async () => {
  const { sandbox, id } = await answeredWith([], Buffer.from('ok'))
  const at = (number: number) =>
    sandbox.request('GET', `/sandbox/deliveries/${id}/attempts/${number}/response/decoded`)
  expect(await at(2)).toMatchObject({ status: 404, body: { error: { code: 'attempt_unknown' } } })
  expect(await at(1)).toMatchObject({ status: 200, body: { decoded: { text: 'ok', kind: 'text' } } })
})

test('the values of an answer’s headers are found and told as who wrote them reads them', async () => {
  const { found, id, sandbox } = await answeredWith(['X-City: zürich'], Buffer.from('ok'))
  expect([await found('zürich'), await found('zurich'), await found('elsewhere')]).toEqual([1, 1, 0])
  const { out } = await runHere(['deliveries', id, '--all', '--url', sandbox.url])
  expect(out).toContain('  X-City: zürich')
})
