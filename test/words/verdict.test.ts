import { expect, test } from 'vitest'
import type { SecretOf } from '../../server/wire.ts'
import {
  ageWords,
  fitsWords,
  limitWords,
  ownerWords,
  secretWords,
  toldReason,
  vendorWords,
} from '../../server/words/verdict.ts'

test.each<[SecretOf, string, string]>([
  [{ kind: 'subscription', id: 's1' }, 'subscription s1', 'the secret of subscription s1'],
  [
    { kind: 'subscription', id: 's1', name: 'localhost:3000/hook (My app)' },
    'the subscription to localhost:3000/hook (My app)',
    'the secret of the subscription to localhost:3000/hook (My app)',
  ],
  [{ kind: 'endpoint', id: 'demo' }, 'endpoint demo', 'the secret of endpoint demo'],
  [{ kind: 'config', id: 'shop' }, 'the configuration, shop', 'the secret of the configuration, shop'],
  [{ kind: 'given', id: null }, 'this request', 'the secret of this request'],
  [{ kind: 'old', id: 'demo', owner: 'endpoint' }, 'endpoint demo', 'an old secret of endpoint demo'],
])('%j: %s', (of, owner, secret) => {
  expect([ownerWords(of), secretWords(of)]).toEqual([owner, secret])
})

test('a verified verdict names the owner of the secret or password', () => {
  const of = { kind: 'endpoint', id: 'demo' } as const
  expect(fitsWords('secret_fits', of)).toBe('Signed with the secret of endpoint demo.')
  expect(fitsWords('password_fits', of)).toBe('The request has the password of endpoint demo.')
})

test('an age is in seconds, and from an hour on in readable units', () => {
  expect([400, 5400, -7200].map(ageWords)).toEqual([
    '400 s old',
    '5400 s (1.5 h) old',
    '7200 s (2 h) in the future',
  ])
})

test.each([
  [
    { reason_code: 'header_missing', header: 'Webhook-Signature', scheme: 'standard-webhooks' },
    'The header Webhook-Signature is missing.',
    'Senders of the scheme standard-webhooks put the signature there. Check whether a proxy removes the header.',
  ],
  [
    { reason_code: 'no_signature' },
    'The request has no signature header of a known scheme.',
    'If the sender signs, set the scheme of this endpoint.',
  ],
  [
    { reason_code: 'signs_nothing', scheme: 'none' },
    'The scheme none signs nothing.',
    'The sandbox cannot verify the sender.',
  ],
  [
    { reason_code: 'signs_nothing', scheme: 'custom' },
    'The scheme custom signs nothing.',
    'Set signing.custom in the configuration.',
  ],
  [
    { reason_code: 'no_secret_known' },
    'The request is signed, but the sandbox knows no secret for this endpoint.',
    'Set the secret of this endpoint, or point a subscription at it.',
  ],
  [
    { reason_code: 'secret_of_another', of: { kind: 'endpoint', id: 'demo' } },
    'The request is signed with the secret of endpoint demo, which is not valid here.',
    'Set that secret on this endpoint too, or send the request to the owner of that secret.',
  ],
  [
    { reason_code: 'signature_differs' },
    'The signature does not match: the sender used another secret or signed other bytes.',
    'Compare the secrets on both sides. Then compare the signed content below with that of the sender.',
  ],
  [
    { reason_code: 'password_differs' },
    'The password differs from the secret of this endpoint.',
    'Compare the sent password with the secret.',
  ],
] as const)('%j says why and what to do', (found, reason, hint) => {
  expect(toldReason(found)).toEqual({ reason, reason_code: found.reason_code, hint })
})

const foreign = {
  vendor: 'LINE',
  place: 'X-Line-Signature',
  isInBody: false,
  form: 'hmac',
  recipe: { signs: '{body}' },
  needs: '',
} as const

test('a signature without a scheme is named with its vendor, its form, and what verification needs', () => {
  expect(vendorWords(foreign)).toEqual({
    reason: 'The header X-Line-Signature contains an HMAC signature, as LINE sends.',
    hint: 'To verify it, set this endpoint\'s secret to the signing secret from LINE, and its scheme to custom, with scheme_options {"signs":"{body}"}.',
  })
  expect(vendorWords(foreign, 'endpoint a')).toEqual({
    reason:
      'The header X-Line-Signature contains an HMAC signature, as LINE sends, made with the secret of endpoint a.',
    hint: 'Set this endpoint\'s scheme to custom, with scheme_options {"signs":"{body}"}.',
  })
  const inBody = { ...foreign, vendor: undefined, place: 'sign', isInBody: true, form: 'unknown' } as const
  expect(vendorWords({ ...inBody, recipe: undefined, needs: 'Ask.' })).toEqual({
    reason: "The body's field sign contains a possible signature.",
    hint: 'Ask.',
  })
})

test.each([
  [300, 300, 300, 'the limit is 300 s'],
  [300, 300, null, 'the limit is 300 s in the past'],
  [0, 300, 0, 'the scheme allows no time in the future'],
  [null, 300, null, 'the scheme limits only the age'],
  [null, null, null, 'the scheme sets no limit'],
])(
  'the limit of %j s of a scheme with %j s of age and %j s of lead is named',
  (limit, toleranceS, leadS, said) => {
    expect(limitWords(limit, { toleranceS, leadS })).toBe(said)
  },
)
