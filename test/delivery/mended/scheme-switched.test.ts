import { expect, test } from 'vitest'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`

/** A sandbox whose only subscription has these settings, with one delivery that waits for its retry. */
async function startWaiting(settings: Record<string, unknown>, own?: string) {
  const receiver = await startReceiver([500, 200])
  const sandbox = await startSandbox()
  if (own)
    await sandbox.post('/sandbox/endpoints', {
      name: own,
      reply: [{ status: 500 }, { status: 200 }],
    })
  const subscription = await sandbox.subscribe(own ? `${sandbox.url}/in/${own}` : receiver.url)
  await sandbox.clock({ mode: 'manual' })
  const patch = (body: Record<string, unknown>) =>
    sandbox.request('PATCH', `/sandbox/subscriptions/${subscription.id}`, body)
  expect((await patch({ ...settings, retry_delays: ['1s'] })).status).toBe(200)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  return { receiver, sandbox, subscription, patch, id: deliveries[0]?.id ?? '' }
}

const recipe = { headers: { 'X-Own': '{ts}:{signature}' }, signs: '{ts}.{body}' }
const login = { user: 'al', password: 'a-password' }

test.each([
  ['basic', login, 'authorization', { scheme: 'stripe' }],
  ['basic', login, 'authorization', { scheme_options: { user: 'bo', password: 'another' } }],
  ['basic', login, 'authorization', { scheme_options: {} }],
  ['custom', recipe, 'x-own', { scheme: 'stripe' }],
  ['platform', { header: 'X-Plat' }, 'x-plat', { scheme: 'github' }],
])(
  'a delivery by %s with the options %j keeps them, whatever its subscription is changed to',
  async (scheme, scheme_options, header, change) => {
    const { receiver, sandbox, subscription, patch, id } = await startWaiting({ scheme, scheme_options })
    expect((await patch(change)).status).toBe(200)
    await sandbox.clock({ advance: '1s' })
    const [first, retry] = receiver.requests
    expect(Object.keys(retry?.headers ?? {})).toEqual(Object.keys(first?.headers ?? {}))
    expect(retry?.headers).toHaveProperty(header)
    if (scheme === 'basic') expect(retry?.headers.authorization).toBe(basic('al:a-password'))
    else {
      const signed = (await sandbox.attempts(id)).map(({ signed_content }) => signed_content)
      expect(signed).toEqual([
        expect.stringContaining('card.created'),
        expect.stringContaining('card.created'),
      ])
    }
    expect(JSON.stringify(receiver.requests.map(({ headers }) => headers))).not.toContain(subscription.secret)
  },
)

test('what comes by the options of then is verified by them', async () => {
  const { sandbox, patch, id } = await startWaiting(
    { scheme: 'platform', scheme_options: { header: 'X-Plat' } },
    'own',
  )
  await patch({ scheme: 'github' })
  await sandbox.clock({ advance: '1s' })
  const { verdict, delivery_id } = await sandbox.newestCapture()
  expect([verdict.result, verdict.scheme, delivery_id]).toEqual(['verified', 'platform', id])
  expect((await sandbox.attempts(id)).map(({ response }) => response?.status)).toEqual([500, 200])
})

test('a resend is made by the scheme and the options that are set now', async () => {
  const { receiver, sandbox, patch, id } = await startWaiting({ scheme: 'basic', scheme_options: login })
  await patch({ scheme_options: { user: 'bo', password: 'another' } })
  await sandbox.post(`/sandbox/deliveries/${id}/resend`, {})
  await sandbox.settle()
  expect(receiver.requests.at(-1)?.headers.authorization).toBe(basic('bo:another'))
})

test('a password among the options is not told with a delivery', async () => {
  const { sandbox, id } = await startWaiting({ scheme: 'basic', scheme_options: login })
  const list = await sandbox.get<object>('/sandbox/deliveries')
  const delivery = await sandbox.get<object>(`/sandbox/deliveries/${id}`)
  const { session } = await sandbox.get<{ session: { outcome: { deliveries: object[] } } }>(
    '/sandbox/session',
  )
  for (const told of [list, delivery, session.outcome.deliveries]) {
    expect(JSON.stringify(told)).toContain('"scheme":"basic"')
    expect(JSON.stringify(told)).not.toContain('options')
    expect(JSON.stringify(told)).not.toContain(login.password)
  }
})
