import { expect, test } from 'vitest'
import { shared, startSandbox } from '../helpers/sandbox.ts'
import { ask, demo, json, made } from './ask.ts'

const routes = [
  ['GET', ''],
  ['GET', '/'],
  ['GET', '/webhook'],
  ['GET', '/Webhooks'],
  ['GET', '/webhooks/'],
  ['POST', '/webhooks/'],
  ['PUT', '/webhooks'],
  ['PATCH', '/webhooks'],
  ['DELETE', '/webhooks'],
  ['OPTIONS', '/webhooks'],
  ['PUT', '/webhooks/{id}'],
  ['POST', '/webhooks/{id}'],
  ['GET', '/webhooks/{id}'],
  ['GET', '/webhooks/{id}/'],
  ['DELETE', '/webhooks/{id}/'],
  ['GET', '/webhooks/{id}/secret'],
  ['GET', '/webhooks/nonsense'],
  ['POST', '/core/transfers'],
  ['GET', '/openapi.json'],
] as const

/** A subscription, which no unknown route changes. */
const withOne = shared(async (ending) => {
  const sandbox = await startSandbox({}, undefined, ending)
  return { sandbox, id: (await made(sandbox)).id }
})

test.for(routes)('%s %s is no route: 404 with a message and nothing else', async ([method, path]) => {
  const { sandbox, id } = withOne()
  for (const headers of [demo, {}]) {
    const answer = await ask(sandbox, { method, path: path.replace('{id}', id), headers })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(Object.keys(answer.body ?? {})).toEqual(['message'])
    expect(answer.body?.message).toContain(`${method} /api/v0.1${path.replace('{id}', id)}`)
  }
})

test.each([
  ['GET', '/webhooks/{id}', 'This path takes PATCH or DELETE; GET is at /api/v0.1/webhooks.'],
  ['PUT', '/webhooks', 'This path takes POST or GET.'],
  ['POST', '/webhooks/', 'Remove the slash at the end: /api/v0.1/webhooks.'],
  ['PUT', '/customers', 'This path takes POST or GET.'],
  ['POST', '//webhooks', 'Write one slash: /api/v0.1/webhooks.'],
  ['GET', '/customers//{id}', 'Write one slash: /api/v0.1/customers/{id}.'],
  ['POST', '/webhook', 'Did you mean /api/v0.1/webhooks?'],
  ['GET', '/customer', 'Did you mean /api/v0.1/customers?'],
  ['POST', '/core/transfers', 'Did you mean /api/v0.1/core/transfer?'],
  ['POST', '/transfer', 'Did you mean /api/v0.1/core/transfer?'],
  ['POST', '/verification-kyc', 'Did you mean /api/v0.1/customers/{customer_id}/verification-kyc?'],
  ['GET', '/nonsense', null],
])('%s %s: the nearest route accompanies the answer', async (method, path, told) => {
  const { sandbox, id } = withOne()
  const { headers } = await ask(sandbox, { method, path: path.replace('{id}', id), headers: demo })
  expect(headers.get('sandbox-warning')).toBe(told?.replace('{id}', id) ?? null)
})

test('a very long unknown address is answered like any other', async () => {
  const sandbox = await startSandbox()
  const { status } = await ask(sandbox, { path: `/webhook/${'a'.repeat(12_000)}`, headers: demo })
  expect(status).toBe(404)
})

test('an unknown route takes any body', async () => {
  const sandbox = await startSandbox()
  for (const body of ['{', '', '\u0000'])
    expect((await ask(sandbox, { path: '/nothing', body, headers: json })).status).toBe(404)
})

test('another version of the API is not emulated', async () => {
  const sandbox = await startSandbox()
  const { status, body } = await sandbox.request('GET', '/api/v0.2/webhooks')
  expect([status, body]).toMatchObject([404, { error: { code: 'route_unknown' } }])
})

test('HEAD of the list answers what GET does, without the body', async () => {
  const sandbox = await startSandbox()
  expect(await ask(sandbox, { method: 'HEAD', headers: demo })).toMatchObject({
    status: 200,
    body: undefined,
  })
})
