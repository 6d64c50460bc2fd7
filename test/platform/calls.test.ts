import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { Call, CallRow } from '../../server/wire.ts'
import { curlOf } from '../../server/words/curl.ts'
import { harOfCall } from '../../ui/detail/har.ts'
import { ownFolder } from '../helpers/folder.ts'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { ask, listOf, made } from './ask.ts'

const calls = async (sandbox: TestSandbox, query = '') =>
  (await sandbox.get<{ calls: CallRow[] }>(`/sandbox/calls${query}`)).calls
async function newest(sandbox: TestSandbox): Promise<Call> {
  const [row] = await calls(sandbox, '?limit=1')
  return (await sandbox.get<{ call: Call }>(`/sandbox/calls/${row?.id}`)).call
}

test('a call is recorded with its headers as they were sent, in order and case, and with its answer', async () => {
  const sandbox = await startSandbox()
  const body = '{"url":"http://localhost:9/",  "events":["ü*"]}'
  const headers = [
    ['HOST', 'localhost'],
    ['x-Twice', 'one'],
    ['Authorization', 'Demo Key'],
    ['IDENTITY', 'demo'],
    ['X-twice', 'two'],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ]
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const answer = await rawExchange(
    portOf(sandbox.url),
    `POST /api/v0.1/webhooks?a=%20b HTTP/1.1\r\n${head}\r\n`,
    Buffer.from(body),
  )
  const call = await newest(sandbox)
  expect(call).toMatchObject({
    method: 'POST',
    path: '/api/v0.1/webhooks?a=%20b',
    identity: 'demo',
    status: 201,
    error_code: null,
  })
  expect(call.request).toEqual({ headers, body })
  expect(Buffer.from(call.response.body).toString('latin1')).toBe(answer.split('\r\n\r\n')[1])
  for (const [name, value] of call.response.headers)
    expect(answer.toLowerCase()).toContain(`\r\n${name}: ${value}\r\n`.toLowerCase())
  expect(call.response.headers.map(([name]) => name)).toContain('sandbox-warning')
  expect(call.duration_ms).toBeGreaterThanOrEqual(0)
})

test('refused calls and unknown routes are recorded too, with their code', async () => {
  const sandbox = await startSandbox()
  await ask(sandbox, { body: '{' })
  await ask(sandbox, { method: 'GET', headers: { identity: 'x' } })
  await ask(sandbox, { method: 'DELETE', path: '/webhooks/nonsense' })
  await ask(sandbox, { method: 'GET', path: '/webhooks/nonsense', headers: {} })
  const told = (await calls(sandbox)).map(({ method, status, error_code, identity }) => ({
    method,
    status,
    error_code,
    identity,
  }))
  expect(told).toEqual([
    { method: 'GET', status: 404, error_code: null, identity: null },
    { method: 'DELETE', status: 404, error_code: 'webhooks_err', identity: 'demo' },
    { method: 'GET', status: 403, error_code: 'auth_err', identity: 'x' },
    { method: 'POST', status: 400, error_code: 'input_error', identity: 'demo' },
  ])
})

test('every call is recorded, however many come at once', async () => {
  const sandbox = await startSandbox()
  const answers = await Promise.all(Array.from({ length: 100 }, () => made(sandbox)))
  const rows = await calls(sandbox, '?limit=500')
  expect(rows).toHaveLength(answers.length)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(100)
  const told = await Promise.all(
    rows.map(
      async ({ id }) => (await sandbox.get<{ call: Call }>(`/sandbox/calls/${id}`)).call.response.body,
    ),
  )
  expect(told.map((body) => JSON.parse(body).webhook_subscription.id).sort()).toEqual(
    answers.map(({ id }) => id).sort(),
  )
})

test('the change and the record of its call come to the bus together, the change first', async () => {
  const sandbox = await startSandbox()
  const news: string[][] = []
  sandbox.listen((frames) => news.push(frames.map(({ kind }) => kind)))
  await made(sandbox)
  expect(news).toEqual([['subscription', 'call']])
})

test('calls to the page and to /sandbox are none of the emulated API', async () => {
  const sandbox = await startSandbox()
  await sandbox.get('/sandbox/health')
  await sandbox.request('GET', '/nothing')
  expect(await calls(sandbox)).toEqual([])
})

test('a call whose record cannot be written changes nothing: both are one transaction', async () => {
  const file = join(ownFolder(), 'sandbox.db')
  const sandbox = await startSandbox({ data: file })
  const before = await made(sandbox)
  const seen: unknown[] = []
  sandbox.listen((frames) => seen.push(...frames))

  const beside = new BetterSqlite3(file)
  onTestFinished(() => void beside.close())
  beside.exec("CREATE TRIGGER deny BEFORE INSERT ON calls BEGIN SELECT RAISE(ABORT, 'denied'); END")
  expect((await ask(sandbox, { body: '{"url":"http://localhost/","events":["*"]}' })).status).toBe(500)
  expect(
    (await ask(sandbox, { method: 'PATCH', path: `/webhooks/${before.id}`, body: '{"description":"x"}' }))
      .status,
  ).toBe(500)
  expect((await ask(sandbox, { method: 'DELETE', path: `/webhooks/${before.id}` })).status).toBe(500)
  expect(seen).toEqual([])
  expect(sandbox.troubles).toHaveLength(3)

  beside.exec('DROP TRIGGER deny')
  expect(await listOf(sandbox)).toEqual([{ ...before, status: 'enabled' }])
})

test.each(['GET', 'POST'])(
  'a %s whose body is over the limit is answered, and so is what its connection brings next',
  async (method) => {
    const sandbox = await startSandbox({ body_limit_bytes: 1000 })
    const host = `host: 127.0.0.1\r\nx-program-id: p\r\n`
    const chunk = `7d0\r\n${'x'.repeat(2000)}\r\n`
    const answer = await rawExchange(
      portOf(sandbox.url),
      `${method} /api/v0.1/webhooks HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\n`,
      chunk.repeat(40),
      '0\r\n\r\n',
      `GET /sandbox/health HTTP/1.1\r\n${host}connection: close\r\n\r\n`,
    )
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toHaveLength(2)
    expect(answer).toContain('"status":"ok"')
  },
)

test('a body that is not text is stored and shown byte for byte', async () => {
  const sandbox = await startSandbox()
  const bytes = Buffer.from([0xff, 0xfe, 0, 1, 10])
  await fetch(`${sandbox.url}/api/v0.1/cards`, {
    method: 'POST',
    headers: { authorization: 'demo', identity: 'demo', 'content-type': 'application/json' },
    body: bytes,
  })
  const call = await newest(sandbox)
  expect(call.request.body_base64).toBe(bytes.toString('base64'))
  const sent = { ...call, ...call.request, url: sandbox.url, body: call.request.body ?? '' }
  expect(curlOf(sent)).toContain(`printf %s ${bytes.toString('base64')} | base64 -d | curl`)
  const [entry] = JSON.parse(harOfCall(call, sandbox.url, '1')).log.entries
  expect(entry.request.bodySize).toBe(5)
})
