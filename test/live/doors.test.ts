import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import { sample } from '../helpers/long.ts'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { oneIn } from '../helpers/rows.ts'
import { shared, sharedSandbox, startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

/** Every door, by a request that it answers with the given status when nothing is wrong. */
const doors = [
  ['POST', '/in/demo', 200, ''],
  ['GET', '/api/v0.1/webhooks', 200, 'Authorization: a\r\nIdentity: b\r\n'],
  ['POST', '/sandbox/endpoints', 201, ''],
  ['POST', '/mcp', 200, 'Accept: application/json, text/event-stream\r\n'],
  ['GET', '/.well-known/jwks.json', 200, ''],
  [
    'GET',
    '/sandbox/live',
    101,
    'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
  ],
] as const
type Door = readonly [method: string, path: string, status: number, lines: string]

const bodies: Record<string, string> = {
  '/sandbox/endpoints': '{"name":"made"}',
  '/mcp': '{"jsonrpc":"2.0","id":1,"method":"ping"}',
}

/** Sends one request with these Host lines, and answers its status line's number. */
async function ask(
  sandbox: TestSandbox,
  [method, path, , lines]: Door,
  { hosts, target = path, more = '' }: { hosts: readonly string[]; target?: string; more?: string },
): Promise<number> {
  const body = bodies[path] ?? ''
  const head = [
    `${method} ${target} HTTP/1.1\r\n`,
    ...hosts.map((host) => `Host: ${host}\r\n`),
    'Content-Type: application/json\r\n',
    method === 'POST' ? `Content-Length: ${body.length}\r\n` : '',
    `Connection: ${path === '/sandbox/live' ? 'Upgrade' : 'close'}\r\n`,
    lines,
    more,
  ].join('')
  // The socket at /sandbox/live would stay open, so only the status line is waited for.
  const socket = connect(portOf(sandbox.url), '127.0.0.1')
  socket.write(`${head}\r\n${body}`, 'latin1')
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1])
}

/** What a request that should not have come in may have left. */
async function left(sandbox: TestSandbox) {
  const { calls } = await sandbox.get<{ calls: unknown[] }>('/sandbox/calls')
  const { endpoints } = await sandbox.get<{ endpoints: unknown[] }>('/sandbox/endpoints')
  return { calls, endpoints }
}

const untouched = sharedSandbox()

describe.each(doors)('at %s %s', (...door) => {
  const [, path, status] = door

  test('every spelling of a host of this machine means the same', async () => {
    const sandbox = await startSandbox()
    const { port } = new URL(sandbox.url)
    const spellings = [
      'localhost',
      `LOCALHOST:${port}`,
      `localhost.:${port}`,
      'app.localhost',
      `127.0.0.1:${port}`,
      '127.1',
      '127.0.0.1.',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
    ]
    // In `npm test` each spelling is tried at two doors.
    const turn = doors.findIndex(([, other]) => other === path)
    for (const host of spellings.filter(oneIn(sample(3, 1), turn))) {
      // Only the first one makes the endpoint.
      const { endpoints } = await sandbox.get<{ endpoints: { name: string }[] }>('/sandbox/endpoints')
      for (const { name } of endpoints) await sandbox.request('DELETE', `/sandbox/endpoints/${name}`)
      expect([host, await ask(sandbox, door, { hosts: [host] })]).toEqual([host, status])
    }
  })

  test('a host of another machine is refused in every spelling, and leaves nothing', async () => {
    const sandbox = untouched()
    const spellings = [
      'evil.example',
      'EVIL.example.:4400',
      '127.0.0.1.evil.example',
      'localhost@evil.example',
      'evil.example@localhost',
      'localhost\\evil.example',
      '%6cocalhost',
      '134744072',
      '0x8080808',
      '010.010.010.010',
      '[::ffff:8.8.8.8]',
      '[::1',
      'localhost..',
      'localhost:1:1',
      '',
    ]
    for (const host of spellings)
      expect([host, await ask(sandbox, door, { hosts: [host] })]).toEqual([host, 421])
    expect(await left(sandbox)).toEqual({ calls: [], endpoints: [] })
  })

  test('a target that names another host than this machine is refused, whatever the Host says', async () => {
    const sandbox = await startSandbox()
    for (const host of ['evil.example', 'user@localhost', '8.8.8.8:80']) {
      const asked = { hosts: ['localhost'], target: `http://${host}${path}` }
      expect([host, await ask(sandbox, door, asked)]).toEqual([host, 421])
    }
    const other = { hosts: ['evil.example'], target: `http://localhost${path}` }
    expect(await ask(sandbox, door, other)).toBe(421)
    expect(await left(sandbox)).toEqual({ calls: [], endpoints: [] })
    expect(await ask(sandbox, door, { hosts: ['localhost'], target: `http://localhost${path}` })).toBe(status)
  })

  test('two Hosts are refused', async () => {
    const sandbox = await startSandbox()
    expect(await ask(sandbox, door, { hosts: ['localhost', 'localhost'] })).toBe(400)
    expect((await left(sandbox)).calls).toEqual([])
  })

  test('X-Forwarded-Host is not believed, for better or worse', async () => {
    const sandbox = await startSandbox()
    const more = (host: string) => `X-Forwarded-Host: ${host}\r\nForwarded: host=${host}\r\n`
    expect(await ask(sandbox, door, { hosts: ['evil.example'], more: more('localhost') })).toBe(421)
    expect(await ask(sandbox, door, { hosts: ['localhost'], more: more('evil.example') })).toBe(status)
  })
})

describe('a path with dot segments or backslashes never leaves its prefix', () => {
  const ways = [
    '/../../sandbox/reset',
    '/%2e%2e/%2E%2e/sandbox/reset',
    '/.%2e/%2e./sandbox/reset',
    '/..%2f..%2fsandbox/reset',
    '/..;/..;/sandbox/reset',
    '\\..\\..\\sandbox\\reset',
    '/..\\../sandbox/reset',
    '//sandbox/reset',
    '/./.././../sandbox/reset',
    '/x/../../../sandbox/reset',
  ]
  const prefixes = ['/api/v0.1', '/in/demo', '/in', '/.well-known', '/mcp', '/assets/x', '']
  const kept = shared(async (ending) => {
    const sandbox = await startSandbox({}, realOutside(), ending)
    await sandbox.request('POST', '/in/kept', 'x')
    return sandbox
  })
  test.each(prefixes)('from "%s"', async (prefix) => {
    const sandbox = kept()
    for (const path of ways.map((way) => prefix + way)) {
      for (const target of [path, `http://localhost${path}`]) {
        const answer = await rawExchange(
          portOf(sandbox.url),
          `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
        )
        const expected = /^\/in\/[dx][^\\]*\//.test(path) ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 4\d\d /
        expect(answer, target).toMatch(expected)
      }
      // A reset would have removed it.
      expect(await sandbox.captures('?endpoint=kept'), path).toHaveLength(1)
    }
  })
})

/** Paths that record. A router decodes them. */
const recorded = ['/in/demo', '/api/v0.1/webhooks', '/%61pi/v0.1/webhooks', '/api/%760.1/webhooks']

describe.each(recorded)('what a page elsewhere makes a browser get from %s without an Origin', (target) => {
  const authorized = 'Authorization: a\r\nIdentity: b\r\n'
  const getBy = async (sandbox: TestSandbox, fetched: Record<string, string>) => {
    const more = Object.entries(fetched).map(([name, value]) => `${name}: ${value}\r\n`)
    const door = ['GET', target, 200, authorized] as const
    return ask(sandbox, door, { hosts: ['localhost'], more: more.join('') })
  }
  const empty = sharedSandbox()
  const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }

  test.each([
    ['an image', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
    ['a frame', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }],
    ['a document in advance', { ...navigation, 'Sec-Purpose': 'prefetch' }],
    ['a document rendered in advance', { ...navigation, 'Sec-Purpose': 'prefetch;prerender' }],
  ])('%s is refused, and leaves nothing', async (_, fetched) => {
    const sandbox = empty()
    for (const site of ['cross-site', 'same-site'])
      expect(await getBy(sandbox, { ...fetched, 'Sec-Fetch-Site': site })).toBe(403)
    expect(await left(sandbox)).toEqual({ calls: [], endpoints: [] })
    expect(await sandbox.captures()).toEqual([])
  })

  test('a page that the user opens is answered', async () => {
    const sandbox = await startSandbox()
    expect(await getBy(sandbox, { ...navigation, 'Sec-Fetch-Site': 'cross-site' })).toBe(200)
    expect(await getBy(sandbox, { ...navigation, 'Sec-Purpose': 'prefetch', 'Sec-Fetch-Site': 'none' })).toBe(
      200,
    )
  })
})
