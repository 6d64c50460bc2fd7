/** What is refused of a subscription. Over 300 lines: one table of every refusal of the same two operations. */
import { expect, test } from 'vitest'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { shared, startSandbox } from '../helpers/sandbox.ts'
import { ask, demo, expectRefused, json, listOf, made } from './ask.ts'

const url = 'http://localhost:9/hook'
const right = { url, events: ['*'] }

/** A body, what the message must say, and whether it is refused on PATCH as well as on POST. */
const wrongBodies: { what: string; body: unknown; says: string[]; onlyCreate?: true }[] = [
  {
    what: 'both required fields missing',
    body: {},
    says: ['Missing Required Field(s): url, events'],
    onlyCreate: true,
  },
  { what: 'no url', body: { events: ['*'] }, says: ['Missing Required Field(s): url'], onlyCreate: true },
  { what: 'no events', body: { url }, says: ['Missing Required Field(s): events'], onlyCreate: true },
  {
    what: 'no url and wrong events',
    body: { events: 'card*' },
    says: ['Missing Required Field(s): url', 'Invalid Field(s): events must be an array of strings'],
    onlyCreate: true,
  },
  { what: 'url a number', body: { ...right, url: 7 }, says: ['Invalid Field(s): url must be a string'] },
  { what: 'url null', body: { ...right, url: null }, says: ['Invalid Field(s): url'] },
  {
    what: 'url relative',
    body: { ...right, url: '/hook' },
    says: ['url must be an absolute http or https URL'],
  },
  { what: 'url empty', body: { ...right, url: '' }, says: ['url must be an absolute http or https URL'] },
  {
    what: 'url of another scheme',
    body: { ...right, url: 'ftp://localhost/hook' },
    says: ['url must be an absolute http or https URL'],
  },
  {
    what: 'url without a host',
    body: { ...right, url: 'http://' },
    says: ['url must be an absolute http or https URL'],
  },
  {
    what: 'url with a user that is no text',
    body: { ...right, url: 'http://100%zz@127.0.0.1/hook' },
    says: ['url has a user or password that cannot be decoded; write "%" as "%25"'],
  },
  {
    what: 'events a string',
    body: { ...right, events: 'card*' },
    says: ['events must be an array of strings'],
  },
  {
    what: 'events an object',
    body: { ...right, events: { 0: 'card*' } },
    says: ['events must be an array of strings'],
  },
  { what: 'events null', body: { ...right, events: null }, says: ['events must be an array of strings'] },
  { what: 'events empty', body: { ...right, events: [] }, says: ['events must name at least one event'] },
  {
    what: 'an entry that is no string',
    body: { ...right, events: ['*', 3] },
    says: ['events.1 must be a string'],
  },
  {
    what: 'an entry that is empty',
    body: { ...right, events: ['', '*'] },
    says: ['events.0 must not be empty'],
  },
  {
    what: 'description a number',
    body: { ...right, description: 1 },
    says: ['description must be a string'],
  },
  { what: 'description null', body: { ...right, description: null }, says: ['description must be a string'] },
  { what: 'version a number', body: { ...right, version: 0.1 }, says: ['version must be a string'] },
  {
    what: 'status of the list',
    body: { ...right, status: 'enabled' },
    says: ['status must be STATUS_ENABLED or STATUS_DISABLED'],
  },
  {
    what: 'status in lower case',
    body: { ...right, status: 'status_enabled' },
    says: ['status must be STATUS_ENABLED or STATUS_DISABLED'],
  },
  {
    what: 'status a boolean',
    body: { ...right, status: true },
    says: ['status must be STATUS_ENABLED or STATUS_DISABLED'],
  },
  {
    what: 'all of them wrong',
    body: { url: 1, events: [], description: 2, version: 3, status: 4 },
    says: ['url', 'events', 'description', 'version', 'status'],
  },
]

/** A subscription, which nothing that is refused changes. */
const withOne = shared(async (ending) => {
  const sandbox = await startSandbox({}, undefined, ending)
  return { sandbox, before: await made(sandbox) }
})

test.for(wrongBodies)(
  '$what: 400 input_error that names the fields, and nothing changes',
  async ({ body, says, onlyCreate }) => {
    const { sandbox, before } = withOne()
    expectRefused(await sandbox.call('POST', '/webhooks', body), { status: 400, code: 'input_error', says })
    if (!onlyCreate)
      expectRefused(await sandbox.call('PATCH', `/webhooks/${before.id}`, body), {
        status: 400,
        code: 'input_error',
        says,
      })
    expect(await listOf(sandbox)).toEqual([{ ...before, status: 'enabled' }])
  },
)

const bytes = (...values: number[]) => new Uint8Array(values)
const text = (value: string) => new TextEncoder().encode(value)
const deep = 200_000

const noObjects: { what: string; body: Uint8Array<ArrayBuffer>; says: RegExp }[] = [
  { what: 'malformed JSON', body: text('{"url":'), says: /^Malformed JSON: / },
  {
    what: 'JSON with a comma too many',
    body: text('{"url":"http://localhost",}'),
    says: /^Malformed JSON: /,
  },
  { what: 'two JSON values', body: text('{} {}'), says: /^Malformed JSON: / },
  { what: 'a form', body: text('url=http://localhost&events=*'), says: /^Malformed JSON: / },
  { what: 'white space only', body: text(' \n'), says: /^Malformed JSON: / },
  {
    what: 'a byte-order mark',
    body: bytes(0xef, 0xbb, 0xbf, ...text(JSON.stringify(right))),
    says: /^Malformed JSON: it begins with a byte order mark/,
  },
  {
    what: 'invalid UTF-8',
    body: bytes(...text('{"url":"'), 0xff, 0xfe, ...text('"}')),
    says: /not valid UTF-8/,
  },
  {
    what: 'UTF-16',
    body: new Uint8Array(Buffer.from(JSON.stringify(right), 'utf16le')),
    says: /^Malformed JSON: /,
  },
  { what: 'an array', body: text('[]'), says: /must be a JSON object/ },
  { what: 'null', body: text('null'), says: /must be a JSON object/ },
  { what: 'a string', body: text('"url"'), says: /must be a JSON object/ },
  { what: 'a number', body: text('1e400'), says: /must be a JSON object/ },
  {
    what: 'arrays deep in arrays',
    body: text('['.repeat(deep) + ']'.repeat(deep)),
    says: /must be a JSON object/,
  },
]

test.for(noObjects)('a body of $what: 400 input_error on POST and on PATCH', async ({ body, says }) => {
  const { sandbox, before } = withOne()
  for (const [method, path] of [
    ['POST', '/webhooks'],
    ['PATCH', `/webhooks/${before.id}`],
  ]) {
    expectRefused(await ask(sandbox, { method: method ?? '', path: path ?? '', body }), {
      status: 400,
      code: 'input_error',
      says: [says],
    })
  }
})

test('deep nesting in an unknown field is let through, in a known one it is a wrong type', async () => {
  const sandbox = await startSandbox()
  const nested = '['.repeat(deep) + ']'.repeat(deep)
  expect((await ask(sandbox, { body: `{"url":"${url}","events":["*"],"x":${nested}}` })).status).toBe(201)
  const refused = await ask(sandbox, { body: `{"url":"${url}","events":${nested}}` })
  expectRefused(refused, { status: 400, code: 'input_error', says: ['events.0 must be a string'] })
})

test('keys that JavaScript gives a meaning to are unknown fields like any other', async () => {
  const sandbox = await startSandbox()
  const body = `{"__proto__":{"url":"${url}","events":["*"]},"constructor":1,"toString":2}`
  const answer = await ask(sandbox, { body })
  expectRefused(answer, {
    status: 400,
    code: 'input_error',
    says: ['Missing Required Field(s): url, events'],
  })
  expect(answer.headers.get('sandbox-warning')).toBe(
    'unknown field(s) ignored: __proto__, constructor, toString',
  )
  const let_through = await ask(sandbox, {
    body: `{"url":"${url}","events":["*"],"__proto__":{"status":"STATUS_DISABLED"}}`,
  })
  expect([let_through.status, (await listOf(sandbox))[0]?.status]).toEqual([201, 'enabled'])
})

test('an empty body with a JSON content type is read as {}', async () => {
  const sandbox = await startSandbox()
  expectRefused(await ask(sandbox, { body: '' }), {
    status: 400,
    code: 'input_error',
    says: [/^Missing Required Field\(s\): url, events$/],
  })
})

test.for([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'text/json',
  'multipart/form-data',
  '',
])('the content type "%s" is refused', async (type) => {
  const sandbox = await startSandbox()
  const { id } = await made(sandbox)
  const body = text(JSON.stringify(right))
  const headers = { ...demo, ...(type && { 'content-type': type }) }
  for (const [method, path] of [
    ['POST', '/webhooks'],
    ['PATCH', `/webhooks/${id}`],
  ]) {
    const answer = await ask(sandbox, { method: method ?? '', path: path ?? '', body, headers })
    expectRefused(answer, {
      status: 400,
      code: 'input_error',
      says: ['Content-Type must be application/json'],
    })
  }
})

test.for(['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'])(
  'the content type "%s" is taken',
  async (type) => {
    const sandbox = await startSandbox()
    expect(
      (await ask(sandbox, { body: JSON.stringify(right), headers: { ...demo, 'content-type': type } }))
        .status,
    ).toBe(201)
  },
)

test('a body over the limit is refused, one of just the limit is not', async () => {
  const sandbox = await startSandbox({ body_limit_bytes: 1000 })
  const sized = (size: number) => {
    const bare = JSON.stringify({ ...right, description: '' }).length
    return JSON.stringify({ ...right, description: 'x'.repeat(size - bare) })
  }
  expect((await ask(sandbox, { body: sized(1000) })).status).toBe(201)
  expectRefused(await ask(sandbox, { body: sized(1001) }), {
    status: 400,
    code: 'input_error',
    says: ['1000 bytes'],
  })
})

test('a chunked body over the limit is refused as well', async () => {
  const sandbox = await startSandbox({ body_limit_bytes: 1000 })
  const chunk = `400\r\n${'x'.repeat(0x400)}\r\n`
  const head =
    'POST /api/v0.1/webhooks HTTP/1.1\r\nHost: localhost\r\nAuthorization: demo\r\nIdentity: demo\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
  const answer = await rawExchange(portOf(sandbox.url), head, chunk, chunk, '0\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('"Code":"input_error"')
})

test('an unknown id, another form of id and no id at all', async () => {
  const sandbox = await startSandbox()
  const ids = [
    '00000000-0000-4000-8000-000000000000',
    'nonsense',
    '1',
    '%00',
    '%zz',
    'a%2Fb',
    "'%20OR%201=1--",
    '..%2f',
    '🃏',
  ]
  for (const id of ids) {
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await ask(sandbox, {
        method,
        path: `/webhooks/${id}`,
        ...(method === 'PATCH' && { body: '{}' }),
      })
      expectRefused(answer, {
        status: 404,
        code: 'webhooks_err',
        says: ['No webhook subscription has the id'],
      })
    }
  }
})

test('a wrong body is reported before an unknown id', async () => {
  const sandbox = await startSandbox()
  const answer = await ask(sandbox, {
    method: 'PATCH',
    path: '/webhooks/nonsense',
    body: '{"status":1}',
    headers: json,
  })
  expectRefused(answer, { status: 400, code: 'input_error' })
})
