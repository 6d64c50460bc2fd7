import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { listOf, made } from './ask.ts'

const url = 'http://localhost:9/hook'

test('unknown fields are ignored and named in Sandbox-Warning', async () => {
  const sandbox = await startSandbox()
  const answer = await sandbox.call('POST', '/webhooks', { url, events: ['*'], colour: 'red', filter: {} })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('sandbox-warning')).toBe('unknown field(s) ignored: colour, filter')
  expect(JSON.stringify(answer.body)).not.toContain('colour')
})

test.for([
  { entry: 'card.creatd', warning: 'no known event matches: card.creatd (did you mean card.created?)' },
  { entry: 'crad.*', warning: 'no known event matches: crad.* (did you mean card.*?)' },
  { entry: 'cards*', warning: 'no known event matches: cards* (did you mean card*?)' },
  { entry: 'CARD*', warning: 'no known event matches: CARD* (did you mean card*?)' },
  { entry: ' card.created', warning: 'no known event matches:  card.created (did you mean card.created?)' },
  { entry: 'orders.*', warning: 'no known event matches: orders.*' },
  { entry: 'card*', warning: null },
  { entry: '*.verification.*', warning: null },
  { entry: '**', warning: null },
  { entry: '*', warning: null },
])('the entry "$entry" is stored as sent; the warning is $warning', async ({ entry, warning }) => {
  const sandbox = await startSandbox()
  const created = await sandbox.call('POST', '/webhooks', { url, events: [entry] })
  const { id } = await made(sandbox)
  const patched = await sandbox.call('PATCH', `/webhooks/${id}`, { events: [entry] })
  for (const { headers } of [created, patched]) {
    expect(headers.get('sandbox-warning')).toBe(warning)
  }
  expect((await listOf(sandbox)).map(({ events }) => events)).toEqual([[entry], [entry]])
})

test('a field and an event that are both unknown are both warned of', async () => {
  const sandbox = await startSandbox()
  const { headers } = await sandbox.call('POST', '/webhooks', { url, events: ['nothing'], colour: 1 })
  expect(headers.get('sandbox-warning')).toBe(
    'unknown field(s) ignored: colour; no known event matches: nothing',
  )
})

test.each([
  [
    `{"url": "${url}", "events": ["card*"], "events": ["*"]}`,
    '',
    'events is given more than once in the body',
  ],
  [
    `{"url": "${url}", "events": ["*"], "a": {"b": 1, "\\u0062": 2}}`,
    '',
    'a.b is given more than once in the body',
  ],
  [`{"url": "${url}", "events": ["*"]}`, '?x=1&x=2', 'x is given more than once in the query'],
])('a repeated key causes a warning, and the last one counts: %s %s', async (body, query, said) => {
  const sandbox = await startSandbox()
  const headers = { authorization: 'demo', identity: 'demo', 'content-type': 'application/json' }
  const address = `${sandbox.url}/api/v0.1/webhooks${query}`
  const answer = await fetch(address, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('sandbox-warning')).toContain(`${said}: the last counts`)
  expect((await listOf(sandbox))[0]?.events).toEqual(['*'])
})

test('the warning stays a legal header whatever the names hold', async () => {
  const sandbox = await startSandbox()
  const odd = ['ü', '事件', '🃏', 'a\r\nSet-Cookie: x=1', '\u0000', 'x'.repeat(5000)]
  const answer = await sandbox.call('POST', '/webhooks', {
    url,
    events: odd,
    ...Object.fromEntries(odd.map((name) => [name, 1])),
  })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('sandbox-warning')).toMatch(
    /^unknown field\(s\) ignored: \\u00fc, \\u4e8b\\u4ef6, \\ud83c\\udccf, a\\u000d\\u000aSet-Cookie: x=1, [\x20-\x7e]+$/,
  )
  expect((await listOf(sandbox))[0]?.events).toEqual(odd)
})

test.for(['/webhooks', '/cards', '/card-programs'])(
  'a query that GET %s does not read is named in Sandbox-Warning',
  async (path) => {
    const sandbox = await startSandbox()
    const { status, headers } = await sandbox.call('GET', `${path}?limit=1&sort=asc`)
    expect([status, headers.get('sandbox-warning')]).toEqual([200, 'unknown field(s) ignored: limit, sort'])
  },
)

test('a refused call warns of its unknown fields too', async () => {
  const sandbox = await startSandbox()
  const answer = await sandbox.call('POST', '/webhooks', { ulr: url, events: ['*'] })
  expect([answer.status, answer.headers.get('sandbox-warning')]).toEqual([
    400,
    'unknown field(s) ignored: ulr',
  ])
})

test('nothing to warn of: no header', async () => {
  const sandbox = await startSandbox()
  const answer = await sandbox.call('POST', '/webhooks', { url, events: ['card.created'] })
  expect(answer.headers.has('sandbox-warning')).toBe(false)
})

test.for([
  [
    'http://8.8.8.8/hook',
    'nothing will be sent: 8.8.8.8 is a public address. Allow it with delivery.allow_public',
  ],
  [
    'https://[2606:4700::1111]/',
    'nothing will be sent: 2606:4700::1111 is a public address. Allow it with delivery.allow_public',
  ],
  [
    'https://Example.com/hook',
    'the sandbox only sends to example.com while it is a loopback or private address, unless delivery.allow_public is true',
  ],
  ['http://127.0.0.1:9/hook', null],
  ['http://[::1]:9/', null],
  ['http://192.168.1.5/', null],
  ['http://localhost:3000', null],
  ['http://app:3000', null],
  ['http://shop.test/', null],
  ['http://mac.local:3000/', null],
] as const)(
  'of the address %s is said whether anything will be sent there: %s',
  async ([address, warning]) => {
    const sandbox = await startSandbox()
    const created = await sandbox.call('POST', '/webhooks', { url: address, events: ['*'] })
    const { id } = await made(sandbox)
    const patched = await sandbox.call('PATCH', `/webhooks/${id}`, { url: address })
    const untouched = await sandbox.call('PATCH', `/webhooks/${id}`, { description: 'mine' })
    const warnings = [created, patched, untouched].map(({ headers }) => headers.get('sandbox-warning'))
    expect(warnings).toEqual([warning, warning, null])
  },
)

test('where public addresses are allowed, nobody is warned of them', async () => {
  const sandbox = await startSandbox({ delivery: { allow_public: true } })
  for (const address of ['http://8.8.8.8/hook', 'https://example.com/hook']) {
    const { headers } = await sandbox.call('POST', '/webhooks', { url: address, events: ['*'] })
    expect(headers.get('sandbox-warning')).toBeNull()
  }
})
