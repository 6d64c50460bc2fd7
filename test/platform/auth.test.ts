import { expect, test } from 'vitest'
import { portOf, rawExchange } from '../helpers/raw.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { ask, demo, expectRefused, listOf, made } from './ask.ts'

const operations = (id: string) => [
  { method: 'POST', path: '/webhooks', body: { url: 'http://localhost:9/', events: ['*'] } },
  { method: 'GET', path: '/webhooks' },
  { method: 'PATCH', path: `/webhooks/${id}`, body: { description: 'changed' } },
  { method: 'DELETE', path: `/webhooks/${id}` },
]

async function refusedEverywhere(sandbox: TestSandbox, headers: Record<string, string>, says: string) {
  const before = await made(sandbox, {}, { authorization: 'a', identity: 'b' })
  for (const { method, path, body } of operations(before.id)) {
    expectRefused(await sandbox.call(method, path, body, headers), {
      status: 403,
      code: 'auth_err',
      says: [says],
    })
  }
  const [after] = await listOf(sandbox, { authorization: 'a', identity: 'b' })
  expect(after).toEqual({ ...before, status: 'enabled' })
}

test.for([
  { what: 'neither header', headers: {}, says: 'Authorization' },
  { what: 'no Authorization', headers: { identity: 'b' }, says: 'Authorization' },
  { what: 'an empty Authorization', headers: { authorization: '', identity: 'b' }, says: 'Authorization' },
  { what: 'a blank Authorization', headers: { authorization: '  ', identity: 'b' }, says: 'Authorization' },
  { what: 'no Identity', headers: { authorization: 'a' }, says: 'Identity' },
  { what: 'an empty Identity', headers: { authorization: 'a', identity: '' }, says: 'Identity' },
] as { what: string; headers: Record<string, string>; says: string }[])(
  '$what: 403 auth_err on all four operations',
  async ({ headers, says }) => {
    await refusedEverywhere(await startSandbox(), headers, says)
  },
)

test('any pair that is not empty is let in while the config lists none', async () => {
  const sandbox = await startSandbox()
  for (const headers of [
    { authorization: 'Bearer x.y.z', identity: 'somebody' },
    { authorization: '0', identity: '0' },
  ]) {
    expect((await sandbox.call('GET', '/webhooks', undefined, headers)).status).toBe(200)
  }
})

const strict = {
  auth: {
    keys: [
      { authorization: 'a', identity: 'b' },
      { authorization: 'c', identity: 'd' },
    ],
  },
}

test.for([
  { authorization: 'a', identity: 'd' },
  { authorization: 'A', identity: 'b' },
  { authorization: 'a', identity: 'B' },
  { authorization: 'Bearer a', identity: 'b' },
  { authorization: 'x', identity: 'y' },
])('once the config lists pairs only those are let in: not %o', async (headers) => {
  await refusedEverywhere(await startSandbox(strict), headers, 'do not match a known pair')
})

test('every pair that the config lists is let in', async () => {
  const sandbox = await startSandbox(strict)
  for (const headers of strict.auth.keys)
    expect((await sandbox.call('GET', '/webhooks', undefined, headers)).status).toBe(200)
})

test('credentials are looked at before the body', async () => {
  const sandbox = await startSandbox()
  expectRefused(await ask(sandbox, { body: '{', headers: { 'content-type': 'text/plain' } }), {
    status: 403,
    code: 'auth_err',
  })
})

test("each identity sees only its own subscriptions; another's id answers as an unknown one", async () => {
  const sandbox = await startSandbox()
  const other = { authorization: 'demo', identity: 'other' }
  const mine = await made(sandbox)
  const theirs = await made(sandbox, {}, other)
  expect((await listOf(sandbox)).map(({ id }) => id)).toEqual([mine.id])
  expect((await listOf(sandbox, other)).map(({ id }) => id)).toEqual([theirs.id])

  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { description: 'taken over' } : undefined
    const [foreign, missing] = await Promise.all(
      [theirs.id, unknown].map((id) => sandbox.call(method, `/webhooks/${id}`, body)),
    )
    for (const answer of [foreign, missing])
      if (answer) expectRefused(answer, { status: 404, code: 'webhooks_err' })
    expect(JSON.stringify(foreign?.body).replace(theirs.id, '')).toBe(
      JSON.stringify(missing?.body).replace(unknown, ''),
    )
  }
  expect(await listOf(sandbox, other)).toEqual([{ ...theirs, status: 'enabled' }])
})

test('identities are case-sensitive and not trimmed inside', async () => {
  const sandbox = await startSandbox()
  await made(sandbox, {}, { ...demo, identity: 'Demo' })
  expect(await listOf(sandbox)).toEqual([])
})

test('a header that says Identity twice is one identity, never one of the two', async () => {
  const sandbox = await startSandbox()
  await made(sandbox)
  const raw =
    'GET /api/v0.1/webhooks HTTP/1.1\r\nHost: localhost\r\nAuthorization: demo\r\nIdentity: demo\r\nIdentity: other\r\nConnection: close\r\n\r\n'
  expect(await rawExchange(portOf(sandbox.url), raw)).toContain('{"webhook_subscriptions":[]}')
})
