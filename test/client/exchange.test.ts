import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { plainWire } from '../../server/client/send.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { onRequest, outgoing, startSender, startSocketServer } from './answers.ts'
import { empty, forEver, lookAround, startListener } from './listener.ts'

test('the bytes that leave are the request line, the headers as given and the body', async () => {
  const { url, seen } = await startListener(1)
  const request = outgoing(`${url}/a%20b?x=1&y=`, {
    headers: [
      ['hOsT', 'example'],
      ['X-B', 'caf\u00e9 \u00ff'],
      ['x-b', ''],
      ['content-LENGTH', '4'],
    ],
    body: Buffer.from([0, 255, 10, 13]),
  })
  const sent = await startSender().send(request, forEver).done
  expect(seen.text).toBe(
    'POST /hook/a%20b?x=1&y= HTTP/1.1\r\nhOsT: example\r\nX-B: caf\u00e9 \u00ff\r\nx-b: \r\ncontent-LENGTH: 4\r\n\r\n\u0000\u00ff\n\r',
  )
  expect(sent).toMatchObject({ outcome: { kind: 'responded', status: 200 }, sentBytes: seen.text.length })
})

test('a request of HTTP/1.0 says so, and its connection is not used again', async () => {
  const { url, sockets, seen } = await startListener(1)
  const sender = startSender()
  const request = outgoing(url, { wire: { ...plainWire, httpVersion: '1.0' } })
  await sender.send(request, forEver).done
  expect(seen.text).toMatch(/^POST \/hook HTTP\/1\.0\r\n/)
  void sender.send(request, forEver)
  await expect.poll(() => sockets.length).toBe(2)
})

test.each([
  ['', '0\r\n\r\n'],
  ['a', '1\r\na\r\n0\r\n\r\n'],
  ['abcde', '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n'],
])('a body %j leaves in chunks', async (body, framed) => {
  const { url, seen } = await startListener(1)
  const wire = { ...plainWire, chunked: true }
  const headers: [string, string][] = [['Transfer-Encoding', 'chunked']]
  await startSender().send(outgoing(url, { body: Buffer.from(body), headers, wire }), forEver).done
  expect(seen.text.split('\r\n\r\n').slice(1).join('\r\n\r\n')).toBe(framed)
})

test('a server of Node undoes large chunks to the same body', async () => {
  const chunks: Buffer[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.closeAllConnections())
  const body = Buffer.alloc(300_000, 'webhook')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const wire = { ...plainWire, chunked: true }
  const headers: [string, string][] = [
    ['Host', 'x'],
    ['Transfer-Encoding', 'chunked'],
  ]
  await startSender().send(outgoing(url, { body, headers, wire }), forEver).done
  expect(Buffer.concat(chunks).equals(body)).toBe(true)
  server.close()
})

test.each([
  ['headers', 0, 'line'],
  ['headers', 10, 'line+10'],
  ['headers', 9999, 'head'],
  ['body', 0, 'head'],
  ['body', 3, 'head+3'],
  ['body', 9999, 'head+7'],
] as const)('a message cut at its %s after %i bytes, by a reset', async (at, bytes, left) => {
  const { url, seen, ended } = await startListener(1)
  const request = outgoing(url, { wire: { ...plainWire, cut: { at, bytes, how: 'reset' } } })
  const head = `POST /hook HTTP/1.1\r\nhost: ${new URL(url).host}\r\nContent-Length: 7\r\n\r\n`
  const line = 'POST /hook HTTP/1.1\r\n'
  const expected = {
    line,
    'line+10': head.slice(0, line.length + 10),
    head,
    'head+3': `${head}{"a`,
    'head+7': `${head}{"a":1}`,
  }[left]
  const sent = await startSender().send(request, forEver).done
  expect(sent.outcome).toMatchObject({ kind: 'reset', code: 'fault_reset', fault_bytes: expected.length })
  expect(sent).toMatchObject({ response: null, sentBytes: expected.length })
  expect(await ended).toBe('ECONNRESET')
  expect(seen.text).toBe(expected)
})

test.each([
  [0, ''],
  [1, '4\r\n{'],
  [4, '4\r\n{"a"'],
  [5, '4\r\n{"a"\r\n3\r\n:'],
  [7, '4\r\n{"a"\r\n3\r\n:1}'],
])('a chunked body cut after %i bytes contains exactly that many bytes of the body', async (bytes, came) => {
  const { url, seen, ended } = await startListener()
  const wire = { ...plainWire, chunked: true, cut: { at: 'body', bytes, how: 'close' } } as const
  const sent = startSender().send(outgoing(url, { wire }), forEver)
  expect(await ended).toBe('end')
  expect(seen.text.split('\r\n\r\n').slice(1).join('\r\n\r\n')).toBe(came)
  sent.cut({ kind: 'aborted', code: 'by_hand', after_ms: 1 })
})

test('a message cut by a close ends there, and an answer to it still counts', async () => {
  const { url, seen, ended, sockets } = await startListener()
  const cut = { at: 'body', bytes: 2, how: 'close' } as const
  const { done } = startSender().send(outgoing(url, { wire: { ...plainWire, cut } }), forEver)
  expect(await ended).toBe('end')
  expect(seen.text).toMatch(/\r\n\r\n\{"$/)
  sockets[0]?.end('HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n')
  expect((await done).outcome).toEqual({ kind: 'responded', status: 400 })
})

test('a slow body leaves in slices of a tenth of a second', async () => {
  const time = holdTimers(100)
  const { url, seen } = await startListener()
  const body = Buffer.from('0123456789')
  const wire = { ...plainWire, bytesPerSecond: 40 }
  const attempt = startSender({ outside: time.outside }).send(outgoing(url, { body, wire }), forEver)
  for (const text of ['0123', '01234567']) {
    await expect.poll(() => seen.text.split('\r\n\r\n')[1]).toBe(text)
    await expect.poll(() => time.waiting()).toBe(1)
    time.release()
  }
  await expect.poll(() => seen.text.split('\r\n\r\n')[1]).toBe('0123456789')
  attempt.cut({ kind: 'aborted', code: 'by_hand', after_ms: 1 })
  expect((await attempt.done).sentBytes).toBe(seen.text.length)
})

test('a slow body that is cut stops, and tells what had left', async () => {
  const time = holdTimers(100)
  const { url, seen, ended } = await startListener()
  const attempt = startSender({ outside: time.outside }).send(
    outgoing(url, { wire: { ...plainWire, bytesPerSecond: 10 } }),
    forEver,
  )
  await expect.poll(() => time.waiting()).toBe(1)
  attempt.cut({ kind: 'aborted', code: 'by_hand', after_ms: 1 })
  expect(await attempt.done).toMatchObject({
    outcome: { kind: 'aborted', code: 'by_hand', after_ms: 1 },
    sentBytes: seen.text.length,
  })
  expect(time.waiting()).toBe(0)
  await ended
})

test('an answer before the body has left is the answer, and the rest stays here', async () => {
  const time = holdTimers(100)
  const { url, ended } = await startListener(1)
  const wire = { ...plainWire, bytesPerSecond: 10 }
  const sent = await startSender({ outside: time.outside }).send(outgoing(url, { wire }), forEver).done
  expect(sent.outcome).toEqual({ kind: 'responded', status: 200 })
  expect(sent.phases.wait_ms).toBe(null)
  expect(await ended).toBe('end')
})

test('an answer that begins before the body has left is being read from then on', async () => {
  const time = holdTimers(100)
  const { url, seen, sockets } = await startListener()
  const wire = { ...plainWire, bytesPerSecond: 40 }
  const { done, cut } = startSender({ outside: time.outside }).send(outgoing(url, { wire }), forEver)
  await expect.poll(() => seen.text).toMatch(/\{"a"$/)
  sockets[0]?.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')
  await lookAround()
  time.release()
  await expect.poll(() => seen.text).toContain('{"a":1}')
  cut({ kind: 'aborted', code: 'by_hand', after_ms: 1 })
  expect((await done).phases).toMatchObject({ wait_ms: null, read_ms: expect.any(Number) })
})

test('what is cut before it goes out on a connection that was used before has its time in a phase all the same', async () => {
  const server = await startSocketServer((socket) => onRequest(socket, () => socket.write(empty)))
  const sender = startSender()
  await sender.send(outgoing(server.url), forEver).done
  const { done, cut } = sender.send(outgoing(server.url), forEver)
  cut({ kind: 'aborted', code: 'by_hand', after_ms: 1 })
  const { phases, durationMs, sentBytes } = await done
  expect(sentBytes).toBe(0)
  expect(phases).toEqual({
    dns_ms: null,
    connect_ms: null,
    tls_ms: null,
    send_ms: durationMs,
    wait_ms: null,
    read_ms: null,
  })
})

test('the phases of a first and of a second request, which has no connection to make', async () => {
  const server = await startSocketServer((socket) => onRequest(socket, () => socket.write(empty)))
  const sender = startSender()
  const url = server.url.replace('127.0.0.1', 'localhost')
  const first = await sender.send(outgoing(url), forEver).done
  const second = await sender.send(outgoing(url), forEver).done
  const number = expect.any(Number)
  expect(first.phases).toEqual({
    dns_ms: number,
    connect_ms: number,
    tls_ms: null,
    send_ms: number,
    wait_ms: number,
    read_ms: number,
  })
  expect(second.phases).toMatchObject({ dns_ms: null, connect_ms: null, tls_ms: null, wait_ms: number })
  for (const { phases, durationMs } of [first, second]) {
    const sum = Object.values(phases).reduce((all: number, one) => all + (one ?? 0), 0)
    expect(Math.abs(sum - durationMs)).toBeLessThan(0.01)
  }
  expect(server.sockets).toHaveLength(1)
})
