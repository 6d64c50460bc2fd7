import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { Capture, Subscription } from '../../server/wire.ts'
import { expectRefused } from '../control/refused.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

/** A sandbox on which time stands, with one subscription signed by a scheme. */
async function startWorld({ scheme = 'standard-webhooks', own = false } = {}) {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id, secret } = await sandbox.subscribe(own ? `${sandbox.url}/in/x` : receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { scheme })
  return {
    sandbox,
    id,
    secret,
    async rotate(overlap?: string): Promise<Subscription> {
      const answer = await sandbox.request<{ subscription: Subscription }>(
        'POST',
        `/sandbox/subscriptions/${id}/rotate-secret`,
        overlap === undefined ? undefined : { overlap },
      )
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.subscription
    },
    /** What the receiver got of one more event. */
    async next() {
      await sandbox.trigger('card.created')
      await sandbox.settle()
      const request = receiver.requests.at(-1)
      if (!request) throw new Error('nothing came')
      return { body: request.body, headers: request.headers as Record<string, string> }
    },
  }
}
type Received = Awaited<ReturnType<Awaited<ReturnType<typeof startWorld>>['next']>>

/** Whether the published library takes a request, under its own names of headers or those of svix. */
function isTaken(secret: string, { body, headers }: Received): boolean {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace('svix', 'webhook'), value]),
  )
  try {
    new Webhook(secret).verify(body, named)
    return true
  } catch {
    return false
  }
}

describe.each(['standard-webhooks', 'svix'])('%s', (scheme) => {
  test('while a rotation overlaps a receiver verifies with either secret, and afterwards with the new one alone', async () => {
    const { secret: old, sandbox, rotate, next } = await startWorld({ scheme })
    const { secret } = await rotate('10m')
    expect(secret).toMatch(/^whsec_/)
    expect(secret).not.toBe(old)
    const during = await next()
    const signature = during.headers['webhook-signature'] ?? during.headers['svix-signature']
    expect(signature).toMatch(/^v1,\S{44} v1,\S{44}$/)
    expect([isTaken(secret, during), isTaken(old, during)]).toEqual([true, true])
    await sandbox.clock({ advance: '599999ms' })
    expect(isTaken(old, await next())).toBe(true)
    await sandbox.clock({ advance: '1ms' })
    const after = await next()
    expect([isTaken(secret, after), isTaken(old, after)]).toEqual([true, false])
    expect(after.headers['webhook-signature'] ?? after.headers['svix-signature']).toMatch(/^v1,\S{44}$/)
  })
})

test('a scheme that carries one signature has that of the new secret, at once', async () => {
  const { secret: old, rotate, next } = await startWorld({ scheme: 'github' })
  const { secret } = await rotate('10m')
  const { body, headers } = await next()
  const by = (key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
  expect(headers['x-hub-signature-256']).toBe(by(secret))
  expect(by(old)).not.toBe(by(secret))
})

test('a retry within the overlap carries both, one after it the new one alone', async () => {
  const receiver = await startReceiver([503, 503, 200])
  const sandbox = await startSandbox({ delivery: { jitter: 0 } })
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.post(`/sandbox/subscriptions/${id}/rotate-secret`, { overlap: '2m' })
  await sandbox.clock({ advance: '1h' })
  const counts = receiver.requests.map(
    ({ headers }) => String(headers['webhook-signature']).split(' ').length,
  )
  expect(counts).toEqual([1, 2, 1])
})

test('a rotation shows the new secret, the old secret with its end, and the time of the change', async () => {
  const { sandbox, secret: old, rotate } = await startWorld()
  await sandbox.clock({ advance: '1h' })
  const subscription = await rotate('90s')
  expect(subscription).toMatchObject({
    old_secrets: [{ secret: old, until: '2026-01-01T01:01:30.000000Z' }],
    updated_time: '2026-01-01T01:00:00.000000Z',
  })
  const { subscriptions } = await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')
  expect(subscriptions).toEqual([subscription])
})

test('without a word the overlap is a day; with "0" the old secret ends at once', async () => {
  const { rotate, next, secret: first } = await startWorld()
  const second = await rotate()
  expect(second.old_secrets[0]?.until).toBe('2026-01-02T00:00:00.000000Z')
  const third = await rotate('0')
  const request = await next()
  expect([third.secret, second.secret, first].map((secret) => isTaken(secret, request))).toEqual([
    true,
    false,
    true,
  ])
})

test('five rotations: all secrets that still overlap sign, newest first; five old ones are remembered, and all that still sign', async () => {
  const { sandbox, secret, rotate, next } = await startWorld()
  const secrets = [secret]
  for (const overlap of ['5h', '4h', '3h', '2h', '1h']) secrets.unshift((await rotate(overlap)).secret)
  expect(new Set(secrets).size).toBe(6)
  const { headers, body } = await next()
  const signed = secrets.map((one) =>
    new Webhook(one).sign(
      headers['webhook-id'] ?? '',
      new Date(Number(headers['webhook-timestamp']) * 1000),
      body.toString(),
    ),
  )
  expect(headers['webhook-signature']?.split(' ')).toEqual(signed)
  await sandbox.clock({ advance: '150m' })
  const later = await next()
  expect(secrets.map((one) => isTaken(one, later))).toEqual([true, false, false, true, true, true])
  const sixth = await rotate('1h')
  expect(sixth.old_secrets.map((old) => old.secret)).toEqual(secrets)
  await sandbox.clock({ advance: '150m' })
  const seventh = await rotate('1h')
  expect(seventh.old_secrets.map((old) => old.secret)).toEqual([sixth.secret, ...secrets.slice(0, 4)])
})

test('what was signed with the old secret verifies at an endpoint while it counts, and is explained as old afterwards', async () => {
  const { sandbox, secret: old, rotate, id } = await startWorld({ own: true })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { headers, body } = await sandbox.newestCapture()
  const again = async (): Promise<Capture> => {
    const sent = headers.filter(([name]) => /^(webhook-|content-type)/.test(name))
    await sandbox.request('POST', '/in/x', body ?? '', Object.fromEntries(sent))
    return sandbox.newestCapture()
  }
  await rotate('10m')
  expect((await again()).verdict).toMatchObject({
    result: 'verified',
    secret_of: ownedBy(`subscription ${id}`),
  })
  await sandbox.clock({ advance: '10m' })
  const { verdict } = await again()
  expect([verdict.result, verdict.causes[0]?.cause, verdict.causes[0]?.proved]).toEqual([
    'failed',
    'old_secret',
    true,
  ])
  expect(JSON.stringify(verdict)).not.toContain(old)
  // One rotation on it is still known.
  await rotate('0')
  expect((await again()).verdict.causes[0]?.cause).toBe('old_secret')
})

test.each([{ overlap: 'soon' }, { overlap: -1 }, { overlap: '-1h' }, { overlp: '1h' }])(
  '%j is refused, and the secret stays',
  async (body) => {
    const { sandbox, id } = await startWorld()
    const before = await sandbox.get('/sandbox/subscriptions')
    expectRefused(await sandbox.request('POST', `/sandbox/subscriptions/${id}/rotate-secret`, body), {
      status: 422,
      code: 'invalid_field',
    })
    expect(await sandbox.get('/sandbox/subscriptions')).toEqual(before)
  },
)

test('twenty secrets sign beside the present one: one more is refused, until one is over or the next ends at once', async () => {
  const { sandbox, id, rotate } = await startWorld()
  const refused = () =>
    sandbox.request('POST', `/sandbox/subscriptions/${id}/rotate-secret`, { overlap: '1h' })
  for (let i = 0; i < 20; i++) await rotate(i === 0 ? '10m' : '1h')
  const before = await sandbox.get('/sandbox/subscriptions')
  expectRefused(await refused(), {
    status: 409,
    code: 'secrets_overlap',
    message: /20 earlier secrets/,
    fix: /"0s"/,
  })
  expect(await sandbox.get('/sandbox/subscriptions')).toEqual(before)
  await rotate('0s')
  await sandbox.clock({ advance: '10m' })
  await rotate('1h')
  expectRefused(await refused(), { status: 409, code: 'secrets_overlap' })
})

test('a subscription that nobody knows: 404', async () => {
  const { sandbox } = await startWorld()
  expectRefused(await sandbox.request('POST', '/sandbox/subscriptions/none/rotate-secret'), {
    status: 404,
    code: 'subscription_unknown',
  })
})
