import { expect, test } from 'vitest'
import reference from '../../fixtures/reference/webhooks.json'
import { startSandbox } from '../helpers/sandbox.ts'
import { listOf, type Many, made, type One } from './ask.ts'

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const utcMicroseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const secretForm = /^whsec_[A-Za-z0-9+/]{32}$/

test('each operation answers with the status, the wrapper, the nine fields and the form of status that the reference gives it', async () => {
  const sandbox = await startSandbox()
  const { id } = await made(sandbox)
  const bodies = {
    POST: { url: 'http://localhost:9/', events: ['*'] },
    PATCH: { description: 'changed' },
    GET: undefined,
    DELETE: undefined,
  }
  for (const { method, path, status, wrapper, status_form } of reference.operations) {
    const answer = await sandbox.call(method, path.replace('{webhook_id}', id), bodies[method as 'POST'])
    expect(answer.status, method).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(Object.keys(answer.body)).toEqual([wrapper])
    const [told] = [(answer.body as unknown as Many & One)[wrapper as keyof Many]].flat()
    expect(Object.keys(told ?? {}), method).toEqual(reference.fields)
    expect(told?.status, method).toBe(status_form)
  }
})

test('the fields sent at creation are stored and returned unchanged', async () => {
  const sandbox = await startSandbox()
  const sent = {
    url: 'https://example.com:8443/a/../b?x=1&y=%20#top',
    description: 'Zürich — “cards” 🃏',
    events: ['card*', 'card.*', 'kyc.verification.*', '*', 'card.created'],
    version: '0.1',
    status: 'STATUS_DISABLED',
  }
  expect(await made(sandbox, sent)).toMatchObject(sent)
  expect(await listOf(sandbox)).toMatchObject([{ ...sent, status: 'disabled' }])
})

test('what is left out on creation takes its default, and the service assigns the rest', async () => {
  const sandbox = await startSandbox()
  const told = await made(sandbox)
  expect(told).toMatchObject(reference.defaults)
  expect(told.id).toMatch(uuidV4)
  expect(told.secret).toMatch(secretForm)
  expect(Buffer.from(told.secret.slice(6), 'base64')).toHaveLength(24)
  expect(told.created_time).toMatch(utcMicroseconds)
  expect(told.updated_time).toBe(told.created_time)
})

test('ids and secrets are never given twice', async () => {
  const sandbox = await startSandbox()
  const all = await Promise.all(Array.from({ length: 40 }, () => made(sandbox)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(40)
  expect(new Set(all.map(({ secret }) => secret)).size).toBe(40)
})

test('an unknown version is stored as it was sent', async () => {
  const sandbox = await startSandbox()
  expect((await made(sandbox, { version: '9.9-beta' })).version).toBe('9.9-beta')
})

test('the secret is the same in every answer and cannot be set from outside', async () => {
  const sandbox = await startSandbox()
  const { id, secret } = await made(sandbox, { secret: 'whsec_mine' })
  expect(secret).not.toBe('whsec_mine')
  const patched = await sandbox.call<One>('PATCH', `/webhooks/${id}`, {
    secret: 'whsec_mine',
    description: 'x',
  })
  const [listed] = await listOf(sandbox)
  const removed = await sandbox.call<One>('DELETE', `/webhooks/${id}`)
  expect([
    patched.body.webhook_subscription.secret,
    listed?.secret,
    removed.body.webhook_subscription.secret,
  ]).toEqual([secret, secret, secret])
})

test('the list is in order of creation, whole, and stays so after changes', async () => {
  const sandbox = await startSandbox()
  const ids: string[] = []
  for (let i = 0; i < 60; i++) ids.push((await made(sandbox, { description: String(i) })).id)
  await sandbox.call('PATCH', `/webhooks/${ids[0]}`, { description: 'changed' })
  expect((await listOf(sandbox)).map(({ id }) => id)).toEqual(ids)
})

test('the list neither pages nor filters, as the platform does neither', async () => {
  const sandbox = await startSandbox()
  for (const description of ['a', 'b', 'c']) await made(sandbox, { description })
  const { status, body } = await sandbox.call<Many>('GET', '/webhooks?limit=1&status=disabled&cursor=3')
  expect([status, body.webhook_subscriptions.length]).toEqual([200, 3])
})

test('an empty list is an empty array', async () => {
  const sandbox = await startSandbox()
  expect((await sandbox.call('GET', '/webhooks')).body).toEqual({ webhook_subscriptions: [] })
})

test.for(reference.request_fields)(
  'PATCH with only `%s` changes that field, the time of the change, and nothing else',
  async (field) => {
    const sandbox = await startSandbox()
    await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
    const { id, ...before } = await made(sandbox)
    await sandbox.clock({ advance: '1s' })
    const values = {
      url: 'https://elsewhere.test/',
      description: 'new',
      events: ['kyc*', 'x'],
      version: '0.2',
      status: 'STATUS_DISABLED',
    }
    const change = { [field]: values[field as 'url'] }
    const { status, body } = await sandbox.call<One>('PATCH', `/webhooks/${id}`, change)
    expect(status).toBe(200)
    const expected = { id, ...before, ...change, updated_time: '2026-01-01T00:00:01.000000Z' }
    expect(body.webhook_subscription).toEqual(expected)
    const listed = expected.status === 'STATUS_DISABLED' ? 'disabled' : 'enabled'
    expect(await listOf(sandbox)).toEqual([{ ...expected, status: listed }])
  },
)

test('PATCH with `events` replaces the stored list entirely, it does not add to it', async () => {
  const sandbox = await startSandbox()
  const { id } = await made(sandbox, { events: ['card.created', 'kyc*'] })
  const { body } = await sandbox.call<One>('PATCH', `/webhooks/${id}`, { events: ['account.history.ready'] })
  expect(body.webhook_subscription.events).toEqual(['account.history.ready'])
})

test.for([
  ['{}', {}],
  ['an empty body', ''],
  ['only unknown fields', { colour: 'red' }],
])('PATCH with %s answers 200 and leaves everything as it was, updated_time included', async ([, body]) => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const before = await made(sandbox)
  await sandbox.clock({ advance: '1h' })
  const answer = await sandbox.call<One>('PATCH', `/webhooks/${before.id}`, body)
  expect([answer.status, answer.body.webhook_subscription]).toEqual([200, before])
})

test('a disabled subscription is enabled again by PATCH', async () => {
  const sandbox = await startSandbox()
  const { id } = await made(sandbox, { status: 'STATUS_DISABLED' })
  const { body } = await sandbox.call<One>('PATCH', `/webhooks/${id}`, { status: 'STATUS_ENABLED' })
  expect(body.webhook_subscription.status).toBe('STATUS_ENABLED')
})

test('DELETE answers the subscription that was removed; it is then unknown', async () => {
  const sandbox = await startSandbox()
  const before = await made(sandbox)
  const kept = await made(sandbox)
  const answer = await sandbox.call<One>('DELETE', `/webhooks/${before.id}`)
  expect([answer.status, answer.body.webhook_subscription]).toEqual([200, before])
  expect((await listOf(sandbox)).map(({ id }) => id)).toEqual([kept.id])
  expect((await sandbox.call('DELETE', `/webhooks/${before.id}`)).status).toBe(404)
  expect((await sandbox.call('PATCH', `/webhooks/${before.id}`, {})).status).toBe(404)
})

test('an id is the same in capitals, as everywhere in the API', async () => {
  const sandbox = await startSandbox()
  const { id } = await made(sandbox)
  for (const [method, body] of [
    ['PATCH', { events: ['kyc*'] }],
    ['DELETE', undefined],
  ] as const) {
    const answer = await sandbox.call<One>(method, `/webhooks/${id.toUpperCase()}`, body)
    expect([answer.status, answer.body.webhook_subscription.id]).toEqual([200, id])
  }
  expect(await listOf(sandbox)).toEqual([])
})

test('GET and DELETE do not look at a body', async () => {
  const sandbox = await startSandbox()
  const { id } = await made(sandbox)
  expect((await sandbox.call('DELETE', `/webhooks/${id}`, '{"no JSON')).status).toBe(200)
})

test('concurrent PATCHes never mix: the row that stays is one of those sent', async () => {
  const sandbox = await startSandbox()
  const { id } = await made(sandbox)
  const versions = Array.from({ length: 30 }, (_, i) => ({
    url: `http://localhost/${i}`,
    description: `d${i}`,
    events: [`e${i}`],
    version: `v${i}`,
  }))
  const answers = await Promise.all(
    versions.map((version) => sandbox.call<One>('PATCH', `/webhooks/${id}`, version)),
  )
  answers.forEach((answer, i) => {
    expect(answer.body.webhook_subscription).toMatchObject(versions[i] ?? {})
  })
  const [stored] = await listOf(sandbox)
  const last = versions.find(({ version }) => version === stored?.version)
  expect(stored).toMatchObject(last ?? { none: true })
})
