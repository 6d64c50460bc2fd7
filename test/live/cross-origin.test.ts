import { describe, expect, test } from 'vitest'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { sharedSandbox, startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { knock } from './world.ts'

describe('a page of an allowed origin', () => {
  const origin = 'http://shop.test:3000'
  const open = { allowed_origins: [`${origin}/`], auth: { keys: [{ authorization: 'a', identity: 'b' }] } }
  const corsOf = ({ headers }: { headers: Headers }) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))
  /** For what is asked of it whatever it has captured. */
  const opened = sharedSandbox(open)
  const readable = { 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' }

  test.each([
    ['POST', '/in/demo', 200],
    ['GET', '/in/demo', 200],
    ['POST', '/api/v0.1/webhooks', 403],
    ['GET', '/api/v0.1/webhooks', 403],
  ])('may %s %s and read the response', async (method, path, status) => {
    const sandbox = opened()
    const answer = await sandbox.overSocket(method, path, method === 'POST' ? {} : undefined, { origin })
    expect([answer.status, corsOf(answer)]).toEqual([status, readable])
    expect(answer.headers.get('vary')).toContain('Origin')
  })

  test.each(['/in/demo', '/api/v0.1/webhooks'])('may ask whether it may send to %s', async (path) => {
    const sandbox = await startSandbox(open)
    const answer = await sandbox.overSocket('OPTIONS', path, undefined, {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,identity',
    })
    expect([answer.status, corsOf(answer)]).toEqual([
      204,
      {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'PATCH',
        'access-control-allow-headers': 'authorization,identity',
      },
    ])
    expect(await sandbox.captures()).toEqual([])
  })

  test('sees the headers of a reply in their order, and a header of the reply wins', async () => {
    const sandbox = await startSandbox(open)
    const headers = { 'X-One': '1', 'Access-Control-Allow-Origin': '*' }
    await sandbox.request('POST', '/sandbox/endpoints', { name: 'hook', reply: { headers, body: 'x' } })
    const answer = await sandbox.overSocket('POST', '/in/hook', {}, { origin })
    expect(corsOf(answer)).toMatchObject({ 'access-control-allow-origin': '*' })
    expect(answer.headers.get('x-one')).toBe('1')
  })

  test.each(['/sandbox/events', '/sandbox/reset', '/mcp', '/', '/api', '/api/v0.1x'])(
    'may not write to %s',
    async (path) => {
      const sandbox = opened()
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
      const answer = await rawExchange(portOf(sandbox.url), head)
      expect(answer).toMatch(/^HTTP\/1\.1 403 /)
      expect(answer.toLowerCase()).not.toContain('access-control-')
    },
  )

  test('may not read the record, nor open the socket', async () => {
    const sandbox = opened()
    for (const method of ['GET', 'OPTIONS'])
      expect(corsOf(await sandbox.overSocket(method, '/sandbox/captures', undefined, { origin }))).toEqual({})
    expect(await knock(sandbox.url, { origin })).toBe(403)
  })

  test('opens nothing to other origins: their refusal names the setting', async () => {
    const sandbox = await startSandbox(open)
    for (const other of ['http://shop.test:3001', 'https://shop.test:3000', 'null']) {
      const answer = await sandbox.overSocket<{ error: { fix: string } }>(
        'POST',
        '/in/demo',
        {},
        { origin: other },
      )
      expect([answer.status, corsOf(answer)]).toEqual([403, {}])
      expect(answer.body.error.fix).toContain('allowed_origins')
    }
  })
})

test('the refusal of a page is shown once for each origin, with the setting', async () => {
  const sandbox = await startSandbox()
  for (const origin of ['http://shop.test', 'http://shop.test', 'http://other.test'])
    await sandbox.overSocket('POST', '/in/demo', {}, { origin })
  expect(sandbox.refusals).toEqual([
    expect.stringMatching(/http:\/\/shop\.test .*allowed_origins/),
    expect.stringMatching(/http:\/\/other\.test .*allowed_origins/),
  ])
})

describe('what an endpoint answers to a browser that shows it is of no origin', () => {
  const link = '/in/hook?challenge=<script>fetch("/sandbox/reset",{method:"POST"})</script>'
  const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy')
  const ofNone = 'sandbox allow-forms allow-modals allow-popups allow-scripts'

  test.each([
    ['a link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }],
    ['a link to the address of a network', { 'upgrade-insecure-requests': '1' }],
  ])('where it follows %s', async (_, headers) => {
    const sandbox = await startSandbox()
    const reply = { template: '{{query.challenge}}' }
    await sandbox.request('POST', '/sandbox/endpoints', { name: 'hook', reply })
    expect(policyOf(await sandbox.request('GET', link, undefined, headers))).toBe(ofNone)
    expect(policyOf(await sandbox.request('GET', link))).toBeNull()
  })

  test('besides a policy of its own', async () => {
    const sandbox = await startSandbox()
    const reply = { headers: { 'Content-Security-Policy': "default-src 'self'" }, body: '<p>' }
    await sandbox.request('POST', '/sandbox/endpoints', { name: 'hook', reply })
    const shown = { 'sec-fetch-dest': 'document' }
    expect(policyOf(await sandbox.request('GET', link, undefined, shown))).toBe(
      `${ofNone}, default-src 'self'`,
    )
  })

  test('also where it comes from whom the request was passed on to', async () => {
    const sandbox = await startSandbox()
    const reply = { headers: { 'content-type': 'text/html' }, template: '{{query.challenge}}' }
    await sandbox.request('POST', '/sandbox/endpoints', { name: 'app', reply })
    await sandbox.request('POST', '/sandbox/endpoints', { name: 'hook', forward_to: `${sandbox.url}/in/app` })
    const shown = { 'upgrade-insecure-requests': '1', 'sec-fetch-dest': 'document' }
    const answer = await sandbox.request('GET', link, undefined, shown)
    expect(answer.headers.get('content-type')).toBe('text/html')
    // There it is shown too.
    expect(policyOf(answer)).toBe(`${ofNone}, ${ofNone}`)
  })
})

describe.each([
  ['an endpoint', '/in/demo', 'captures'],
  ['the emulated API', '/api/v0.1/webhooks', 'calls'],
] as const)('what a page elsewhere has a browser send to %s', (_, path, list) => {
  const recorded = async (sandbox: TestSandbox) =>
    (await sandbox.get<Record<string, unknown[]>>(`/sandbox/${list}`))[list]

  const elsewhere = { origin: 'http://evil.example' }
  const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
  test.each([
    ['a read', 'GET', elsewhere],
    ['a question before it', 'OPTIONS', { ...elsewhere, 'access-control-request-method': 'POST' }],
    ['an image, for which no Origin is sent', 'GET', image],
    ['an image on a page of another port', 'GET', { ...image, 'sec-fetch-site': 'same-site' }],
    ['a frame', 'GET', { ...image, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a beacon without an Origin', 'POST', { ...image, 'sec-fetch-dest': 'empty' }],
    [
      'a form that fills the window',
      'POST',
      { ...image, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ],
  ])('is refused and not recorded: %s', async (_, method, headers) => {
    const sandbox = await startSandbox()
    const armed = await sandbox.post<{ armed_error: { id: string } }>('/sandbox/armed-errors', {
      code: 'auth_err',
      times: 1,
    })
    const answer = await sandbox.overSocket<{ error: { code: string } }>(method, path, undefined, headers)
    expect([answer.status, answer.body.error.code]).toEqual([403, 'origin_refused'])
    expect(await recorded(sandbox)).toEqual([])
    const { armed_errors } = await sandbox.get<{ armed_errors: unknown[] }>('/sandbox/armed-errors')
    expect(armed_errors).toEqual([armed.armed_error])
  })

  test.each([
    ['where somebody is sent on to it', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }],
    ['where its address was typed in', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['where the page of the sandbox asks', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }],
  ])('is recorded %s', async (_, headers) => {
    const sandbox = await startSandbox()
    const demo = { authorization: 'demo', identity: 'demo' }
    expect((await sandbox.overSocket('GET', path, undefined, { ...demo, ...headers })).status).toBe(200)
    expect(await recorded(sandbox)).toHaveLength(1)
  })
})
