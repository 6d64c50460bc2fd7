import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { NewestAnswer } from '../../server/findings/answers.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { foundOf, html, refused, said, secret, thrownBy } from './refused.ts'

test.each([
  ["Cannot read properties of undefined (reading 'constructor')", 'verifies_parsed_body'],
  ['<pre>Cannot read properties of undefined (reading &#39;constructor&#39;)</pre>', 'verifies_parsed_body'],
  ["Cannot read properties of null (reading 'constructor')", 'verifies_parsed_body'],
  ['Webhook Error: No webhook payload was provided.', 'verifies_parsed_body'],
  [`{"error": "'dict' object has no attribute 'decode'"}`, 'verifies_parsed_body'],
  ['TypeError: object supporting the buffer API required', 'verifies_parsed_body'],
  ['TypeError: Body is unusable: Body has already been read', 'verifies_parsed_body'],
  ['InternalServerError: stream is not readable', 'verifies_parsed_body'],
  [
    "RawPostDataException: You cannot access body after reading from request's data stream",
    'verifies_parsed_body',
  ],
  [thrownBy(() => new Webhook(undefined as unknown as string)), 'lacks_secret'],
  [thrownBy(() => new Webhook('my secret!')), 'lacks_secret'],
  ['No webhook secret value was provided. It should start with `whsec_`', 'lacks_secret'],
  ["Error: Secret can't be empty.", 'lacks_secret'],
  [thrownBy(() => createHmac('sha256', undefined as unknown as string)), 'lacks_secret'],
  ["TypeError: key: expected bytes or bytearray, but got 'NoneType'", 'lacks_secret'],
  [
    'hash_hmac(): Argument #2 ($data) must be of type string, array given in hook.php',
    'verifies_parsed_body',
  ],
  ['IllegalStateException: getReader() has already been called for this request', 'verifies_parsed_body'],
  ['{"message":"Required request body is missing: void Hook.handle(byte[])"}', 'verifies_parsed_body'],
  ['Missing raw body. Did you enable rawBody?', 'verifies_parsed_body'],
  ['hash_hmac(): Passing null to parameter #3 ($key) of type string is deprecated', 'lacks_secret'],
  ['hash_hmac(): Argument #3 ($key) must be of type string, null given', 'lacks_secret'],
  ['java.lang.IllegalArgumentException: Empty key', 'lacks_secret'],
  ['Cannot invoke "String.getBytes()" because "webhookSecret" is null', 'lacks_secret'],
  ['{"error":"Webhook secret not configured"}', 'lacks_secret'],
  ['Error: Missing environment variable STRIPE_WEBHOOK_SECRET', 'lacks_secret'],
  ['SHOP_WEBHOOK_SECRET environment variable is required', 'lacks_secret'],
  ["KeyError: 'WEBHOOK_SECRET'", 'lacks_secret'],
  ['Invalid secret: must start with whsec_', 'lacks_secret'],
  ['hash_equals(): Argument #2 ($user_string) must be of type string, null given', 'misreads_signature'],
  ['{"error":"Timestamp is too old"}', 'misreads_signature'],
  ['Request expired', 'misreads_signature'],
  [thrownBy(() => Buffer.from(undefined as unknown as string)), 'misreads_signature'],
  ['Timestamp outside the tolerance zone', 'misreads_signature'],
  ['WebhookVerificationError: Message timestamp too new', 'misreads_signature'],
  ['[@octokit/webhooks-methods] secret, eventPayload & signature required', 'wants_other_scheme'],
  ['Unable to extract timestamp and signatures from header', 'wants_other_scheme'],
  [`{"error": "'HTTP_STRIPE_SIGNATURE'"}`, 'wants_other_scheme'],
  ['Warning: Undefined array key "HTTP_X_HUB_SIGNATURE_256" in receiver.php', 'wants_other_scheme'],
])('so does a library say %s: %s', (words, code) => {
  expect(refused({ answer: said(words) })).toMatchObject({ code })
})

const sent = (...headers: HeaderPair[]): NewestAnswer['sent'] => ({
  method: 'POST',
  url: 'http://127.0.0.1:3000/hook',
  headers,
  size: 1,
})

test.each<[header: string, words: string]>([
  ['webhook-signature', 'Missing required headers'],
  ['Stripe-Signature', 'No stripe-signature header value was provided.'],
  ['Stripe-Signature', 'Unable to extract timestamp and signatures from header'],
  [
    'webhook-signature',
    '<h1>KeyError at /hook</h1>\n<pre class="exception_value">&#x27;Webhook-Signature&#x27;</pre>',
  ],
  ['webhook-signature', `{"error": "'webhook-signature'"}`],
  ['X-Hub-Signature-256', 'x-hub-signature-256 is missing'],
  ['X-Shopify-Hmac-Sha256', 'RangeError [ERR_CRYPTO]: Input buffers must have the same byte length'],
])('a receiver that misreads the request in %s is found by its words: %s', (header, words) => {
  const found = refused({ sent: sent([header, 'x']), answer: said(words), scheme: 'none' })
  const evidence = words.includes('length') ? { cause: 'lengths' } : { cause: 'header', header }
  expect(found).toMatchObject({ code: 'misreads_signature', evidence })
})

test.each([
  'x-admin-secret is required',
  'No secret was given in the query',
  'The secret is wrong',
  'Invalid webhook secret',
])('a request that lacks another secret, or a wrong secret, is no receiver without a secret: %s', (words) => {
  expect(refused({ answer: said(words) })?.code).not.toBe('lacks_secret')
})

test('a missing header that every request has is not a signature header', () => {
  const asked = sent(['Content-Type', 'text/plain'])
  expect(refused({ sent: asked, answer: said('Content-Type is required') })).toBeUndefined()
})

test('a receiver without its secret is pointed to the place that prints it', async () => {
  const { findings, shown, id } = await foundOf([html(500, 'Error: Expected secret to be of type string')])
  expect(findings).toMatchObject([{ code: 'lacks_secret', attempts: [1] }])
  expect(shown).toContain(`webhook-sandbox subscription show ${id} --url`)
})

test('the library of Standard Webhooks that is handed a web Headers object misses what was sent', async () => {
  const headers = new Headers({ 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' })
  const words = thrownBy(() => new Webhook(secret).verify('{}', headers as unknown as Record<string, string>))
  const { findings, shown } = await foundOf([html(400, words)])
  expect(findings).toMatchObject([{ code: 'misreads_signature', attempts: [1] }])
  expect(shown).toContain(findings[0]?.summary)
  expect(shown).toContain('webhook-sandbox code node-express')
})

test.each([
  [301, '/hook/', 'moved', 'http://127.0.0.1:3000/hook/'],
  [308, 'https://127.0.0.1/hook', 'moved', 'https://127.0.0.1/hook'],
  [302, '/login?next=/hook', 'login', 'http://127.0.0.1:3000/login?next=/hook'],
])('a redirect by %d to %s is reported with its address', (status, location, cause, to) => {
  const found = refused({ status, sent: sent(), answer: said('', [['Location', location]]) })
  expect(found).toMatchObject({ code: 'refused_by_status', evidence: { cause, to } })
})

test('a redirect to nowhere and an answer that was not modified say nothing', () => {
  for (const [status, location] of [
    [302, undefined],
    [302, 'http://['],
    [304, '/x'],
  ] as const) {
    const answer = said('', location === undefined ? [] : [['location', location]])
    expect(refused({ status, sent: sent(), answer })).toBeUndefined()
  }
})

test('a delivery shows its redirect', async () => {
  const { findings, shown } = await foundOf([
    (response) => void response.writeHead(308, { Location: '/hook/' }).end(),
  ])
  expect(findings).toMatchObject([
    { code: 'refused_by_status', evidence: { cause: 'moved', to: expect.stringMatching(/\/hook\/$/) } },
  ])
  expect(shown).toContain('--to URL')
})

test('a required login is found unless credentials were sent', () => {
  const answer = said('Unauthorized', [['WWW-Authenticate', 'Bearer realm="api"']])
  expect(refused({ status: 401, sent: sent(), answer })).toMatchObject({
    code: 'refused_by_status',
    evidence: { cause: 'login', asks_for: 'Bearer' },
  })
  expect(refused({ status: 401, sent: sent(['Authorization', 'Basic eA==']), answer })).toBeUndefined()
  expect(refused({ status: 401, sent: sent() })).toBeUndefined()
})

test.each([
  '<h1>Forbidden</h1>\n<p>CSRF verification failed. Request aborted.</p>',
  'ForbiddenError: invalid csrf token',
  'ActionController::InvalidAuthenticityToken',
  '<title>Page Expired</title>',
])('a protection against forged forms is found by its words: %s', (words) => {
  expect(refused({ status: 403, sent: sent(), answer: said(words) })).toMatchObject({
    code: 'refused_by_status',
    evidence: { cause: 'forgery_guard' },
  })
})

test.each([
  [
    "Invalid HTTP_HOST header: 'box:3000'. You may need to add 'box' to ALLOWED_HOSTS.",
    { cause: 'unknown_host' },
  ],
  ['<h1>Blocked hosts: box</h1>', { cause: 'unknown_host' }],
  ['Invalid host header', { cause: 'unknown_host' }],
  ['Blocked request. This host ("box") is not allowed.', { cause: 'unknown_host' }],
  [
    'You called this URL via POST, but the URL doesn&#x27;t end in a slash and you have APPEND_SLASH set.',
    { cause: 'slash_missing', to: 'http://box:3000/hook/?a=b' },
  ],
  ['{"code":"FST_ERR_VALIDATION","message":"body must have…"}', { cause: 'fields' }],
])('a server in front of a receiver is found by its words: %s', (words, evidence) => {
  const asked = { ...sent(['webhook-signature', 'v1,x']), url: 'http://box:3000/hook?a=b' }
  expect(refused({ sent: asked, answer: said(words) })).toMatchObject({ code: 'refused_by_status', evidence })
})

const signature = 'a5608deabaf91caf8627c5a57221c5144caab69fde3d0e3ac7f0ae84c888a59f'

test.each([
  ['X-Hub-Signature-256', `sha256=${signature}`, `{"computed":"${signature}"}`, 'sha256='],
  [
    'Signature',
    `t=1,v1=${'0'.repeat(64)},v2=${signature}`,
    `not ${signature}`,
    expect.stringMatching(/,v2=$/),
  ],
])(
  'a sent signature that %s repeats after a word is found to be compared with more',
  (name, value, words, before) => {
    const found = refused({ status: 401, sent: sent([name, value]), answer: said(words) })
    expect(found).toMatchObject({
      code: 'misreads_signature',
      evidence: { cause: 'more', header: name, before },
    })
  },
)

test.each([
  ['what came, with the word before it', `wrong signature sha256=${signature}`],
  ['what came beside what was computed', `got ${signature}, wanted ${'0'.repeat(64)}`],
])('an answer with %s says nothing', (_said, words) => {
  const asked = sent(['X-Hub-Signature-256', `sha256=${signature}`])
  expect(refused({ status: 401, sent: asked, answer: said(words) })).toBeUndefined()
  const bare = sent(['X-Gitea-Signature', signature])
  expect(refused({ status: 401, sent: bare, answer: said(`not ${signature}`) })).toBeUndefined()
})
