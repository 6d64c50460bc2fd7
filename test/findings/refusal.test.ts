import { createRequire } from 'node:module'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { Finding, HeaderPair } from '../../server/wire.ts'
import { runHere } from '../cli/here.ts'
import { endsOnLarge } from '../helpers/large.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { foundOf, html, refused, said, secret, sentRight, thrownBy } from './refused.ts'

const lineIn = (finding: Finding | undefined) =>
  finding && 'line' in finding.evidence ? finding.evidence.line : undefined

test('a receiver that verifies a parsed body is found by the words of its response', async () => {
  const parsed = { event: 'card.created' } as unknown as string
  const headers = {
    'webhook-id': 'a',
    'webhook-timestamp': `${Math.floor(Date.now() / 1000)}`,
    'webhook-signature': 'v1,x',
  }
  const said = [
    thrownBy(() => new Webhook(secret).verify(parsed, headers)),
    thrownBy(() =>
      createRequire(import.meta.url)('node:crypto')
        .createHmac('sha256', 'key')
        .update(parsed),
    ),
  ]
  for (const words of said)
    for (const answer of [html(500, words.replaceAll('"', '&quot;')), html(401, words)]) {
      const { findings, shown, id } = await foundOf([answer])
      expect(findings).toMatchObject([
        { code: 'verifies_parsed_body', says: 'probably_wrong', attempts: [1] },
      ])
      expect(findings[0]?.evidence).not.toMatchObject({ line: expect.stringMatching(/&quot;|\.$/) })
      expect(shown).toContain(findings[0]?.summary)
      expect(shown).toContain(`webhook-sandbox code node-express --subscription ${id}`)
      expect(shown).not.toContain(sentRight)
    }
})

test.each([
  ['standard-webhooks', 'Webhook Error: No stripe-signature header value was provided.', 'stripe'],
  ['standard-webhooks', '{"error":"X-Hub-Signature-256 is missing"}', 'github'],
  ['stripe', thrownBy(() => new Webhook(secret).verify('{}', {})), 'standard-webhooks'],
])('%s refused with %s shows that the receiver verifies as %s', async (scheme, words, wanted) => {
  const { findings, shown, id } = await foundOf([html(400, words)], { scheme })
  expect(findings).toMatchObject([
    { code: 'wants_other_scheme', evidence: { line: words.replace(/\.$/, ''), wanted, signed_by: scheme } },
  ])
  expect(shown).toContain(`webhook-sandbox subscription set ${id} --scheme SCHEME --url`)
})

test('of an answer the line that tells is shown, cut where it is long, and what lies far behind is not read', async () => {
  const misses = 'No stripe-signature header was provided'
  const said = async (text: string) => lineIn((await foundOf([html(400, text)])).findings[0])
  expect(await said(`Refused\n${misses}\nSee the docs`)).toBe(misses)
  expect(await said(`<h1>Refused</h1><p>${misses}</p><p>See the docs`)).toBe(misses)
  expect(await said(`${misses}${' at all'.repeat(100)}`)).toMatch(/^No stripe-sig.{146}…$/)
  // As the data of a page of Next, which stands on one line.
  expect(
    await said(`{"page":"${'.'.repeat(200)}","message":"${misses}","stack":"${'at '.repeat(100)}`),
  ).toMatch(/^….{20,40}"message":"No stripe-signature header was provided","stack":"at .*…$/)
  expect(await said(`${'.'.repeat(20_000)}\n${misses}`)).toBeUndefined()
})

test.each([
  'StripeSignatureVerificationError: Webhook payload must be provided as a string or a Buffer',
  'Payload was provided as a parsed JavaScript object instead.',
  'TypeError: [@octokit/webhooks-methods] payload must be a string',
])('so does Stripe or GitHub say of a parsed body: %s', (words) => {
  expect(refused({ answer: said(words) })).toMatchObject({ code: 'verifies_parsed_body' })
})

test.each<[headers: HeaderPair[], content_type: string | null]>([
  [[['CONTENT-TYPE', 'text/csv']], 'text/csv'],
  [[], null],
])('a refused content type, with %j, is named', (headers, content_type) => {
  const sent = { method: 'POST', url: 'http://127.0.0.1/', headers, size: 1 }
  expect(refused({ status: 415, sent })).toMatchObject({ evidence: { cause: 'content_type', content_type } })
})

test('of an error page of Django or Flask only the message is read, not the source', () => {
  const source = [
    '<pre>raise WebhookVerificationError("Missing required headers")</pre>',
    '<td>&lt;bound method CsrfViewMiddleware.process_view&gt;</td>',
  ].join('\n')
  const django = (words: string) =>
    `<title>Error at /hook/</title>\n<pre class="exception_value">${words}</pre>\n<div id="traceback">${source}`
  const flask = (words: string) =>
    `<title>${words} // Werkzeug Debugger</title>\n<h2 class="traceback">Traceback</h2><div class="traceback">${source}`
  const headers: HeaderPair[] = [['webhook-signature', 'v1,x']]
  const sent = { method: 'POST', url: 'http://127.0.0.1/hook/', headers, size: 1 }
  for (const page of [django, flask]) {
    const asked = (words: string) => refused({ status: 500, sent, answer: said(page(words)) })
    expect(asked('The view returned None.')).toMatchObject({ code: 'failed_inside' })
    expect(asked('Missing required headers')).toMatchObject({ code: 'misreads_signature' })
    expect(asked('RuntimeError: Secret can&#x27;t be empty.')).toMatchObject({ code: 'lacks_secret' })
  }
})

test('an answer of tags that never end is read in a time that grows with it, not with its square', () => {
  const count = 1_000_000
  endsOnLarge(() => {
    expect(refused({ answer: said('<'.repeat(count)) })).toBeUndefined()
    expect(refused({ answer: said(`<a${' '.repeat(count)}`) })).toBeUndefined()
  })
})

test.each([
  [404, { cause: 'path', method: 'POST', url: expect.stringMatching(/\/hook$/) }],
  [405, { cause: 'method', method: 'POST' }],
  [413, { cause: 'size', size: expect.any(Number) }],
  [415, { cause: 'content_type', content_type: 'application/json' }],
  [422, { cause: 'fields' }],
])('a refusal by %d is not looked for in the signature', async (status, evidence) => {
  const { findings, shown } = await foundOf([status])
  expect(findings).toMatchObject([
    { code: 'refused_by_status', evidence: { line: null, ...evidence }, attempts: [1] },
  ])
  expect(shown).toContain(status === 422 ? 'attempt-now' : '--to URL')
  expect(shown).not.toContain(sentRight)
})

test.each([
  'Client sent an HTTP request to an HTTPS server.',
  '<title>400 The plain HTTP request was sent to HTTPS port</title>',
  "Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />",
  'Bad Request\nThis combination of host and port requires TLS.',
])('a TLS server that got plain HTTP is found by its words: %s', async (words) => {
  const { findings, shown } = await foundOf([html(400, words)])
  expect(findings).toMatchObject([
    {
      code: 'refused_by_status',
      evidence: {
        cause: 'speaks_tls',
        line: expect.stringMatching(/.{20,}/),
        to: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+\/hook$/),
      },
    },
  ])
  expect(shown).toContain('--to URL')
  const sent = { method: 'POST', url: 'https://127.0.0.1/', headers: [], size: 1 }
  expect(refused({ answer: said(words), sent })).toBeUndefined()
})

test('a receiver behind an endpoint is reported by its own path, with how it is forwarded elsewhere', async () => {
  const receiver = await startReceiver([404, html(200, '')])
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'shop', forward_to: receiver.url })
  await sandbox.subscribe(`${sandbox.url}/in/shop`)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { findings, id } = await sandbox.delivery(deliveries[0]?.id ?? '')
  expect(findings).toMatchObject([
    { endpoint: 'shop', evidence: { cause: 'path', url: receiver.url }, attempts: [1] },
  ])
  const { out } = await runHere(['deliveries', id, '--url', sandbox.url])
  const shown = out.join('\n')
  expect(shown).toContain(`webhook-sandbox endpoint set shop --forward URL --url ${sandbox.url}`)
  expect(shown).not.toContain('subscription set')
  await sandbox.post(`/sandbox/deliveries/${id}/attempt-now`)
  await sandbox.settle()
  expect((await sandbox.delivery(id)).findings).toMatchObject([
    { code: 'answered_by_page', endpoint: 'shop', attempts: [2] },
  ])
})

test('a refusal that may have any reason says nothing, and neither does one that was mended or that a fault brought', async () => {
  expect((await foundOf([401])).findings).toEqual([])
  expect((await foundOf([html(401, 'the webhook-signature does not fit')])).findings).toEqual([])
  // One scheme has the header Signature, another Authorization: words that stand in many a refusal.
  expect((await foundOf([html(401, 'Authorization failed: wrong Signature')])).findings).toEqual([])
  expect((await foundOf([404, 200])).findings).toEqual([])
  expect((await foundOf([415], { fault: 'content_type(text/plain)' })).findings).toEqual([])
})

test('the newest refusal goes on being told while the next attempt waits for its answer', async () => {
  let tell = () => {}
  const asked = new Promise<void>((resolve) => {
    tell = resolve
  })
  const receiver = await startReceiver([404, () => tell()])
  const sandbox = await startSandbox({ delivery: { retry_delays: ['1s'], jitter: 0 } })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await asked
  const { findings, attempts } = await sandbox.delivery(deliveries[0]?.id ?? '')
  expect(attempts.map(({ outcome }) => outcome?.kind)).toEqual(['responded', undefined])
  expect(findings).toMatchObject([{ code: 'refused_by_status', attempts: [1] }])
})

test('a status that counts as delivered refuses nothing', async () => {
  const receiver = await startReceiver([404])
  const sandbox = await startSandbox({ delivery: { success: [404] } })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const { state, findings } = await sandbox.delivery(deliveries[0]?.id ?? '')
  expect([state, findings]).toEqual(['succeeded', []])
})

test('a scheme is never told as another one than itself, whose headers a subscription may have changed', async () => {
  const custom = { headers: { 'X-Acme-Signature': '{signature}' }, signs: '{body}' }
  const receiver = await startReceiver([html(400, 'X-Acme-Signature is missing')])
  const sandbox = await startSandbox({ signing: { custom } })
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe(receiver.url)
  const changed = { scheme: 'custom', scheme_options: { headers: { 'X-Other': '{signature}' } } }
  const { status } = await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, changed)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  expect([status, (await sandbox.delivery(deliveries[0]?.id ?? '')).findings]).toEqual([200, []])
})

test("a recipe of one's own may have any header that HTTP has", async () => {
  const receiver = await startReceiver([400])
  const custom = { headers: { 'X-**': '{signature}' }, signs: '{body}' }
  const sandbox = await startSandbox({ signing: { custom } })
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const answer = await sandbox.request('GET', `/sandbox/deliveries/${deliveries[0]?.id}`)
  expect([answer.status, answer.body]).toMatchObject([200, { delivery: { findings: [] } }])
})
