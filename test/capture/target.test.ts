import { expect, test } from 'vitest'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { startRawReceiver } from '../helpers/raw-receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { startTap } from './forward/world.ts'
import { startCaptures, statusOf } from './world.ts'

test('a request that names the whole address, as to a proxy, is captured like any other', async () => {
  const sandbox = await startSandbox()
  const port = portOf(sandbox.url)
  const head = `POST http://127.0.0.1:${port}/in/demo/a?b=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi`
  expect(await rawExchange(port, head)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await sandbox.newestCapture()).toMatchObject({ path: '/in/demo/a', query: 'b=1', body: 'hi' })
})

test.each([
  ['/in/demo#x', '/in/demo', ''],
  ['/in/demo/#x', '/in/demo/', ''],
  ['/in/demo/a?b=1#x?c=2#d', '/in/demo/a', 'b=1'],
])('a fragment (%s) is a part of the target alone', async (target, path, query) => {
  const sandbox = await startCaptures()
  const capture = await sandbox.catch({ path: target, headers: ['Content-Length: 0'] })
  expect(statusOf(capture.answer)).toBe(200)
  expect(capture).toMatchObject({ endpoint: 'demo', path, query, target })
})

test.each(['/in/demo?reply=503#x', '/in/demo/503#x'])('%s forces its answer', async (path) => {
  const sandbox = await startCaptures()
  const { answer, reply } = await sandbox.catch({ path, headers: ['Content-Length: 0'] })
  expect([statusOf(answer), reply]).toMatchObject([503, { kind: 'forced', forced: '503' }])
})

test.each([
  ['/in/tap#x', '/hook?own=1#x'],
  ['/in/tap/a?b=1#x?c#d', '/hook/a?own=1&b=1#x?c#d'],
])('%s goes on as %s: the fragment at the end', async (path, sent) => {
  const target = await startRawReceiver()
  const origin = `http://127.0.0.1:${target.port}`
  const tap = await startTap(`${origin}/hook?own=1`)
  const { id } = await tap.catch({ path, headers: ['Content-Length: 0'] })
  await tap.post(`/sandbox/captures/${id}/replay`, {})
  const lines = target.requests.map(({ head }) => head.slice(0, head.indexOf('\r\n')))
  expect(lines).toEqual([`POST ${sent} HTTP/1.1`, `POST ${sent} HTTP/1.1`])
})

test.each(['OPTIONS', 'GET'])('%s * has no path, and the refusal says so', async (method) => {
  const sandbox = await startCaptures()
  const answer = await sandbox.exchange(sandbox.head({ method, path: '*' }))
  expect(statusOf(answer)).toBe(400)
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
    error: {
      code: 'request_malformed',
      message: `${method} * has no path.`,
      fix: expect.stringMatching(/\.$/),
    },
  })
})
