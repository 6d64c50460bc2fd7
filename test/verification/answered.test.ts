import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Delivery, DeliveryRow, Subscription, Verified } from '../../server/wire.ts'
import { receiverWords, type SentFinding, sentWords } from '../../server/words/advice.ts'
import { runHere } from '../cli/here.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

interface Came {
  id: string
  at: string
  body: string
  secret: string
}
type Right = Extract<SentFinding, { kind: 'right' }>
/** What the command line says of what was sent, where that was right. */
const sentRight = (secret: string, over: Partial<Right> = {}) =>
  Object.values(
    sentWords(
      { kind: 'right', status: 401, secret, others: [], proved: [], unexplained: [], ...over },
      (one) => one.slice(-4),
    ),
  ).flat()
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)
const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** A delivery to a receiver that answers 401 with what it came to. */
async function refused(scheme: string, answer: (came: Came) => string) {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([
    (response) => {
      const { headers = {}, body } = receiver.requests[0] ?? {}
      const at = `${headers['webhook-timestamp'] ?? /t=(\d+)/.exec(`${headers['stripe-signature']}`)?.[1]}`
      response.writeHead(401)
      response.end(answer({ id: `${headers['webhook-id']}`, at, body: `${body}`, secret }))
    },
  ])
  const { id, secret } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { scheme })
  await sandbox.clock({ mode: 'manual' })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const delivery: Delivery = await sandbox.delivery(deliveries[0]?.id ?? '')
  const [attempt] = delivery.attempts
  const { body } = await sandbox.request<Verified>('POST', '/sandbox/verify', {
    url: attempt?.request.url,
    headers: attempt?.request.headers,
    body: attempt?.request.body,
    scheme,
    secret,
    at: attempt?.signed_at,
    answer: attempt?.response?.body,
  })
  const printed = await runHere(['deliveries', delivery.id, '--url', sandbox.url])
  return { sandbox, id, secret, verified: body, printed: printed.out.map(unlabelled) }
}

/** A line without the label of its block. */
const unlabelled = (line: string) => line.replace(/^(?:(?:Cause|Fix|Found)? {3,}|computed +)/, '')

test.each<[string, string, (came: Came) => string, string]>([
  [
    'the text of the secret',
    'standard-webhooks',
    ({ id, at, body, secret }) => `expected ${hmac(secret, `${id}.${at}.${body}`).digest('base64')}`,
    'secret_as_text',
  ],
  [
    'JSON written again, told by PHP',
    'standard-webhooks',
    ({ id, at, body, secret }) => {
      const again = JSON.stringify(JSON.parse(body), null, 2)
      const text = hmac(keyOf(secret), `${id}.${at}.${again}`).digest('base64')
      return JSON.stringify({ expected: `v1,${text}` }).replaceAll('/', '\\/')
    },
    'pretty_printed',
  ],
  [
    'only the body',
    'stripe',
    ({ body, secret }) => `v1=${hmac(secret, body).digest('hex')} is not what came`,
    'body_only_signed',
  ],
  [
    'by SHA-1',
    'stripe',
    ({ at, body, secret }) => createHmac('sha1', secret).update(`${at}.${body}`).digest('hex'),
    'other_digest',
  ],
  [
    'only the body by SHA-1',
    'twilio',
    ({ body, secret }) => createHmac('sha1', secret).update(body).digest('base64'),
    'body_only_signed',
  ],
])('a receiver that signs %s and returns its signature gets the cause', async (_, scheme, answer, cause) => {
  const { id, secret, verified, printed, sandbox } = await refused(scheme, answer)
  expect(verified.verdict.result).toBe('verified')
  expect(verified.answered?.map(({ verdict }) => verdict.causes)).toMatchObject([[{ cause, proved: true }]])
  const [{ signature = '', verdict } = {}] = verified.answered ?? []
  const { detail = '', fix = '' } = verdict?.causes[0] ?? {}
  expect(printed).toEqual(
    expect.arrayContaining([
      ...sentRight(secret, { proved: [{ signature, detail, fix }] }),
      expect.stringContaining(`webhook-sandbox code node-express --subscription ${id} --url ${sandbox.url} `),
    ]),
  )
})

test('an answer without a signature, with the one that was sent or with one of nobody proves nothing', async () => {
  for (const answer of [
    () => 'no',
    ({ id, at, body, secret }: Came) => hmac(keyOf(secret), `${id}.${at}.${body}`).digest('base64'),
  ])
    expect((await refused('standard-webhooks', answer)).verified.answered).toEqual([])
  const { verified, printed, secret } = await refused('standard-webhooks', () => hmac('x', 'y').digest('hex'))
  expect(verified.answered).toMatchObject([{ verdict: { result: 'failed', causes: [] } }])
  const unexplained = [hmac('x', 'y').digest('hex')]
  expect(printed).toEqual(expect.arrayContaining(sentRight(secret, { unexplained })))
})

/** What a receiver may use in place of the subscription's secret, by the cause that the answer then proves. */
const otherKeys: Record<
  string,
  [
    cause: string,
    key: (known: { subscription: Subscription; other: Subscription; old: string }) => string | Buffer,
  ]
> = {
  'the secret before a rotation': ['old_secret', ({ old }) => keyOf(old)],
  "another subscription's secret": ['other_secret', ({ other }) => keyOf(other.secret)],
  'the secret of an endpoint': ['other_secret', () => keyOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')],
  'the old secret of an endpoint': ['old_secret', () => keyOf('whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX')],
  'a configured secret': ['other_secret', () => keyOf('whsec_DDECAwQFBgcICQoLDA0ODxAREhMUFRYX')],
  'the id of the subscription': ['identifier_as_secret', ({ subscription }) => subscription.id],
  'the URL of the subscription': ['identifier_as_secret', ({ subscription }) => subscription.url],
  'the Authorization of the API': ['identifier_as_secret', () => 'the-api-key'],
}

test.each(Object.entries(otherKeys))(
  'a receiver that verifies with %s gets the cause',
  async (_, [cause, keyBy]) => {
    const sandbox = await startSandbox({
      auth: { keys: [{ authorization: 'the-api-key', identity: 'acme' }] },
      signing: { secrets: [{ name: 'shop', secret: 'whsec_DDECAwQFBgcICQoLDA0ODxAREhMUFRYX' }] },
    })
    for (const secret of ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
      await sandbox.post('/sandbox/endpoints', { name: 'demo', scheme: 'standard-webhooks', secret })
    let key: string | Buffer = ''
    const receiver = await startReceiver([
      (response) => {
        const { headers = {}, body } = receiver.requests[0] ?? {}
        const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
        response.writeHead(401)
        response.end(`expected v1,${hmac(key, text).digest('base64')}`)
      },
    ])
    const mine = { authorization: 'the-api-key', identity: 'acme' }
    const made = (url: string) =>
      sandbox.request<{ webhook_subscription: Subscription }>(
        'POST',
        '/api/v0.1/webhooks',
        { url, events: ['card.created'] },
        mine,
      )
    const { webhook_subscription: before } = (await made(receiver.url)).body
    const { webhook_subscription: other } = (await made(`${receiver.url}/other`)).body
    await sandbox.request('PATCH', `/sandbox/subscriptions/${other.id}`, { status: 'disabled' })
    await sandbox.post(`/sandbox/subscriptions/${before.id}/rotate-secret`, { overlap: '0s' })
    key = keyBy({ subscription: before, other, old: before.secret })
    const { deliveries } = await sandbox.trigger('card.created', { subscription_id: before.id })
    await sandbox.settle()
    const { attempts } = await sandbox.delivery(deliveries[0]?.id ?? '')
    const [attempt] = attempts
    const { subscription } = await sandbox.get<{ subscription: Subscription }>(
      `/sandbox/subscriptions/${before.id}`,
    )
    const { body } = await sandbox.request<Verified>('POST', '/sandbox/verify', {
      url: attempt?.request.url,
      headers: attempt?.request.headers,
      body: attempt?.request.body,
      scheme: 'standard-webhooks',
      secret: subscription.secret,
      at: attempt?.signed_at,
      answer: attempt?.response?.body,
    })
    expect(body.answered?.map(({ verdict }) => verdict.causes)).toMatchObject([[{ cause, proved: true }]])
  },
)

test.each([
  ['standard-webhooks', true],
  ['stripe', true],
  // It has room for one signature.
  ['github', false],
])(
  'for a receiver that refuses %s during a rotation, the verdict says whether the old secret signed too',
  async (scheme, isTold) => {
    const sandbox = await startSandbox()
    const receiver = await startReceiver([401])
    const { id, secret } = await sandbox.subscribe(receiver.url)
    await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { scheme })
    const printed = async () => {
      const { deliveries } = await sandbox.trigger('card.created')
      await sandbox.settle()
      const { out } = await runHere(['deliveries', deliveries[0]?.id ?? '', '--url', sandbox.url])
      return out.map(unlabelled)
    }
    expect(await printed()).toEqual(expect.arrayContaining(sentRight(secret)))
    const rotated = await sandbox.post<{ subscription: Subscription }>(
      `/sandbox/subscriptions/${id}/rotate-secret`,
      { overlap: '10m' },
    )
    const told = sentRight(rotated.subscription.secret, { others: isTold ? [secret] : [] })
    const lines = await printed()
    const from = lines.indexOf(told[0] ?? '')
    expect(lines.slice(from, from + told.length)).toEqual(told)
  },
)

test('a receiver that accepts a forged request gets advice where to look', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([200])
  const { id } = await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await sandbox.settle()
  const { out } = await runHere(['deliveries', deliveries[0]?.id ?? '', '--url', sandbox.url])
  const fix = receiverWords({ code: 'accepted_forged', checks: 'signature' }, {} as DeliveryRow, '').fix
  const at = out.map(unlabelled).indexOf(fix)
  expect(out[at + 1]).toContain(
    `webhook-sandbox code node-express --subscription ${id} --url ${sandbox.url} `,
  )
})
