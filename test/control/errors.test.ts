import { expect, test } from 'vitest'
import type { FailureCode } from '../../server/failures.ts'
import { realOutside } from '../../server/outside.ts'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { sharedSandbox, startSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'

/** For what is refused and leaves nothing behind. */
const sandboxOfAll = sharedSandbox()

test('an unknown route and an unknown method are 404, in the shape of every refusal', async () => {
  const sandbox = await startSandbox()
  for (const [method, path] of [
    ['GET', '/sandbox'],
    ['GET', '/sandbox/'],
    ['GET', '/sandbox/nothing'],
    ['PUT', '/sandbox/events'],
    ['DELETE', '/sandbox/health'],
    ['POST', '/'],
    ['GET', '/api/v9'],
  ] as const) {
    expectRefused(await sandbox.request(method, path), {
      status: 404,
      code: 'route_unknown',
      message: new RegExp(`${method} ${path}`),
    })
  }
})

test.each([
  ['POST', '/sandbox/deliveries/abort', 'Did you mean /sandbox/deliveries/{id}/abort?'],
  ['POST', '/sandbox/deliveries/release', 'Did you mean /sandbox/deliveries/{id}/release?'],
  ['PUT', '/sandbox/events', 'This path takes POST or GET.'],
  ['OPTIONS', '/sandbox/endpoints/demo', 'This path takes GET or PATCH or DELETE.'],
  ['PUT', '/sandbox/captures.har', 'This path takes GET.'],
  [
    'POST',
    '/sandbox/endpoints/demo',
    'This path takes GET or PATCH or DELETE; POST is at /sandbox/endpoints.',
  ],
  [
    'DELETE',
    '/sandbox/subscriptions',
    'This path takes GET or POST; DELETE is at /sandbox/subscriptions/{id}.',
  ],
  [
    'DELETE',
    '/sandbox/armed-errors',
    'This path takes GET or POST; DELETE is at /sandbox/armed-errors/{id}.',
  ],
  ['GET', '/sandbox/capturesxhar', 'Did you mean /sandbox/captures.har?'],
  ['GET', '/sandbox/delivery/dlv_1', 'Did you mean /sandbox/deliveries/dlv_1?'],
  ['POST', '/events', 'Use /sandbox/events.'],
  ['GET', '/webhooks', 'Use /api/v0.1/webhooks.'],
  ['GET', '/customers', 'Use /api/v0.1/customers.'],
  ['GET', '/sandbox//events', 'Write one slash: /sandbox/events.'],
  ['GET', '/api/v1/cards/', 'Use /api/v0.1/cards.'],
  ['GET', '/sandbox/health/', 'Remove the slash at the end: /sandbox/health.'],
  ['GET', '/sandbox', 'GET /sandbox/openapi/sandbox.json lists every route.'],
  ['GET', '/sandbox/', 'GET /sandbox/openapi/sandbox.json lists every route.'],
  ['GET', '/sandbox/nothing', 'GET /sandbox/openapi/sandbox.json lists every route.'],
])('%s %s: the refusal suggests the nearest route', async (method, path, fix) => {
  const { status, body } = await sandboxOfAll().request(method, path)
  expect([status, body]).toMatchObject([404, { error: { code: 'route_unknown', fix } }])
})

test('a plain request for the live socket gets an explanation', async () => {
  const sandbox = await startSandbox()
  expectRefused(await sandbox.request('GET', '/sandbox/live'), {
    status: 426,
    code: 'upgrade_required',
    message: /^GET \/sandbox\/live is a WebSocket\.$/,
    fix: new RegExp(`'${sandbox.url.replace('http', 'ws')}/sandbox/live'`),
  })
  const bySocket = await fetch(`${sandbox.url}/sandbox/live`)
  expect([bySocket.status, bySocket.headers.get('upgrade')]).toEqual([426, 'websocket'])
})

const unknown = [
  ['GET', '/sandbox/events/evt_x', 'event_unknown'],
  ['GET', '/sandbox/deliveries/dlv_x', 'delivery_unknown'],
  ['POST', '/sandbox/deliveries/dlv_x/resend', 'delivery_unknown'],
  ['POST', '/sandbox/deliveries/dlv_x/attempt-now', 'delivery_unknown'],
  ['POST', '/sandbox/deliveries/dlv_x/cancel', 'delivery_unknown'],
  ['PATCH', '/sandbox/subscriptions/x', 'subscription_unknown'],
  ['GET', '/sandbox/endpoints/x', 'endpoint_unknown'],
  ['PATCH', '/sandbox/endpoints/x', 'endpoint_unknown'],
  ['DELETE', '/sandbox/endpoints/x', 'endpoint_unknown'],
  ['GET', '/sandbox/captures/cap_x', 'capture_unknown'],
  ['GET', '/sandbox/captures/cap_x/body', 'capture_unknown'],
  ['GET', '/sandbox/calls/cal_x', 'call_unknown'],
] as const

test.for(unknown)('%s %s: 404 %s', async ([method, path, code]) => {
  const sandbox = sandboxOfAll()
  expectRefused(await sandbox.request(method, path), { status: 404, code })
  for (const odd of ['%00', '%zz', "'%20OR%201=1", '%F0%9F%83%8F', '%2e%2e%2fhealth', 'constructor']) {
    const { status } = await sandbox.request(method, path.replace(/\/(?:\w+_)?x(?=\/|$)/, `/${odd}`))
    expect(status, odd).toBe(404)
  }
  expect(sandbox.troubles).toEqual([])
})

test.for([
  ['GET', '/deliveries/cap_1', /^This is the id of a capture: GET \/sandbox\/captures\/cap_1 shows it\.$/],
  [
    'POST',
    '/deliveries/evt_1/resend',
    /^This is the id of an event: GET \/sandbox\/deliveries\?q=evt_1 lists/,
  ],
  ['GET', '/captures/dlv_1', /^This is the id of a delivery: GET \/sandbox\/deliveries\/dlv_1 shows it\.$/],
  [
    'DELETE',
    '/fault-rules/arm_1',
    /^This is the id of an armed error: GET \/sandbox\/armed-errors lists them\.$/,
  ],
  ['GET', '/deliveries/dlv_1', /^GET \/sandbox\/deliveries lists/],
] as const)('%s %s: an id of another kind leads to what shows that', async ([method, path, fix]) => {
  const sandbox = sandboxOfAll()
  const { status, body } = await sandbox.request<{ error: object }>(method, `/sandbox${path}`)
  expect([status, body.error]).toEqual([404, expect.objectContaining({ fix: expect.stringMatching(fix) })])
})

const withBody = [
  ['POST', '/sandbox/events'],
  ['POST', '/sandbox/clock'],
  ['POST', '/sandbox/verify'],
  ['POST', '/sandbox/reset'],
  ['POST', '/sandbox/endpoints'],
  ['PATCH', '/sandbox/endpoints/demo'],
  ['PATCH', '/sandbox/subscriptions/x'],
  ['POST', '/sandbox/deliveries/x/resend'],
] as const

test.for(withBody)('%s %s refuses what is no JSON object of its own fields', async ([method, path]) => {
  const sandbox = await startSandbox({ body_limit_bytes: 2000 })
  const send = (body: string, headers = {}) => sandbox.request(method, path, body, headers)
  expectRefused(await send('{'), { status: 400, code: 'body_malformed', message: /not valid JSON/ })
  expectRefused(await send('\ufeff{}'), {
    status: 400,
    code: 'body_malformed',
    message: /^The body is not valid JSON: it begins with a byte order mark \(EF BB BF\)\.$/,
    fix: /^Save it as UTF-8 without/,
  })
  expectRefused(await send('{}', { 'content-type': 'text/plain' }), { status: 415, code: 'content_type' })
  // A verification holds a body of the limit in base64, with headers around it.
  const limit = path === '/sandbox/verify' ? 4_002_668 : 2000
  expectRefused(await send(`{"x":"${'x'.repeat(limit)}"}`), {
    status: 413,
    code: 'body_too_large',
    message: new RegExp(`${limit} bytes`),
  })
  for (const body of ['[]', 'null', '1', '"x"'])
    expectRefused(await send(body), {
      status: 422,
      code: 'invalid_field',
      fix: /^Write it as {"field": value}/,
    })
  expectRefused(await send('{"nonsense_field":1}'), {
    status: 422,
    code: 'invalid_field',
    message: /nonsense_field/,
  })
  expectRefused(await send('{"constructor":1}'), {
    status: 422,
    code: 'invalid_field',
    message: /constructor/,
  })
  expectRefused(await send('{"__proto__":{}}'), { status: 422, code: 'invalid_field', message: /__proto__/ })
  const deep = `{"x":${'['.repeat(900)}${']'.repeat(900)}}`
  expectRefused(await send(deep), { status: 422, code: 'invalid_field' })
})

test('bytes that are not UTF-8 are refused', async () => {
  const sandbox = await startSandbox()
  const response = await fetch(`${sandbox.url}/sandbox/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Uint8Array([0x7b, 0xff, 0x7d]),
  })
  expectRefused(
    { status: response.status, body: await response.json() },
    { status: 400, code: 'body_malformed', message: /UTF-8/ },
  )
})

test.for([
  ['POST', '/sandbox/events', { evnt: 'card.created' }, 'event'],
  ['POST', '/sandbox/events', { event: 'card.created', subscription: 'x' }, 'subscription_id'],
  ['POST', '/sandbox/clock', { advnce: '1h' }, 'advance'],
  ['POST', '/sandbox/verify', { header: {} }, 'headers'],
  ['POST', '/sandbox/reset', { kep: [] }, 'keep'],
  ['POST', '/sandbox/endpoints', { name: 'x', secrets: 's' }, 'secret'],
  ['PATCH', '/sandbox/subscriptions/x', { order: true }, 'ordered'],
] as [string, string, object, string][])(
  '%s %s with %o is told the nearest right field',
  async ([method, path, body, right]) => {
    const sandbox = await startSandbox()
    expectRefused(await sandbox.request(method, path, body), {
      status: 422,
      code: 'invalid_field',
      fix: new RegExp(`Did you mean ${right}\\?`),
    })
  },
)

test('a body is optional where every field is, and then needs no content type', async () => {
  const sandbox = await startSandbox()
  for (const path of ['/sandbox/reset', '/sandbox/clock'])
    expect((await sandbox.request('POST', path)).status).toBe(200)
  expect((await sandbox.request('POST', '/sandbox/events')).status).toBe(400)
})

test('a foreign host is refused everywhere: 421', async () => {
  const sandbox = await startSandbox()
  for (const path of ['/', '/sandbox/health', '/api/v0.1/webhooks', '/in/demo', '/.well-known/jwks.json']) {
    const answer = await rawExchange(
      portOf(sandbox.url),
      `GET ${path} HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n`,
    )
    expectRefused(
      {
        status: Number(answer.split(' ')[1]),
        body: JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)),
      },
      { status: 421, code: 'host_refused', message: /evil\.test/, fix: /allowed_hosts/ },
    )
  }
})

test('a write from a page of another origin is refused: 403; a read is not', async () => {
  const sandbox = await startSandbox()
  const headers = { origin: 'http://evil.test' }
  expectRefused(await sandbox.request('POST', '/sandbox/events', { event: 'card.created' }, headers), {
    status: 403,
    code: 'origin_refused',
  })
  expectRefused(await sandbox.request('POST', '/api/v0.1/webhooks', {}, headers), {
    status: 403,
    code: 'origin_refused',
  })
  expect((await sandbox.request('GET', '/sandbox/health', undefined, headers)).status).toBe(200)
  expect(
    (await sandbox.request('POST', '/sandbox/events', { event: 'card.created' }, { origin: sandbox.url }))
      .status,
  ).toBe(201)
})

test('a defect answers 500 in the same shape, tells nothing of the inside, and is logged', async () => {
  const sandbox = await startSandbox({}, brokenTimer())
  const answer = await sandbox.request('GET', '/sandbox/wait?kind=event&timeout_ms=7')
  expectRefused(answer, { status: 500, code: 'internal' })
  expect(JSON.stringify(answer.body)).not.toContain('broken on purpose')
  expect(sandbox.troubles.map(String)).toEqual(['Error: broken on purpose'])
})

function brokenTimer() {
  const outside = realOutside()
  return {
    ...outside,
    after(ms: number, run: () => void) {
      if (ms === 7) throw new Error('broken on purpose')
      return outside.after(ms, run)
    },
  }
}

test('HTTP/1.0 needs no Host', async () => {
  const sandbox = await startSandbox()
  const answer = await rawExchange(portOf(sandbox.url), 'GET /sandbox/clock HTTP/1.0\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toContain('{"clock":{')
})

test.each<[line: string, host: string, status: number, code: FailureCode]>([
  ['GET /sandbox/a\\b', 'localhost', 400, 'request_malformed'],
  ['GET /sandbox/\xff', 'localhost', 400, 'request_malformed'],
  ['GET /sandbox/clock', '\xe9.localhost', 421, 'host_refused'],
  ['POST /sandbox/reset', 'localhost:99999', 421, 'host_refused'],
])('%s of %s is refused: no address is made of them', async (line, host, status, code) => {
  const sandbox = await startSandbox()
  const answer = await rawExchange(
    portOf(sandbox.url),
    `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  )
  const [head = '', text = ''] = answer.split('\r\n\r\n')
  expect(head.split(' ', 2)).toEqual(['HTTP/1.1', String(status)])
  expectRefused({ status, body: JSON.parse(text) }, { status, code, message: /./ })
  expect(sandbox.troubles).toEqual([])
})
