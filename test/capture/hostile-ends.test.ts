import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createRefuser } from '../../server/http/refuser.ts'
import { realOutside } from '../../server/outside.ts'
import { startCaptures, statusOf } from './world.ts'

/** Sends bytes and answers what comes back; with `reset`, cuts the connection hard as soon as something does. */
const sent = (port: number, bytes: string, { reset = false } = {}) =>
  new Promise<string>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (reset) socket.resetAndDestroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })

const broken = (host: string, path: string) =>
  [`POST ${path} HTTP/1.1`, host, 'Transfer-Encoding: chunked', '', 'zz', ''].join('\r\n')

test.each([
  ['a host that is not this one', 'Host: evil.example', '/in/demo', 421],
  ['an endpoint that none can be named', 'Host: localhost', '/in/!', 404],
])('a body that cannot be read, sent to %s, hurts nobody', async (_, host, path, status) => {
  const sandbox = await startCaptures()
  const answer = await sent(sandbox.port, broken(host, path))
  expect(statusOf(answer)).toBe(status)
  expect(await sandbox.catch({})).toMatchObject({ method: 'POST', reply: { status: 200 } })
})

test.each([
  ['CONNECT', ['CONNECT example.com:443 HTTP/1.1', 'Host: localhost'], 400],
  [
    'an upgrade that is refused',
    ['GET /sandbox/live HTTP/1.1', 'Host: evil.example', 'Connection: Upgrade', 'Upgrade: websocket'],
    421,
  ],
])('a sender that cuts its connection after %s hurts nobody', async (_, lines, status) => {
  const sandbox = await startCaptures()
  const answer = await sent(sandbox.port, [...lines, '', ''].join('\r\n'), { reset: true })
  expect(statusOf(answer)).toBe(status)
  expect(await sandbox.catch({})).toMatchObject({ reply: { status: 200 } })
})

test('a request that can neither be read nor recorded gets the worse answer of the two', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const refuser = createRefuser({
    outside: realOutside(),
    isReceived: () => true,
    record: () => Promise.reject(full),
    onRefused() {},
  })
  refuser.listen(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = await sent((server.address() as AddressInfo).port, 'BREW /in/demo HTTP/1.1\r\n\r\n')
  expect(answer).toContain('"storage"')
})
