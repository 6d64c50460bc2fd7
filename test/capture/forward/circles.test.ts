import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createUnderWay } from '../../../server/capture/forward/under-way.ts'
import type { ControlError } from '../../../server/wire.ts'
import { startCaptures } from '../world.ts'

const rulesOf = (captures: { endpoint: string; reply: { status: number } }[]) =>
  captures.map(({ endpoint, reply }) => `${endpoint} ${reply.status}`).toReversed()

test.each(['', '/', '/deeper', '?x=1'])('an endpoint does not forward to itself%s', async (behind) => {
  const sandbox = await startCaptures()
  for (const host of ['127.0.0.1', 'localhost', '[::1]', 'any.localhost', '127.0.0.2']) {
    const forward_to = `http://${host}:${sandbox.port}/in/demo${behind}`
    const { status, body } = await sandbox.request<ControlError>('POST', '/sandbox/endpoints', {
      name: 'demo',
      forward_to,
    })
    expect([status, body.error.message]).toEqual([
      422,
      `forward_to: ${forward_to} leads back to the endpoint demo.`,
    ])
  }
  const near = `http://127.0.0.1:${sandbox.port}/in/demo2`
  expect(
    (await sandbox.request('POST', '/sandbox/endpoints', { name: 'demo', forward_to: near })).status,
  ).toBe(201)
})

test('a circle of two endpoints ends where it closes, and the sender gets the reason', async () => {
  const sandbox = await startCaptures()
  const at = (name: string) => `http://localhost:${sandbox.port}/in/${name}`
  await sandbox.post('/sandbox/endpoints', { name: 'a', forward_to: at('b') })
  await sandbox.post('/sandbox/endpoints', { name: 'b', forward_to: at('a') })
  const { status, body } = await sandbox.request<ControlError>('POST', '/in/a', {})
  expect([status, body.error]).toMatchObject([
    508,
    { code: 'forward_circle', message: 'The request goes round in a circle: a → b → a.' },
  ])
  const captures = await sandbox.captures()
  expect(rulesOf(captures)).toEqual(['a 508', 'b 508', 'a 508'])
  expect(captures[0]?.reply).toMatchObject({ kind: 'forward_circle', way: ['a', 'b', 'a'] })
})

test('endpoints in a row are no circle, and two at once through the same are none either', async () => {
  const sandbox = await startCaptures()
  const at = (name: string) => `${sandbox.url}/in/${name}`
  await sandbox.post('/sandbox/endpoints', { name: 'a', forward_to: [at('b'), at('c')] })
  await sandbox.post('/sandbox/endpoints', { name: 'b', forward_to: at('c') })
  await sandbox.post('/sandbox/endpoints', { name: 'c', reply: { status: 202 } })
  const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.request('POST', '/in/a', {})))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202))
})

test('a circle through somebody else ends as well', async () => {
  const sandbox = await startCaptures({ delivery: { timeout: '1m' } })
  const server = createServer((request, response) => {
    const on = httpRequest(
      { host: '127.0.0.1', port: sandbox.port, path: '/in/a', method: 'POST' },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0)
        answer.pipe(response)
      },
    )
    on.on('error', () => response.destroy())
    request.pipe(on)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const forward_to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await sandbox.post('/sandbox/endpoints', { name: 'a', forward_to })
  const { status, body } = await sandbox.request<ControlError>('POST', '/in/a', { round: 'and round' })
  expect([status, body.error.code]).toEqual([508, 'forward_circle'])
  expect((await sandbox.captures('?limit=500')).length).toBeLessThan(300)
})

test('a circle so slow that its first rounds are given up ends too, and others are not held for one', () => {
  const { enter, goesRound } = createUnderWay()
  const passing = { endpoint: 'a', method: 'POST', body: Buffer.from('x') }
  // Never more than two under way at once.
  let leave = enter(passing)
  for (let round = 1; round < 256; round++) {
    expect(goesRound(passing)).toBe(false)
    const next = enter(passing)
    leave(true)
    leave = next
  }
  expect(goesRound(passing)).toBe(true)
  expect(goesRound({ ...passing, body: Buffer.from('y') })).toBe(false)
  leave(false)
  expect(goesRound(passing)).toBe(false)
  for (let i = 0; i < 1000; i++) enter(passing)(false)
  expect(goesRound(passing)).toBe(false)
})
