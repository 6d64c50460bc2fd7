import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { Verdict } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const at = '2026-01-01T09:00:00Z'
const body = '{"event":"card.created"}'

function signed(over: { body?: string | Buffer; secret?: string; at?: string } = {}): Record<string, string> {
  const time = new Date(over.at ?? at)
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(time.getTime() / 1000),
    'webhook-signature': new Webhook(over.secret ?? secret).sign('evt_1', time, over.body ?? body),
  }
}
const verdictOf = async (sandbox: TestSandbox, asked: object) => {
  const answer = await sandbox.request<{ verdict: Verdict }>('POST', '/sandbox/verify', asked)
  expect([answer.status, Object.keys(answer.body)], JSON.stringify(answer.body)).toEqual([200, ['verdict']])
  return answer.body.verdict
}

test('a signature of another library verifies, with headers as a map or as pairs', async () => {
  const sandbox = await startSandbox()
  for (const headers of [signed(), Object.entries(signed()), { ...signed(), 'Webhook-Extra': 'x' }]) {
    expect(await verdictOf(sandbox, { headers, body, secret, at })).toMatchObject({
      result: 'verified',
      scheme: 'standard-webhooks',
      signed_at: '2026-01-01T09:00:00.000000Z',
    })
  }
})

test('the body may be bytes', async () => {
  const sandbox = await startSandbox()
  const bytes = Buffer.from('\ufeffü', 'utf8')
  const verdict = await verdictOf(sandbox, {
    headers: signed({ body: bytes }),
    body_base64: bytes.toString('base64'),
    secret,
    at,
  })
  expect(verdict.result).toBe('verified')
})

test.for([
  { what: 'a changed body', over: { body: `${body} ` }, result: 'failed' },
  { what: 'another secret', over: { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, result: 'failed' },
  { what: 'a time long ago', over: { at: '2026-01-01T10:00:00Z' }, result: 'failed' },
  { what: 'no signature', over: { headers: {} }, result: 'unsigned' },
  { what: 'the scheme that was not used', over: { scheme: 'platform' }, result: 'failed' },
])('$what: $result, with a reason', async ({ over, result }) => {
  const sandbox = await startSandbox()
  const verdict = await verdictOf(sandbox, { headers: signed(), body, secret, at, ...over })
  expect(verdict.result).toBe(result)
  expect(verdict.reason).not.toBe('')
})

test('without a secret, those that are known here are tried; with none known the verdict says so', async () => {
  const sandbox = await startSandbox()
  expect((await verdictOf(sandbox, { headers: signed(), body, at })).result).toBe('unknown_secret')
  await sandbox.post('/sandbox/endpoints', { name: 'x', secret })
  expect(await verdictOf(sandbox, { headers: signed(), body, at })).toMatchObject({
    result: 'verified',
    secret_of: ownedBy('x'),
  })
})

test('nothing is stored', async () => {
  const sandbox = await startSandbox()
  const before = await sandbox.get<{ seq: number; counts: object }>('/sandbox/health')
  await verdictOf(sandbox, { headers: signed(), body, secret, at })
  expect(await sandbox.get('/sandbox/health')).toMatchObject({ seq: before.seq, counts: before.counts })
})

test.for([
  [{}, /headers/],
  [{ headers: 'x' }, /headers/],
  [{ headers: { a: 1 } }, /headers/],
  [{ headers: [['a']] }, /headers/],
  [{ headers: {}, body: 'x', body_base64: 'eA==' }, /body or body_base64, not both/],
  [{ headers: {}, body_base64: '***' }, /body_base64/],
  [{ headers: {}, scheme: 'nonsense' }, /scheme/],
  [{ headers: {}, secret: '' }, /secret/],
  [{ headers: {}, at: 'now' }, /at: must be an ISO 8601 time/],
] as const)('%o is refused', async ([asked, message]) => {
  const sandbox = await startSandbox()
  expectRefused(await sandbox.request('POST', '/sandbox/verify', asked), {
    status: 422,
    code: 'invalid_field',
    message,
  })
})

test('a password among the options of an endpoint is known, as where the request comes to it', async () => {
  const sandbox = await startSandbox()
  const scheme_options = { user: 'u', password: 'p' }
  await sandbox.request('POST', '/sandbox/endpoints', { name: 'b', scheme: 'basic', scheme_options })
  const headers = { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` }
  expect((await sandbox.request('POST', '/in/b', body, headers)).status).toBe(200)
  const { verdict } = await sandbox.newestCapture()
  const asked = await verdictOf(sandbox, { headers, body })
  expect([verdict.result, asked.result, asked.secret_of]).toEqual(['verified', 'verified', ownedBy('b')])
})

test('the secret of an endpoint is known however many that have none came after it', async () => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', '/sandbox/endpoints', { name: 'first', secret })
  const others = Array.from({ length: 501 }, (_, n) => n)
  await Promise.all(others.map((n) => sandbox.post('/sandbox/endpoints', { name: `other-${n}` })))
  const verdict = await verdictOf(sandbox, { headers: signed(), body, at })
  expect([verdict.result, verdict.secret_of]).toEqual(['verified', ownedBy('first')])
})
