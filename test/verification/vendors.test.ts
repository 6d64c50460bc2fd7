/** Over 300 lines: one table holds a signature of each vendor. */
import { createHash, generateKeyPairSync, randomBytes, sign as signBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { customRecipe } from '../../server/signing/custom.ts'
import { ed25519Of, p256Of } from '../../server/signing/key-pairs.ts'
import { recipesFor } from '../../server/signing/recipes.ts'
import { sign } from '../../server/signing/sign.ts'
import { bodyVendors, type Vendor, vendors } from '../../server/verification/vendors.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { sample } from '../helpers/long.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { oneIn } from '../helpers/rows.ts'
import { runsOf } from '../helpers/runs.ts'
import { hmac, judgedBy, recipeIn } from '../signing/own-recipe.ts'
import { body, causesIn, judge, otherSecret, secret, signable, signedAt, url } from './world.ts'

const ts = String(signedAt)
const plain = (...parts: string[]) => createHash('sha256').update(parts.join('')).digest('hex')
const by = (known: string) => [{ of: ownedBy('the test'), secret: known }]

const withRecipe = vendors.filter(({ recipe }) => recipe)
const rows = withRecipe.map((row) => [row.vendor, row.header, row] as const)
/** A search without a result costs the most. */
const someRows = rows.filter(oneIn(sample(28, 1)))

/** The headers that a vendor sends by its recipe. */
function sentBy({ recipe, beside }: Vendor): HeaderPair[] {
  const { custom } = recipesFor({ platform_header: 'Signature', custom: customRecipe.parse(recipe) })
  const made = sign(custom, [secret], signable()).filter(([name]) => name !== 'webhook-id')
  return beside ? [...made, [beside.header, beside.value ?? 'any']] : made
}

test.each(rows)(
  '%s: a known secret proves the signature, and the reported recipe verifies it',
  (vendor, header, row) => {
    const headers = sentBy(row)
    const key = String(row.recipe?.key ?? 'text')
    const known = /^(?:ed25519|p-256)/.test(key) ? publicOf(key) : secret
    const verdict = judge(headers, { url, secrets: by(known) })
    expect(verdict).toMatchObject({ result: 'unsigned', causes: [{ cause: 'other_scheme', proved: true }] })
    expect(verdict.causes[0]?.received).toBe(header)
    expect(verdict.reason).toContain(vendor)
    if (known === secret) expect(judgedBy(verdict, headers)).toBe('verified')
  },
)

const publicOf = (key: string) => {
  if (key === 'p-256') return JSON.stringify(p256Of(secret)?.jwk)
  const bytes = Buffer.from(ed25519Of(secret)?.jwk.x ?? '', 'base64url')
  return key === 'ed25519-hex' ? bytes.toString('hex') : `whpk_${bytes.toString('base64')}`
}

function isNamed([vendor, header, row]: (typeof rows)[number], secrets: ReturnType<typeof by>) {
  const verdict = judge(sentBy(row), { url, secrets })
  expect(verdict).toMatchObject({ result: 'unsigned', reason_code: 'foreign_signature', causes: [] })
  expect(verdict.reason).toContain(`${header} contains`)
  expect(verdict.reason).toContain(vendor)
  expect(recipeIn(verdict.hint)).toEqual(row.recipe)
}

test.each(rows)('%s: without a secret the vendor is named with the recipe', (...row) => isNamed(row, []))
test.each(someRows)(
  '%s: beside another secret the vendor is named with the recipe, and no cause is claimed',
  (...row) => isNamed(row, by(otherSecret)),
)

const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pemOf = (pair: typeof rsa) => pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const rsaSigned = (content: string, digest = 'sha256') =>
  signBytes(digest, Buffer.from(content), rsa.privateKey).toString('base64')
const inBase64 = (text: string) => Buffer.from(text.replace('whsec_', ''), 'base64')
const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (claims: object, key: string) => {
  const content = `${json({ alg: 'HS256', typ: 'JWT' })}.${json(claims)}`
  return `${content}.${hmac(content, key).digest('base64url')}`
}

/** Signatures that no recipe expresses, by the vendors' documentation: the known key, and what is sent. */
const others: [vendor: string, key: string, headers: HeaderPair[], sent?: string][] = [
  [
    'HubSpot',
    secret,
    [
      ['X-HubSpot-Signature', plain(secret, body)],
      ['X-HubSpot-Signature-Version', 'v1'],
    ],
  ],
  [
    'HubSpot',
    secret,
    [
      ['X-HubSpot-Signature', plain(secret, 'POST', url, body)],
      ['X-HubSpot-Signature-Version', 'v2'],
    ],
  ],
  [
    'MessageBird',
    secret,
    [
      ['MessageBird-Signature', hmacOfHash(`${ts}\n${new URL(url).search.slice(1)}\n`)],
      ['MessageBird-Request-Timestamp', ts],
    ],
  ],
  [
    'MessageBird',
    secret,
    [
      ['MessageBird-Signature', hmacOfHash(`${ts}\n${url}\n`)],
      ['MessageBird-Request-Timestamp', ts],
    ],
  ],
  ['MessageBird', secret, [['MessageBird-Signature-JWT', jwt({ payload_hash: plain(body) }, secret)]]],
  ['JWT', secret, [['X-Webhook-Signature', jwt({ iss: 'netlify', sha256: plain(body) }, secret)]]],
  [
    'Ripple',
    secret,
    [
      ['X-Webhook-Timestamp', `${ts}000`],
      [
        'X-Webhook-Signature',
        `t=${ts}000,v1=${hmac(`${ts}000.${plain(body)}`, inBase64(secret)).digest('hex')}`,
      ],
    ],
  ],
  [
    'Recurly',
    secret,
    [['recurly-signature', `${ts},${'00'.repeat(32)},${hmac(`${ts}.${body}`).digest('hex')}`]],
  ],
  [
    'Mandrill',
    secret,
    [['X-Mandrill-Signature', hmac(`${url}a1mandrill_events[]`, secret, 'sha1').digest('base64')]],
    'mandrill_events=%5B%5D&a=1',
  ],
  ['Patreon', secret, [['X-Patreon-Signature', hmac(body, secret, 'md5').digest('hex')]]],
  ['Worldpay', secret, [['Event-Signature', `1/SHA256/${hmac(body).digest('hex')}`]]],
  ['Wise', pemOf(rsa), [['X-Signature-SHA256', rsaSigned(body)]]],
  ['Fireblocks', pemOf(rsa), [['Fireblocks-Signature', rsaSigned(body, 'sha512')]]],
  [
    'Kick',
    pemOf(rsa),
    [
      ['Kick-Event-Message-Id', 'm1'],
      ['Kick-Event-Message-Timestamp', '2023-11-14T22:13:20Z'],
      ['Kick-Event-Signature', rsaSigned(`m1.2023-11-14T22:13:20Z.${body}`)],
    ],
  ],
  [
    'SendGrid',
    ec.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    [
      [
        'X-Twilio-Email-Event-Webhook-Signature',
        signBytes('sha256', Buffer.from(ts + body), ec.privateKey).toString('base64'),
      ],
      ['X-Twilio-Email-Event-Webhook-Timestamp', ts],
    ],
  ],
  [
    'Mailgun',
    secret,
    [],
    JSON.stringify({ signature: { timestamp: ts, token: 'tok', signature: hmac(`${ts}tok`).digest('hex') } }),
  ],
  ['Mailgun', secret, [], `timestamp=${ts}&token=tok&signature=${hmac(`${ts}tok`).digest('hex')}`],
  [
    'Mailgun',
    secret,
    [],
    JSON.stringify({
      signature: {
        timestamp: ts,
        token: 'tok',
        signature: hmac(`${ts}tok`, 'the key of the subaccount').digest('hex'),
        'parent-signature': hmac(`${ts}tok`).digest('hex'),
      },
    }),
  ],
  [
    'Dropbox Sign',
    secret,
    [],
    `json=${encodeURIComponent(JSON.stringify({ event: { event_time: ts, event_type: 'sent', event_hash: hmac(`${ts}sent`).digest('hex') } }))}`,
  ],
  ['Figma', 'a-passcode', [], '{"event_type":"PING","passcode":"a-passcode","webhook_id":"22"}'],
]

function hmacOfHash(before: string): string {
  const raw = createHash('sha256').update(body).digest()
  return hmac(Buffer.concat([Buffer.from(before), raw]) as unknown as string).digest('base64')
}

test.each(others)(
  '%s: a known key proves the signature; without one the vendor is named with what it needs',
  (vendor, key, headers, sent = body) => {
    const proved = judge(headers, { url, body: sent, secrets: by(key) })
    expect(causesIn(proved)).toEqual(['other_scheme'])
    expect(proved.reason).toContain(vendor)
    expect(proved.reason).toContain('endpoint the test')
    // Beside another secret a search has no result, which costs the most.
    const [known] = sample(vendor === 'HubSpot' ? by(otherSecret) : [], by(otherSecret))
    const named = judge(headers, { url, body: sent, secrets: known ? [known] : [] })
    expect(named).toMatchObject({ result: 'unsigned', reason_code: 'foreign_signature', causes: [] })
    expect(named.reason).toContain(vendor)
    expect(named.hint?.length).toBeGreaterThan(40)
  },
)

test.each<[cause: string, vendor: string, headers: HeaderPair[]]>([
  ['trailing_newline', 'Typeform', [['Typeform-Signature', `sha256=${hmac(`${body}\n`).digest('base64')}`]]],
  ['reserialised', 'Linear', [['Linear-Signature', hmac(JSON.stringify(JSON.parse(body))).digest('hex')]]],
  [
    'plain_hash',
    'LINE',
    [
      [
        'X-Line-Signature',
        createHash('sha256')
          .update(secret + body)
          .digest('base64'),
      ],
    ],
  ],
  ['trailing_newline', 'HubSpot', [['X-HubSpot-Signature', plain(secret, body, '\n')]]],
  [
    'empty_body_signed',
    'Calendly',
    [['Calendly-Webhook-Signature', `t=${ts},v1=${hmac(`${ts}.`).digest('hex')}`]],
  ],
])(
  "a mistake in a vendor's signature is found by the vendor's recipe: %s of %s",
  (cause, vendor, headers) => {
    const verdict = judge(headers, { url })
    expect(causesIn(verdict)).toEqual(['other_scheme', cause])
    expect(verdict.causes[0]?.detail).toContain(vendor)
  },
)

const boxBody =
  '{"type":"webhook_event","webhook":{"id":"1234567890"},"trigger":"FILE.UPLOADED","source":{"id":"1234567890","type":"file","name":"Test.txt"}}'
/** Published with the vendors' documentation and libraries. */
const published: [vendor: string, key: string, headers: Record<string, string>, sent: string, at?: object][] =
  [
    [
      'Authorize.net',
      '52CB4A002C634B84E397DC8A218E1A160BA7CAB7CBE4C05B35E9CBB05E14FE4A2385812E980CCF97D177F17863CE214D1BE6CE8E1E894487AACF3609C1A5FE17',
      {
        'X-ANET-Signature':
          'sha512=A1E0CC0F8A7B6274E0951CAC5EB63579F70FC6B7B15384B146DCE02B98DEE3954A5A8E331661B51DE953E141E88994DFA7D267FFB8428BE0660511B6EFB94960',
      },
      '{"notificationId":"182cbbff-cab2-4080-931d-80e5d818f23a","eventType":"net.authorize.payment.authcapture.created","eventDate":"2017-08-18T20:40:52.7722007Z","webhookId":"849eb87e-078a-4169-a34b-c0bded5019a8","payload":{"responseCode":0,"authCode":"Z3PV5H","avsResponse":"Y","authAmount":0.0,"entityName":"transaction","id":"40005915599"}}',
    ],
    [
      'Box',
      'SamplePrimaryKey',
      {
        'BOX-DELIVERY-TIMESTAMP': '2020-01-01T00:00:00-07:00',
        'BOX-SIGNATURE-PRIMARY': '6TfeAW3A1PASkgboxxA5yqHNKOwFyMWuEXny/FPD5hI=',
      },
      boxBody,
    ],
    [
      'Box (second key)',
      'SampleSecondaryKey',
      {
        'BOX-DELIVERY-TIMESTAMP': '2020-01-01T00:00:00-07:00',
        'BOX-SIGNATURE-SECONDARY': 'v+1CD1Jdo3muIcbpv5lxxgPglOqMfsNHPV899xWYydo=',
      },
      boxBody,
    ],
    [
      'Buildkite',
      '29b1ff5779c76bd48ba6705eb99ff970',
      {
        'X-Buildkite-Signature':
          'timestamp=1642080837,signature=582d496ac2d869dd97a3101c4cda346288c49a742592daf582ec64c86449f79c',
      },
      '{"event":"ping","service":{"id":"c9f8372d-c0cd-43dc-9274-768a875cf6ca","provider":"webhook","settings":{"url":"https://server.com/webhooks"}},"organization":{"id":"49801950-1df0-474f-bb56-ad6a930c5cb9","graphql_id":"T3JnYW5pemF0aW9uLS0tZTBmMzk3MgsTksGkxOWYtZTZjNzczZTJiYjEy","url":"https://api.buildkite.com/v2/organizations/acme-inc","web_url":"https://buildkite.com/acme-inc","name":"ACME Inc","slug":"acme-inc","agents_url":"https://api.buildkite.com/v2/organizations/acme-inc/agents","emojis_url":"https://api.buildkite.com/v2/organizations/acme-inc/emojis","created_at":"2021-02-03T20:34:10.486Z","pipelines_url":"https://api.buildkite.com/v2/organizations/acme-inc/pipelines"},"sender":{"id":"c9f8372d-c0cd-43dc-9269-bcbb7f308e3f","name":"ACME Man"}}',
    ],
    [
      'CircleCI',
      'hunter123',
      { 'circleci-signature': 'v1=9be2242094a9a8c00c64306f382a7f9d691de910b4a266f67bd314ef18ac49fa' },
      'an-important-request-payload',
    ],
    [
      'GoCardless',
      'ED7D658C-D8EB-4941-948B-3973214F2D49',
      { 'Webhook-Signature': '2693754819d3e32d7e8fcb13c729631f316c6de8dc1cf634d6527f1c07276e7e' },
      '{"events":[{"id":"EV00BD05S5VM2T","created_at":"2018-07-05T09:13:51.404Z","resource_type":"subscriptions","action":"created","links":{"subscription":"SB0003JJQ2MR06"},"details":{"origin":"api","cause":"subscription_created","description":"Subscription created via the API."},"metadata":{}},{"id":"EV00BD05TB8K63","created_at":"2018-07-05T09:13:56.893Z","resource_type":"mandates","action":"created","links":{"mandate":"MD000AMA19XGEC"},"details":{"origin":"api","cause":"mandate_created","description":"Mandate created via the API."},"metadata":{}}]}',
    ],
    [
      'HubSpot (version 1)',
      'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy',
      { 'X-HubSpot-Signature': '232db2615f3d666fe21a8ec971ac7b5402d33b9a925784df3ca654d05f4817de' },
      '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1564113600000,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":123,"changeSource":"CRM","changeFlag":"NEW","appId":54321}]',
    ],
    [
      'HubSpot (version 2)',
      'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy',
      {
        'X-HubSpot-Signature': 'eee2dddcc73c94d699f5e395f4b9d454a069a6855fbfa152e91e88823087200e',
        'X-HubSpot-Signature-Version': 'v2',
      },
      '',
      { method: 'GET', url: 'https://www.example.com/webhook_uri' },
    ],
    [
      'HubSpot (version 2)',
      'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy',
      {
        'X-HubSpot-Signature': '9569219f8ba981ffa6f6f16aa0f48637d35d728c7e4d93d0d52efaa512af7900',
        'X-HubSpot-Signature-Version': 'v2',
      },
      '{"example_field":"example_value"}',
      { url: 'https://www.example.com/webhook_uri' },
    ],
    [
      'HubSpot (version 3)',
      'cfc68c0b-4b4e-4ef8-b764-95350e4ea479',
      {
        'X-HubSpot-Request-Timestamp': '1752613922216',
        'X-HubSpot-Signature-v3': 'gbj1XPRvUt0noT7i7fXfTzOD4sLzQmf0VT28ZYq0EYg=',
      },
      '[{"eventId":531833541,"subscriptionId":3923621,"portalId":48807704,"appId":16111050,"occurredAt":1752613920733,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":138017612137,"changeFlag":"CREATED","changeSource":"CRM_UI","sourceId":"userId:76023669"}]',
      { url: 'https://webhook.site/335453f5-94b3-49d9-b684-a55354d4b8df' },
    ],
    [
      'LINE',
      'test_secret',
      { 'X-Line-Signature': 't7Hn4ZDHqs6e+wdvI5TyQIvzie0DmMUmuXEBqyyE/tM=' },
      '{"hello":"world"}',
    ],
    [
      'MessageBird',
      'PlLrKaqvZNRR5zAjm42ZT6q1SQxgbbGd',
      {
        'MessageBird-Request-Timestamp': '1547198231',
        'MessageBird-Signature': 'KVBdcVdz2lYMwcBLZCRITgxUfA/WkwSi+T3Wxl2HL6w=',
      },
      '',
      {
        method: 'GET',
        url: 'https://example.com/?recipient=31612345678&reference=FOO&statusDatetime=2019-01-11T09%3A17%3A11%2B00%3A00&id=eef0ab57a9e049be946f3821568c2b2e&status=delivered&mccmnc=20408&ported=1',
      },
    ],
    [
      'MessageBird',
      '36efdd1aace2e26cd490f0d951138253bef2f7c6d34d18981da781555cc4cebb',
      {
        'MessageBird-Signature-JWT':
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJNZXNzYWdlQmlyZCIsIm5iZiI6MTYyNTQ3OTIwMCwiZXhwIjoxNjI1NDc5MjYwLCJqdGkiOiI5M2U1NTAwNi1hMGU4LTQ1MjYtYTE5MC1mYTVmZjAwZWExMTYiLCJ1cmxfaGFzaCI6IjQxZjA1ZjBkZGQwYTIyYWIyMDlhYzQ2ZjQ3YzQ1NzJkOWNlZmEyNTdlZDc0YjI0MDA0YmFlNzUzZWNlNmMyNjAiLCJwYXlsb2FkX2hhc2giOiJkZmZkNjAyMWJiMmJkNWIwYWY2NzYyOTA4MDllYzNhNTMxOTFkZDgxYzdmNzBhNGIyODY4OGEzNjIxODI5ODZmIn0._H--TOuYFLpeEH39-rg5E3IHVkjHozBcaKVWPRC5m9I',
      },
      'Hello, World!',
      { url: 'https://example.com/path?bar=1&foo=2' },
    ],
    [
      'Mux',
      'SuperSecret123',
      {
        'Mux-Signature': 't=1565125718,v1=854ece4c22acef7c66b57d4e504153bc512595e8e9c772ece2a68150548c19a7',
      },
      '{"test":"body"}',
    ],
    [
      'Onfido',
      '_ABC123abc123ABC123abc123ABC123_',
      { 'X-SHA2-Signature': 'a0082d7481f9f0a2907583dbe1f344d6d4c0d9989df2fd804f98479f60cd760e' },
      '{"payload":{"resource_type":"check","action":"check.completed","object":{"id":"check-123","status":"complete","completed_at_iso8601":"2020-01-01T00:00:00Z","href":"https://api.onfido.com/v3/checks/check-123"}}}',
    ],
    [
      'PagerDuty',
      'lDQHScfUeXUKaQRNF+8XIiDKZ7XX3itBAYzwU0TARw8lJqRnkKl2iB1anSb0Z+IK',
      { 'X-PagerDuty-Signature': 'v1=0c0b9495b893a39e70d1fea2fe11fbe0a825f88b9f67846f6cc07dd2bc5476cd' },
      '{"event":{"id":"01BWDWL3NYY7LUFPZCC28QUCMK","event_type":"incident.priority_updated","resource_type":"incident","occurred_at":"2021-04-26T17:36:27.458Z","agent":{"html_url":"https://acme.pagerduty.com/users/PLH1HKV","id":"PLH1HKV","self":"https://api.pagerduty.com/users/PLH1HKV","summary":"Tenex Engineer","type":"user_reference"},"client":null,"data":{"id":"PGR0VU2","type":"incident","self":"https://api.pagerduty.com/incidents/PGR0VU2","html_url":"https://acme.pagerduty.com/incidents/PGR0VU2","number":2,"status":"triggered","title":"A little bump in the road","service":{"html_url":"https://acme.pagerduty.com/services/PF9KMXH","id":"PF9KMXH","self":"https://api.pagerduty.com/services/PF9KMXH","summary":"API Service","type":"service_reference"},"assignees":[{"html_url":"https://acme.pagerduty.com/users/PTUXL6G","id":"PTUXL6G","self":"https://api.pagerduty.com/users/PTUXL6G","summary":"User 123","type":"user_reference"}],"escalation_policy":{"html_url":"https://acme.pagerduty.com/escalation_policies/PUS0KTE","id":"PUS0KTE","self":"https://api.pagerduty.com/escalation_policies/PUS0KTE","summary":"Default","type":"escalation_policy_reference"},"teams":[{"html_url":"https://acme.pagerduty.com/teams/PFCVPS0","id":"PFCVPS0","self":"https://api.pagerduty.com/teams/PFCVPS0","summary":"Engineering","type":"team_reference"}],"priority":{"html_url":"https://acme.pagerduty.com/account/incident_priorities","id":"PSO75BM","self":"https://api.pagerduty.com/priorities/PSO75BM","summary":"P1","type":"priority_reference"},"urgency":"high","conference_bridge":{"conference_number":1000,"conference_url":"https://example.com"},"resolve_reason":null}}}',
    ],
    [
      'Pusher',
      'secret',
      {
        'X-Pusher-Key': 'key',
        'X-Pusher-Signature': '2677ad3e7c090b2fa2c0fb13020d66d5420879b8316eb356a2d60fb9073bc778',
      },
      '{"hello":"world"}',
    ],
    [
      'Razorpay',
      '123456',
      { 'X-Razorpay-Signature': '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc' },
      '{"a":1,"b":2,"c":{"d":3}}',
    ],
    [
      'Revolut',
      'wsk_r59a4HfWVAKycbCaNO1RvgCJec02gRd8',
      {
        'Revolut-Request-Timestamp': '1683650202360',
        'Revolut-Signature': 'v1=bca326fb378d0da7f7c490ad584a8106bab9723d8d9cdd0d50b4c5b3be3837c0',
      },
      '{"data":{"id":"645a7696-22f3-aa47-9c74-cbae0449cc46","new_state":"completed","old_state":"pending","request_id":"app_charges-9f5d5eb3-1e06-46c5-b1c0-3914763e0bcb"},"event":"TransactionStateChanged","timestamp":"2023-05-09T16:36:38.028960Z"}',
    ],
    [
      'Sanity',
      'test',
      { 'sanity-webhook-signature': 't=1633519811129,v1=tLa470fx7qkLLEcMOcEUFuBbRSkGujyskxrNXcoh0N0' },
      '{"_id":"resume"}',
    ],
    [
      'SendGrid',
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==',
      {
        'X-Twilio-Email-Event-Webhook-Signature':
          'MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0=',
        'X-Twilio-Email-Event-Webhook-Timestamp': '1588788367',
      },
      '{"category":"example_payload","event":"test_event","message_id":"message_id"}',
    ],
    [
      'Sinch',
      'foo_secret1234',
      {
        'x-sinch-webhook-signature-timestamp': '1634579353',
        'x-sinch-webhook-signature-nonce': '01FJA8B4A7BM43YGWSG9GBV067',
        'x-sinch-webhook-signature': '6bpJoRmFoXVjfJIVglMoJzYXxnoxRujzR4k2GOXewOE=',
      },
      '{"app_id":"","accepted_time":"2021-10-18T17:49:13.813615Z","project_id":"e2df3a34-a71b-4448-9db5-a8d2baad28e4","contact_create_notification":{"contact":{"id":"01FJA8B466Y0R2GNXD78MD9SM1","channel_identities":[{"channel":"SMS","identity":"48123456789","app_id":""}],"display_name":"New Test Contact","email":"new.contact@email.com","external_id":"","metadata":"","language":"EN_US"}},"message_metadata":""}',
    ],
  ]

test.each(published)('the published vector of %s is proved', (vendor, key, headers, sent, at) => {
  const verdict = judge(Object.entries(headers), { body: sent, ...at, secrets: by(key) })
  expect(causesIn(verdict)).toEqual(['other_scheme'])
  expect(verdict.reason).toContain(vendor)
})

test.each([
  [
    'https://receiver.example/hooks%2Fin?at=12%3A30&to=a%40b',
    'https://receiver.example/hooks/in?at=12:30&to=a@b',
  ],
  // These escapes and no others are decoded.
  [
    'https://receiver.example/%3a%2f%3f%21%24%27%28%29%2A%2C%3B%20%26',
    "https://receiver.example/:/?!$'()*,;%20%26",
  ],
])('HubSpot signs a URL with some escapes decoded: %s', (asked, signed) => {
  const at = `${ts}123`
  const headers: HeaderPair[] = [
    ['X-HubSpot-Request-Timestamp', at],
    ['X-HubSpot-Signature-v3', hmac(`POST${signed}${body}${at}`).digest('base64')],
  ]
  const verdict = judge(headers, { url: asked, secrets: by(secret) })
  expect(causesIn(verdict)).toEqual(['other_scheme'])
  // No recipe verifies such a URL.
  expect(recipeIn(verdict.hint)).toBeNull()
  expect(judge(headers, { url: asked, secrets: by(otherSecret) })).toMatchObject({ causes: [] })
})

test.each([
  ['PagerDuty', 'X-PagerDuty-Signature', ','],
  ['PagerDuty', 'X-PagerDuty-Signature', ', '],
  ['CircleCI', 'circleci-signature', ',v2=abc,'],
])('%s: one signature of a list in %s is proved', (vendor, header, between) => {
  const headers: HeaderPair[] = [[header, `v1=${'ab'.repeat(32)}${between}v1=${hmac(body).digest('hex')}`]]
  const verdict = judge(headers, { url, secrets: by(secret) })
  expect(causesIn(verdict)).toEqual(['other_scheme'])
  expect(verdict.reason).toContain(vendor)
  expect(judgedBy(verdict, headers)).toBe('verified')
})

test('Twitch sends timestamps with nanoseconds', () => {
  const at = '2023-11-14T22:13:20.634234626Z'
  const headers: HeaderPair[] = [
    ['Twitch-Eventsub-Message-Id', 'm1'],
    ['Twitch-Eventsub-Message-Timestamp', at],
    ['Twitch-Eventsub-Message-Signature', `sha256=${hmac(`m1${at}${body}`).digest('hex')}`],
  ]
  const verdict = judge(headers, { url, secrets: by(secret) })
  expect(causesIn(verdict)).toEqual(['other_scheme'])
  expect(judgedBy(verdict, headers)).toBe('verified')
})

test.each<[said: string, headers: HeaderPair[], sent: string]>([
  [
    'PayPal',
    [
      ['PAYPAL-TRANSMISSION-ID', 'b1'],
      ['PAYPAL-TRANSMISSION-SIG', rsaSigned('b1|2026-11-28T02:00:00Z|WH1|12345')],
      ['PAYPAL-CERT-URL', 'https://api.sandbox.paypal.com/v1/cert'],
    ],
    body,
  ],
  [
    'Amazon SNS',
    [['x-amz-sns-message-type', 'Notification']],
    JSON.stringify({
      Type: 'Notification',
      Signature: rsaSigned('any'),
      SigningCertURL: 'https://sns.us-east-1.amazonaws.com/a.pem',
    }),
  ],
  ['Contentful', [['x-contentful-signature', 'ab'.repeat(32)]], body],
  ['eBay', [['X-EBAY-SIGNATURE', Buffer.from('{"alg":"ecdsa"}').toString('base64')]], body],
  [
    'as Fireblocks sends',
    [['Fireblocks-Webhook-Signature', `${json({ alg: 'RS512', kid: '1' })}..${'Ab_-'.repeat(128)}`]],
    body,
  ],
  ['GitLab', [['X-Gitlab-Token', 'anything']], body],
  ['Asana', [['X-Hook-Secret', 'b537207f20cbfa02']], body],
  ['Return the header', [['Validation-Token', 'b537207f-20cb-fa02']], ''],
  ['RingCentral', [['Verification-Token', 'hello-world']], body],
  ['X-Acme-Signature', [['X-Acme-Signature', `v1=${'ab'.repeat(32)},v1=${'cd'.repeat(32)}`]], body],
  ['Authorization', [['Authorization', `Acme key:${randomBytes(32).toString('hex')}`]], body],
  ['Plivo', [['X-Plivo-Signature-V3', randomBytes(32).toString('base64')]], body],
  ['Ko-fi', [], `data=${encodeURIComponent('{"verification_token":"t-1","kofi_transaction_id":"x"}')}`],
  ['Microsoft Graph', [], '{"value":[{"clientState":"state","changeType":"created"}]}'],
  ['Braintree', [], 'bt_signature=abc%7Cdef&bt_payload=ghi'],
  ['Paddle Classic', [], 'alert_name=test&p_signature=abcdef'],
  ['Paddle Classic', [], 'p_order_id=1&p_product_id=2&p_signature=abcdef'],
  ['HS256', [['Authorization', `Bearer ${jwt({ a: 1 }, 'nobody knows')}`]], body],
  ['RS256', [['X-Acme-Signature', `${json({ alg: 'RS256' })}.${json({})}.abcd`]], body],
  ['an RSA signature', [['X-Acme-Signature', rsaSigned(body)]], body],
  [
    'an ECDSA signature',
    [['X-Acme-Signature', signBytes('sha256', Buffer.from(body), ec.privateKey).toString('base64')]],
    body,
  ],
  ["The body's field signature", [], JSON.stringify({ data: 1, signature: randomBytes(32).toString('hex') })],
  ["The body's field sign", [], `a=1&sign=${randomBytes(32).toString('hex')}`],
])('what no secret can prove is named with what it needs: %s', (said, headers, sent) => {
  const verdict = judge(headers, { body: sent })
  expect(verdict).toMatchObject({ result: 'unsigned', reason_code: 'foreign_signature', causes: [] })
  expect(`${verdict.reason} ${verdict.hint}`).toContain(said)
  expect(verdict.hint?.length).toBeGreaterThan(40)
})

test.each<[said: string, headers: HeaderPair[], sent?: string]>([
  ['a word in a header of a vendor', [['X-Line-Signature', 'hello']]],
  ['a word in a header for a key pair', [['X-Twilio-Email-Event-Webhook-Signature', 'hello']]],
  ['an opaque token', [['Authorization', 'Bearer abcdefghijklmnopqrstuvwxyz0123456789']]],
  ['a trace id', [['X-Request-Id', randomBytes(16).toString('hex')]]],
  ['a passcode of another body', [], '{"passcode":"1234"}'],
  ['a field that is a word', [], '{"signature":"John Doe, Director"}'],
  ['a sign of another kind', [], '{"sign":"Leo","design":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}'],
  ['JSON that ends early', [], '{"signature":{"timestamp":"1","token":"x","signature":"ab'],
])('nothing is named for %s', (_said, headers, sent = body) => {
  expect(judge(headers, { body: sent })).toMatchObject({
    result: 'unsigned',
    reason_code: 'no_signature',
    causes: [],
  })
})

test.each([
  ['sha1', 'Intercom'],
  ['sha256', 'Bitbucket or Jira'],
])(
  "%s in GitHub's older header: the hint has the recipe of senders without another header",
  (digest, sender) => {
    const headers: HeaderPair[] = [
      ['X-Hub-Signature', `${digest}=${hmac(body, secret, digest).digest('hex')}`],
    ]
    const verdict = judge(headers)
    expect(verdict.hint).toContain(sender)
    expect(judgedBy(verdict, headers)).toBe('verified')
  },
)

test('at an endpoint of another scheme the vendor is in the hint, beside the missing header', () => {
  const headers: HeaderPair[] = [['PAYPAL-TRANSMISSION-SIG', rsaSigned('any')]]
  const verdict = judge(headers, { scheme: 'stripe' })
  expect(causesIn(verdict)).toEqual(['missing_header'])
  expect(verdict.hint).toContain('PayPal')
})

test('random signatures in the headers of vendors are claimed by no secret', () => {
  const lengths = {
    hmac: 32,
    hash: 32,
    ed25519: 64,
    rsa: 256,
    ecdsa: 70,
    jwt: 0,
    token: 16,
    encoded: 32,
    unknown: 32,
  }
  // Bare base64 in this header is a mistake of Standard Webhooks.
  const both = ['hex', 'base64'] as const
  for (const [at, { header, form }] of vendors.filter(({ vendor }) => vendor !== 'GoCardless').entries()) {
    if (at % sample(12, 1) !== 0) continue
    for (const encoding of sample(both.slice(at % 2, (at % 2) + 1), both.slice())) {
      const verdict = judge([[header, randomBytes(lengths[form]).toString(encoding)]], { url })
      expect(verdict.causes, header).toEqual([])
    }
  }
})

test('text of any kind in the headers of vendors and in the body is claimed by no secret', () => {
  const field = fc.constantFrom(
    'signature',
    'event',
    'value',
    'passcode',
    'bt_signature',
    'SigningCertURL',
    'sign',
  )
  const written = fc.oneof(
    fc.string(),
    fc.dictionary(field, fc.jsonValue()).map((fields) => JSON.stringify(fields)),
    fc.dictionary(field, fc.string()).map((fields) => new URLSearchParams(fields).toString()),
  )
  const header = fc.constantFrom(
    ...vendors.map((row) => row.header).filter((name) => name !== 'Webhook-Signature'),
  )
  const value = fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[0-9a-f]{64}$/))
  fc.assert(
    fc.property(header, value, written, (name, text, sent) => {
      expect(judge([[name, text]], { url, body: sent }).causes).toEqual([])
    }),
    runsOf({ seed: 39, numRuns: sample(12, 300) }),
  )
})

test('a value that is no signature of the vendor is not named as the vendor', () => {
  const verdict = judge([['PAYPAL-TRANSMISSION-SIG', 'ab'.repeat(32)]])
  expect(verdict).toMatchObject({ reason_code: 'foreign_signature', causes: [] })
  expect(`${verdict.reason} ${verdict.hint}`).not.toContain('PayPal')
})

test('each vendor has either a recipe or says what it needs', () => {
  for (const { vendor, recipe, needs } of vendors)
    expect([recipe, needs].filter(Boolean), vendor).toHaveLength(1)
  // The form of the value tells vendors apart that use one header.
  const rowsOf = vendors.map(({ header, beside, urls, form }) =>
    [header.toLowerCase(), beside?.value, urls, form].join(),
  )
  expect(new Set(rowsOf).size).toBe(vendors.length)
  expect(new Set(bodyVendors.map(({ place }) => place)).size).toBe(bodyVendors.length)
})
