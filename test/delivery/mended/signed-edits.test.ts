import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { CaptureRow } from '../../../server/wire.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { resend } from '../faulty/world.ts'

async function startWorld(url = (own: string) => own) {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  const subscription = await sandbox.subscribe(url(receiver.url))
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  return { receiver, sandbox, subscription, delivery: deliveries[0]?.id ?? '' }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>
/** What came last, as the library takes it. */
function newest({ requests }: Receiver) {
  const { body, headers } = requests.at(-1) ?? { body: '', headers: {} }
  return { body, headers: headers as Record<string, string> }
}

/** Another second than the present one, within what a receiver takes. */
const aWhileAgo = () => String(Math.floor(Date.now() / 1000) - 60)

test.each([undefined, 'extra_field'])(
  'an id and a time that are edited in are what is signed (fault: %s)',
  async (fault) => {
    const { receiver, sandbox, subscription, delivery } = await startWorld()
    const verifier = new Webhook(subscription.secret)
    const edited = { 'Webhook-Id': 'evt_edited', 'webhook-timestamp': aWhileAgo() }
    for (const headers of [edited, { 'webhook-id': 'other' }, { 'webhook-timestamp': aWhileAgo() }]) {
      await resend(sandbox, delivery, { headers, ...(fault !== undefined && { fault }) })
      await sandbox.settle()
      const { body, headers: came } = newest(receiver)
      for (const [name, value] of Object.entries(headers)) expect(came[name.toLowerCase()]).toBe(value)
      verifier.verify(body, came)
    }
    expect(receiver.requests).toHaveLength(4)
  },
)

test('a time that is edited in and is none goes out as it is; what is signed is the second of the attempt', async () => {
  const { receiver, sandbox, subscription, delivery } = await startWorld()
  const id = await resend(sandbox, delivery, { headers: { 'webhook-timestamp': 'yesterday' } })
  await sandbox.settle()
  const { body, headers } = newest(receiver)
  expect(headers['webhook-timestamp']).toBe('yesterday')
  const [attempt] = await sandbox.attempts(id)
  const second = String(Date.parse(attempt?.signed_at ?? '') / 1000)
  new Webhook(subscription.secret).verify(body, {
    ...headers,
    'webhook-timestamp': second,
  })
  expect(sandbox.troubles).toEqual([])
})

test('a form that is edited in is signed as a form where the scheme tells forms apart', async () => {
  const sandbox = await startSandbox()
  const { id, secret } = await sandbox.subscribe(`${sandbox.url}/in/forms?z=1`)
  await sandbox.post('/sandbox/endpoints', { name: 'forms', scheme: 'twilio', secret })
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { scheme: 'twilio' })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  await resend(sandbox, deliveries[0]?.id ?? '', {
    body: 'a=1&b=2',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  await sandbox.settle()
  const captures = await sandbox.get<{ captures: CaptureRow[] }>('/sandbox/captures?endpoint=forms')
  expect(captures.captures.map(({ query, verdict }) => [query, verdict?.result])).toEqual([
    ['z=1', 'verified'],
    [expect.stringContaining('bodySHA256='), 'verified'],
  ])
})

const withLogin = (login: string) => (url: string) => url.replace('://', `://${login}@`)
const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`

test.each([
  ['ann:secret', 'ann:secret'],
  ['ann%40example.com:p%3Aw%2F%C3%A9', 'ann@example.com:p:w/é'],
  ['ann', 'ann:'],
])(
  'a user and password in a URL (%s) are sent as Basic, and signed bytes stay as they are',
  async (url, login) => {
    const { receiver, subscription } = await startWorld(withLogin(url))
    const [request] = receiver.requests
    expect(request?.headers.authorization).toBe(basic(login))
    expect(request?.url).toBe('/hook')
    expect(request?.headers.host).toBe(new URL(receiver.url).host)
    new Webhook(subscription.secret).verify(request?.body ?? '', request?.headers as Record<string, string>)
  },
)

test('the scheme `basic` has its own user and password, whatever the URL says, and without any none is sent', async () => {
  const { receiver, sandbox, subscription } = await startWorld(withLogin('ann:secret'))
  await sandbox.request('PATCH', `/sandbox/subscriptions/${subscription.id}`, {
    scheme: 'basic',
    scheme_options: { user: 'bob', password: 'own' },
  })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { rawHeaders } = receiver.requests.at(-1) ?? { rawHeaders: [] }
  const sent = rawHeaders.filter((_, at) => rawHeaders[at - 1]?.toLowerCase() === 'authorization' && at % 2)
  expect(sent).toEqual([basic('bob:own')])
  const plain = await startWorld()
  expect(plain.receiver.requests[0]?.headers).not.toHaveProperty('authorization')
})
