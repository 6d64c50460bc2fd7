import { expect, test } from 'vitest'
import type { CaptureRow, ControlError as Refused } from '../../server/wire.ts'
import { sharedSandbox, startSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'

/** For what is refused and leaves nothing behind. */
const sandboxOfAll = sharedSandbox()

test('the closest miss is never a record that matched', async () => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', '/in/other', '{}')
  await sandbox.request('POST', '/in/x', '{}')
  const { closest, matched } = await sandbox.get<{
    closest: { record: CaptureRow; missed: string }
    matched: CaptureRow[]
  }>('/sandbox/wait?kind=capture&endpoint=x&count=2&timeout_ms=0')
  expect(matched.map(({ endpoint }) => endpoint)).toEqual(['x'])
  expect([closest.record.endpoint, closest.missed]).toEqual(['other', 'endpoint'])
})

test('the refusal of a limit out of bounds names the bounds', async () => {
  const sandbox = await startSandbox()
  for (const limit of ['0', '501', '1.5', 'x', '', '%205', '0x10', '1e2']) {
    const { status, body } = await sandbox.request('GET', `/sandbox/captures?limit=${limit}`)
    expect(status).toBe(400)
    expect(body).toHaveProperty('error.message', 'limit: must be a whole number from 1 to 500.')
  }
})

test.each([
  ['/wait?kind=call&timeout_ms=', 'timeout_ms: must be a whole number of milliseconds from 0 to 600000.'],
  ['/wait?kind=call&timeout_ms=0&count=0x1', 'count: must be a whole number from 1 to 1000.'],
  ['/captures/any?body_limit=', 'body_limit: must be a whole number of bytes, 0 or more.'],
  ['/captures/any?body_limit=0x10', 'body_limit: must be a whole number of bytes, 0 or more.'],
])('%s: text that is not a whole number is refused', async (path, message) => {
  const sandbox = await startSandbox()
  const { status, body } = await sandbox.request('GET', `/sandbox${path}`)
  expect([status, body]).toMatchObject([400, { error: { code: 'invalid_query', message } }])
})

test.each(['Content-Length', 'transfer-encoding', 'Connection'])('a reply may not set %s', async (name) => {
  const sandbox = sandboxOfAll()
  const reply = { headers: { [name]: '5' }, body: 'hello world' }
  expect((await sandbox.request('POST', '/sandbox/endpoints', { name: 'x', reply })).status).toBe(422)
})

test('a status that is not a number is refused, and a method matches in any case', async () => {
  const sandbox = await startSandbox()
  await sandbox.call('GET', '/webhooks')
  const refused = await sandbox.request('GET', '/sandbox/calls?status=4x')
  expect([refused.status, refused.body]).toMatchObject([
    400,
    {
      error: {
        message: 'status: must be a whole number such as 404, a comparison such as >=400, or 4xx.',
      },
    },
  ])
  expect(
    (await sandbox.get<{ calls: unknown[] }>('/sandbox/calls?status=200&method=get')).calls,
  ).toHaveLength(1)
})

test.each([
  ['/calls?code=nothing', /^code: is not one of the \d+ values\.$/, 'errors'],
  ['/calls?code=card_dn', /values; did you mean card_dne\?$/, 'errors'],
  ['/captures?cause=nothing', /^cause: is not one of the \d+ values\.$/, 'causes'],
])('%s: the refusal says where the many values are listed', async (path, message, catalogue) => {
  const { status, body } = await sandboxOfAll().request<Refused>('GET', `/sandbox${path}`)
  expect([status, body.error.code]).toEqual([400, 'invalid_query'])
  expect(body.error.message).toMatch(message)
  expect(body.error.fix).toBe(`GET /sandbox/catalogue/${catalogue} lists every value.`)
})

test.each(['endpoints', 'subscriptions'])('%s: the nearest scheme is named', async (plural) => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe('http://localhost:1/')
  const answer =
    plural === 'endpoints'
      ? await sandbox.request('POST', '/sandbox/endpoints', { name: 'a', scheme: 'githb' })
      : await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { scheme: 'githb' })
  expect([answer.status, answer.body]).toMatchObject([422, { error: { fix: 'Did you mean github?' } }])
})

test('the refusal of a verification without headers shows their form', async () => {
  const sandbox = await startSandbox()
  const { body } = await sandbox.request('POST', '/sandbox/verify', { body: 'x' })
  expect(body).toHaveProperty(
    'error.message',
    'headers: must be an object of names and values, or a list of pairs such as ["webhook-id", "1"].',
  )
})

test('what a capture may hold can be verified, whatever JSON makes of it', async () => {
  const sandbox = await startSandbox({ body_limit_bytes: 1_000_000 })
  const body_base64 = Buffer.alloc(1_000_000, 1).toString('base64')
  expect((await sandbox.request('POST', '/sandbox/verify', { headers: {}, body_base64 })).status).toBe(200)
})

test('a header in UTF-8 is found by its words', async () => {
  const sandbox = await startSandbox()
  const value = Buffer.from('z\u00fcrich').toString('latin1')
  await sandbox.request('POST', '/in/x', '{}', { 'x-city': value })
  await sandbox.request('POST', '/in/x', '{}', { 'x-city': 'z\u00fcrich' })
  expect(await sandbox.captures(`?q=${encodeURIComponent('z\u00fcrich')}`)).toHaveLength(2)
})

test('a header of a call in UTF-8 is found by its words', async () => {
  const sandbox = await startSandbox()
  await sandbox.call('GET', '/webhooks', undefined, { 'x-city': Buffer.from('zürich').toString('latin1') })
  const { calls } = await sandbox.get<{ calls: unknown[] }>(
    `/sandbox/calls?q=${encodeURIComponent('zürich')}`,
  )
  expect(calls).toHaveLength(1)
})

test.each([
  ['/sandbox/wait?kind=capture&timeout_ms=0&count=1&count=200', 'count'],
  ['/sandbox/wait?kind=capture&kind=call&timeout_ms=0', 'kind'],
  ['/sandbox/captures?endpoint=a&endpoint=b', 'endpoint'],
  ['/sandbox/deliveries?limit=1&limit=1', 'limit'],
])('a parameter given twice is refused: %s', async (path, name) => {
  const sandbox = sandboxOfAll()
  const { status, body } = await sandbox.request('GET', path)
  expect([status, body]).toMatchObject([
    400,
    { error: { message: `The parameter ${name} is given more than once.` } },
  ])
})

test.each([
  ['{"event":"card.created","set":{"card.status":"Active"},"set":{"card.last_four":"4242"}}', 'set'],
  ['{"event":"card.created","set":{"card.last_four":"1","card.last_four":"2"}}', 'set.card.last_four'],
  ['{"payload":{"a":1,"a":2},"event":"card.created","event":"transactions"}', 'event'],
])('a field given twice is refused: %s', async (text, name) => {
  const sandbox = sandboxOfAll()
  const { status, body } = await sandbox.request('POST', '/sandbox/events', text)
  expect([status, body]).toMatchObject([
    422,
    {
      error: {
        code: 'invalid_field',
        message: `${name}: the key occurs more than once.`,
        fix: 'Write it once.',
      },
    },
  ])
  expect(await sandbox.get('/sandbox/events')).toMatchObject({ events: [] })
})

test('fields that are sent as written may repeat a key', async () => {
  const sandbox = await startSandbox()
  const text = '{"event":"card.created","payload":{"a":1,"a":2},"force":true}'
  const { status, body } = await sandbox.request<{ events: { id: string }[] }>(
    'POST',
    '/sandbox/events',
    text,
  )
  expect(status).toBe(201)
  const { event } = await sandbox.get<{ event: { payload_text: string } }>(
    `/sandbox/events/${body.events[0]?.id}`,
  )
  expect(event.payload_text).toBe('{"a":1,"a":2}')
})

test('comma-separated values may be quoted, all or some', async () => {
  const sandbox = await startSandbox()
  for (const event of ['f.one', 'f two', 'f.three'])
    await sandbox.request('POST', '/in/x', JSON.stringify({ event, occurred_at: '2026-01-01T00:00:00Z' }))
  for (const q of [
    'event:f.one,"f two"',
    'event:"f.one","f two"',
    'event:"f two",f.one',
    'event:"f.one,f two"',
  ])
    expect(await sandbox.captures(`?q=${encodeURIComponent(q)}`), q).toHaveLength(2)
})

test('a key of another form is not told to be itself', async () => {
  const sandbox = await startSandbox()
  const reply = { status: 200, rules: [{ when: {}, reply: {} }] }
  const { status, body } = await sandbox.request('POST', '/sandbox/endpoints', { name: 'x', reply })
  expect([status, body]).toMatchObject([
    422,
    { error: { fix: 'status cannot be combined with the other fields: remove one or the other.' } },
  ])
})

test.each([
  ['a/*'.repeat(400), 'path: must be at most 1000 characters if it contains a *.'],
  ['*/'.repeat(400_000), 'path: must be at most 1000 characters if it contains a *.'],
])('a pattern that is longer than the database can look for is refused', async (path, message) => {
  const sandbox = sandboxOfAll()
  const { status, body } = await sandbox.request('POST', '/sandbox/captures/delete', { path })
  expect([status, body]).toMatchObject([422, { error: { code: 'invalid_field', message } }])
})

test('a pattern with as many stars as it may have finds what fits it', async () => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', `/in/x/${'a/'.repeat(600)}`, '{}')
  const { captures } = await sandbox.get<{ captures: unknown[] }>(
    `/sandbox/captures?path=${'*a'.repeat(499)}*`,
  )
  expect(captures).toHaveLength(1)
})

test.each([
  [
    '/verify',
    { headers: Array(60).fill(1) },
    /; headers\.49: must be a pair of name and value; and 10 more\.$/,
  ],
  ['/clock', { ['x'.repeat(5000)]: 1 }, /^body: .{994}…\.$/],
])('only the first mistakes of a very large body are listed', async (path, asked, message) => {
  const sandbox = sandboxOfAll()
  const { status, body } = await sandbox.request<Refused>('POST', `/sandbox${path}`, asked)
  expect([status, body.error.code]).toEqual([422, 'invalid_field'])
  expect(body.error.message).toMatch(message)
})

const tooLong = 'x'.repeat(300)
test.each([
  [
    '/events',
    { event: 1, count: '2' },
    [
      [['event'], expect.stringMatching(/^must be the name/)],
      [['count'], 'must be a whole number from 1 to 100,000'],
    ],
  ],
  ['/events', { event: '*', count: 10_000 }, [[['count'], expect.stringMatching(/^10000 times \d+ events/)]]],
  ['/verify', { headers: [1], body: '' }, [[['headers', 0], 'must be a pair of name and value']]],
  ['/traffic', { rate: 1, events: { [tooLong]: 'x' } }, [[['events'], expect.any(String)]]],
  [
    '/subscriptions',
    { url: 'http://127.0.0.1:9', scheme: 'github', scheme_options: { a: 1 } },
    [[['scheme_options'], expect.stringMatching(/^the scheme github has no option a/)]],
  ],
])('POST %s: the fields that a refusal names are facts', async (path, asked, fields) => {
  const sandbox = sandboxOfAll()
  const refused = await sandbox.request<Refused>('POST', `/sandbox${path}`, asked)
  expectRefused(refused, { status: 422, code: 'invalid_field' })
  expect(refused.body.error.fields?.map(({ path, problem }) => [path, problem])).toEqual(fields)
})

test.each([
  ['/sandbox/events', { event: 'card.created', fault: null }, 'fault'],
  ['/sandbox/traffic', { rate: 1, for: null }, 'for'],
  ['/sandbox/fault-rules', { fault: 'drop', every: null }, 'every'],
  ['/sandbox/armed-errors', { status: 503, method: null }, 'method'],
  [
    '/sandbox/endpoints',
    { name: 'shop', rate_limit: { limit: 1, per: '1s', burst: null } },
    'rate_limit.burst',
  ],
])('%s: of null in place of what may be left out it is said to leave it out', async (path, body, field) => {
  const sandbox = sandboxOfAll()
  const refused = await sandbox.request('POST', path, body)
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error: { code: 'invalid_field', fix: `${field} cannot be null: leave it out.` } },
  ])
})

test('null for a required field does not suggest leaving the field out', async () => {
  const sandbox = await startSandbox()
  const { body } = await sandbox.request('POST', '/sandbox/events', { event: null })
  expect(body).toHaveProperty('error.fix', 'Correct the fields named.')
})

test.each([
  ['PATCH', (id: string) => `/subscriptions/${id}`, 'retry_delays', 'must be at most 1000 durations'],
  ['POST', () => '/traffic', 'events', 'must be 10000 events at most'],
  ['POST', () => '/reset', 'keep', 'must be at most 100 names'],
  ['POST', () => '/endpoints', 'reply', 'must be at most 1000 steps'],
])('%s %s: a list that is too long is refused for its length alone', async (method, path, field, said) => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/x`)
  const asked = {
    ...(field === 'reply' && { name: 'x' }),
    ...(field === 'events' && { rate: 1 }),
    [field]: Array(200_000).fill(1),
  }
  const { status, body } = await sandbox.request<Refused>(method, `/sandbox${path(id)}`, asked)
  expect([status, body.error.message]).toEqual([422, `${field}: ${said}.`])
})

test('a list of headers that is too long is refused for its length alone', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/x`)
  await sandbox.post('/sandbox/events', { event: 'card.created' })
  const { deliveries } = await sandbox.get<{ deliveries: { id: string }[] }>('/sandbox/deliveries')
  for (const path of ['/verify', `/deliveries/${deliveries[0]?.id}/resend`]) {
    const asked = { headers: Array(200_000).fill(1) }
    const { status, body } = await sandbox.request<Refused>('POST', `/sandbox${path}`, asked)
    expect([status, body.error.message]).toEqual([422, 'headers: must be at most 2000 headers.'])
  }
})
