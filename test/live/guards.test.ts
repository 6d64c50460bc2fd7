import { describe, expect, test } from 'vitest'
import { createGuard, type GuardedRequest } from '../../server/http/guards.ts'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { knock } from './world.ts'

const closed = { host: '127.0.0.1', allowed_hosts: [], allowed_origins: [], public_url: null }
const guard = createGuard({
  ...closed,
  allowed_hosts: ['sandbox.internal', 'Tunnel.Example'],
  allowed_origins: ['http://shop.test:3000'],
  public_url: 'https://Public.Example',
})
const plain: GuardedRequest = {
  method: 'GET',
  path: '/',
  host: 'localhost:4400',
  origin: undefined,
  isUpgrade: false,
}
const ask = (over: Partial<GuardedRequest>) => guard.refusal({ ...plain, ...over })?.code

describe('a request may be addressed to', () => {
  test.each([
    'localhost',
    'localhost:4400',
    'LOCALHOST:4400',
    'localhost.:4400',
    'app.localhost:1',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.8.9.10:4400',
    '[::1]',
    '[::1]:4400',
    '[0:0:0:0:0:0:0:1]:4400',
    'sandbox.internal',
    'SANDBOX.internal:8080',
    'tunnel.example',
    'tunnel.example:65535',
    'public.example',
    'public.example:4400',
  ])('%s', (host) => expect(ask({ host })).toBeUndefined())

  test('no host at all, as HTTP/1.0 may', () => expect(ask({ host: undefined })).toBeUndefined())

  test('the very address it listens on', () =>
    expect(
      createGuard({ ...closed, host: '192.168.1.5' }).refusal({ ...plain, host: '192.168.1.5:4400' }),
    ).toBeUndefined())
})

describe('a request may not be addressed to', () => {
  test.each([
    'evil.example',
    'evil.example:4400',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    '127.0.0.1.evil.example:4400',
    'notlocalhost',
    'xlocalhost:4400',
    '192.168.1.5',
    '10.0.0.1:4400',
    '0.0.0.0:4400',
    '8.8.8.8',
    '[::]:4400',
    '[fe80::1]:4400',
    '[2001:db8::1]',
    '[::ffff:8.8.8.8]',
    'sandbox.internal.evil.example',
    '',
    ' ',
    'localhost:4400:1',
    'localhost:99999999',
    'localhost@evil.example',
    'evil.example@localhost',
    'localhost/evil',
    'localhost#',
    '[::1',
    '::1',
    'localhost..',
  ])('%j', (host) => expect(ask({ host })).toBe('host_refused'))
})

describe('a page may write', () => {
  test.each([
    ['http://localhost:4400', 'localhost:4400'],
    ['http://LOCALHOST:4400', 'localhost:4400'],
    ['http://127.0.0.1:4400', '127.0.0.1:4400'],
    ['http://[::1]:4400', '[::1]:4400'],
    ['https://tunnel.example', 'tunnel.example'],
    ['http://localhost', 'localhost'],
    ['http://localhost', 'localhost:80'],
  ])('of %s to %s', (origin, host) => expect(ask({ method: 'POST', origin, host })).toBeUndefined())
})

describe('a page may not write', () => {
  test.each([
    ['http://evil.example', 'localhost:4400'],
    ['http://localhost:3000', 'localhost:4400'],
    ['http://127.0.0.1:4400', 'localhost:4400'],
    ['http://localhost', 'localhost:4400'],
    ['null', 'localhost:4400'],
    ['', 'localhost:4400'],
    ['file://', 'localhost:4400'],
    ['http://localhost:4400.evil.example', 'localhost:4400'],
    ['chrome-extension://abc', 'localhost:4400'],
    ['null', undefined],
  ])('of %j to %s', (origin, host) => expect(ask({ method: 'POST', origin, host })).toBe('origin_refused'))

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE', 'post', 'ANYTHING'])('with %s', (method) =>
    expect(ask({ method, origin: 'http://evil.example' })).toBe('origin_refused'),
  )

  test.each(['GET', 'HEAD', 'OPTIONS'])('but read with %s, which its browser keeps from it', (method) =>
    expect(ask({ method, origin: 'http://evil.example' })).toBeUndefined(),
  )

  test('nor open a socket, which its browser would let it read', () =>
    expect(ask({ origin: 'http://evil.example', isUpgrade: true })).toBe('origin_refused'))
})

const surfaces = [
  ['POST', '/in/demo'],
  ['POST', '/api/v0.1/webhooks'],
  ['DELETE', '/api/v0.1/webhooks/1'],
  ['POST', '/sandbox/events'],
  ['PATCH', '/sandbox/endpoints/demo'],
  ['POST', '/sandbox/reset'],
  ['POST', '/'],
  ['POST', '/nowhere'],
] as const

test.each(surfaces)('%s %s is refused when another page asks', async (method, path) => {
  const sandbox = await startSandbox()
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
    const { status, body } = await sandbox.request<{ error: { code: string; fix: string } }>(
      method,
      path,
      {},
      { origin },
    )
    expect([origin, status, body.error.code]).toEqual([origin, 403, 'origin_refused'])
    expect(body.error.fix).toBeTruthy()
  }
  expect(await sandbox.captures()).toEqual([])
})

test.each(['/in/demo', '/api/v0.1/webhooks', '/sandbox/health', '/', '/nowhere', '/sandbox/live'])(
  '%s is refused under a foreign name',
  async (path) => {
    const sandbox = await startSandbox()
    const answer = await rawExchange(
      portOf(sandbox.url),
      `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 421 /)
    expect(answer).toContain('host_refused')
    expect(await sandbox.captures()).toEqual([])
  },
)

test('the page of the sandbox itself may write', async () => {
  const sandbox = await startSandbox()
  const { status } = await sandbox.request(
    'POST',
    '/sandbox/events',
    { event: 'card.created' },
    { origin: sandbox.url },
  )
  expect(status).toBe(201)
})

test('a name in allowed_hosts is let in on every port, on the socket too', async () => {
  const sandbox = await startSandbox({ allowed_hosts: ['sandbox'] })
  const port = portOf(sandbox.url)
  for (const host of ['sandbox', 'sandbox:4400', `sandbox:${port}`]) {
    for (const path of ['/sandbox/health', '/in/demo', '/sandbox/openapi/platform.json']) {
      const answer = await rawExchange(
        port,
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      )
      expect([host, path, answer.slice(0, 13)]).toEqual([host, path, 'HTTP/1.1 200 '])
    }
    expect(await knock(sandbox.url, { host, origin: `http://${host}` })).toBe(101)
  }
})

test.each([
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ host: 'evil.example' }, 421],
  [{ host: 'evil.example', origin: 'http://evil.example' }, 421],
  [{}, 101],
])('a socket with %j is answered %i', async (headers, status) => {
  const sandbox = await startSandbox()
  expect(await knock(sandbox.url, headers)).toBe(status)
})

test('a socket of the page itself is let in', async () => {
  const sandbox = await startSandbox()
  expect(await knock(sandbox.url, { origin: sandbox.url })).toBe(101)
})

test('a refused socket does not hurt the next', async () => {
  const sandbox = await startSandbox()
  await knock(sandbox.url, { origin: 'null' })
  expect(await knock(sandbox.url, {})).toBe(101)
})

test.each([
  ['Sec-WebSocket-Version: 13', /lacks a Sec-WebSocket-Key of 16 bytes in base64\.$/],
  ['Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short', /lacks a Sec-WebSocket-Key of 16 bytes/],
  [
    'Sec-WebSocket-Version: 99\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    /lacks Sec-WebSocket-Version: 13/,
  ],
])(
  'a WebSocket request with %j is refused like any other, with the required kind',
  async (lines, message) => {
    const sandbox = await startSandbox()
    const answer = await rawExchange(
      portOf(sandbox.url),
      `GET /sandbox/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${lines}\r\n\r\n`,
    )
    const [head = '', text = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(
      /^HTTP\/1\.1 426 Upgrade Required\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n/,
    )
    expect(JSON.parse(text).error).toMatchObject({
      code: 'upgrade_required',
      message: expect.stringMatching(message),
    })
  },
)

test('a WebSocket that is asked for by POST is an unknown route, as without asking for one', async () => {
  const sandbox = await startSandbox()
  const answer = await rawExchange(
    portOf(sandbox.url),
    'POST /sandbox/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nContent-Length: 0\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(answer).toContain('This path takes GET.')
})
