import { expect, test } from 'vitest'
import type { Endpoint } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { startCaptures, statusOf } from './world.ts'

const empty = ['Content-Length: 0']

test('an endpoint is made on first use and answers 200 with the id of the capture', async () => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch({ path: '/in/new.one_1-2', headers: empty })
  expect(statusOf(capture.answer)).toBe(200)
  expect(capture.answer).toContain(capture.id)
  const { endpoint } = await sandbox.get<{ endpoint: Endpoint }>('/sandbox/endpoints/new.one_1-2')
  expect(endpoint).toMatchObject({
    name: 'new.one_1-2',
    captures: 1,
    scheme: null,
    secret: null,
    reply: null,
  })
})

test.each(['/in/', '/in/?x', '/in/a%20b', '/in/.hidden', '/in/..', `/in/${'x'.repeat(65)}`, '/in/<script>'])(
  '%s names no endpoint: 404 with the fix, nothing recorded',
  async (path) => {
    const sandbox = await startCaptures()
    const answer = await sandbox.exchange(sandbox.head({ path, headers: ['Content-Length: 4'] }), 'body')
    expect(statusOf(answer)).toBe(404)
    expect(answer).toContain('endpoint_name')
    expect(await sandbox.captures()).toEqual([])
    expect((await sandbox.get<{ endpoints: Endpoint[] }>('/sandbox/endpoints')).endpoints).toEqual([])
  },
)

test.each([
  ['/in/demo?reply=503', 503],
  ['/in/demo/503', 503],
  ['/in/demo/deeper?a=1&reply=201', 201],
  ['/in/demo?reply=204', 204],
  ['/in/demo?reply=304', 304],
  ['/in/demo?reply=199', 200],
  ['/in/demo?reply=600', 200],
  ['/in/demo?reply=abc', 200],
  ['/in/demo/5030', 200],
  ['/in/demo/503/more', 200],
])('%s is answered with %i', async (path, status) => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch({ path, headers: empty })
  expect(statusOf(capture.answer)).toBe(status)
  expect(capture.reply.status).toBe(status)
})

test('a fixed reply says a header more than once where it is given pairs, in their order and case', async () => {
  const sandbox = await startCaptures()
  const headers = [
    ['set-cookie', 'a=1'],
    ['X-A', ''],
    ['Set-Cookie', 'b=2'],
    ['Content-Type', 'text/x-own'],
    ['X-A', '2'],
    ['Date', 'never'],
  ]
  const made = await sandbox.post<{ endpoint: Endpoint }>('/sandbox/endpoints', {
    name: 'demo',
    reply: { headers, body: 'ok' },
  })
  expect(made.endpoint.reply).toMatchObject({ headers })
  const { answer } = await sandbox.catch({ headers: empty })
  const lines = answer.split('\r\n\r\n')[0]?.split('\r\n').slice(1) ?? []
  const own = ['date', 'content-length', 'Connection']
  expect(lines.map((line) => line.split(': ')).filter(([name = '']) => !own.includes(name))).toEqual(headers)
  expect(lines).toContain('content-length: 2')
  expect(lines.filter((line) => /^date:/i.test(line))).toEqual(['Date: never'])
})

test('a fixed reply gives its status, headers and body to the letter', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', {
    name: 'demo',
    reply: { status: 202, headers: { 'X-Kept': 'caf\u00e9' }, body: '\u00fcber' },
  })
  const { answer, reply } = await sandbox.catch({ headers: empty })
  expect(statusOf(answer)).toBe(202)
  expect(answer).toContain('X-Kept: caf\u00e9\r\n')
  expect(Buffer.from(answer.split('\r\n\r\n')[1] ?? '', 'latin1').toString('utf8')).toContain('\u00fcber')
  expect(reply).toMatchObject({ status: 202, kind: 'fixed', rule: null, to: null, delay_ms: 0 })
})

test('steps are given one after the other, the last for ever; a forced answer uses none up', async () => {
  const sandbox = await startCaptures()
  await sandbox.post('/sandbox/endpoints', {
    name: 'demo',
    reply: [{ status: 503 }, { status: 500 }, { status: 200 }],
  })
  const statuses: number[] = []
  for (const path of ['/in/demo', '/in/demo?reply=418', '/in/demo', '/in/demo', '/in/demo']) {
    statuses.push((await sandbox.catch({ path, headers: empty })).reply.status)
  }
  expect(statuses).toEqual([503, 418, 500, 200, 200])
})

test('a new reply begins at its first step', async () => {
  const sandbox = await startCaptures()
  const reply = [{ status: 503 }, { status: 200 }]
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply })
  await sandbox.catch({ headers: empty })
  await sandbox.request('PATCH', '/sandbox/endpoints/demo', { reply })
  expect((await sandbox.catch({ headers: empty })).reply.status).toBe(503)
})

test('a delayed reply comes after its delay and not before', async () => {
  const { realOutside } = await import('../../server/outside.ts')
  const { startSandbox } = await import('../helpers/sandbox.ts')
  let release = () => {}
  const real = realOutside()
  const outside = {
    ...real,
    after(ms: number, run: () => void) {
      if (ms !== 45_000) return real.after(ms, run)
      release = run
      return () => {}
    },
  }
  const sandbox = await startSandbox({}, outside)
  await sandbox.post('/sandbox/endpoints', { name: 'demo', reply: { status: 201, delay_ms: 45_000 } })
  let answered = false
  const answer = sandbox.request('POST', '/in/demo', {}).then((response) => {
    answered = true
    return response
  })
  await sandbox.waitFor('kind=capture')
  await sandbox.get('/sandbox/health')
  expect(answered).toBe(false)
  release()
  expect((await answer).status).toBe(201)
})

test('a new endpoint is announced once; its captures announce later ones', async () => {
  const sandbox = await startSandbox()
  const kinds: string[] = []
  sandbox.listen((frames) => kinds.push(...frames.map(({ kind }) => kind)))
  for (const _ of [1, 2, 3]) await sandbox.request('POST', '/in/new', '{}')
  expect(kinds.filter((kind) => kind === 'endpoint')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === 'capture')).toHaveLength(3)
  expect(await sandbox.get('/sandbox/endpoints/new')).toMatchObject({ endpoint: { captures: 3 } })
})

const problem = (given: string, problem = 'not_forcible') => ({ given, problem })

test.each([
  ['?reply=999', 'default', problem('reply=999')],
  ['?a=1&reply=abc&delay=xx', 'default', problem('reply=abc')],
  ['?reply=a%00b', 'default', problem('reply=a?b')],
  ['?reply=503&delay=xx', 'forced', problem('delay=xx', 'not_a_duration')],
  ['?delay=xx', 'default', problem('delay=xx', 'not_a_duration')],
  ['?replying=abc', 'default', undefined],
  ['?delay=1ms', 'default', problem('delay=1ms', 'nothing_forced')],
  ['/600', 'default', problem('/600')],
  ['/199?delay=1ms', 'default', problem('/199')],
  ['/600?reply=503', 'forced', undefined],
  ['/503?delay=1ms', 'forced', undefined],
  ['/6000', 'default', undefined],
])('%s: the reply says what cannot be forced', async (query, kind, url_problem) => {
  const sandbox = await startCaptures()
  const { reply } = await sandbox.catch({ path: `/in/demo${query}`, headers: empty })
  expect([reply.kind, reply.url_problem]).toEqual([kind, url_problem])
})
