import { createHash, createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { SchemeName } from '../../../server/signing/recipes.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import { quick, sample } from '../../helpers/long.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { judge, signedAt } from '../world.ts'
import { all } from './sender.ts'

/** Secrets and bodies drawn from a seed. In the long form, the digests have every letter of base64 at every place. */
const draws = Array.from({ length: sample(12, 200) }, (_, i) => {
  const drawn = createHash('sha512').update(`draw ${i}`).digest()
  return {
    bytes: drawn.subarray(0, 24),
    body: `{"n":${i},"x":"${drawn.toString('hex', 24, 30)}"}`,
    id: `msg_${i}`,
  }
})

/** A sender of each way to write a header: a version before base64, names before hex, and a bare value. */
const senders = {
  'standard-webhooks': {
    secretOf: (bytes: Buffer) => `whsec_${bytes.toString('base64')}`,
    send(bytes: Buffer, id: string, body: string) {
      const value = createHmac('sha256', bytes).update(`${id}.${signedAt}.${body}`).digest('base64')
      return { name: 'webhook-signature', before: 'v1,', value, id }
    },
  },
  stripe: {
    secretOf: (bytes: Buffer) => `whsec_${bytes.toString('base64')}`,
    send(bytes: Buffer, id: string, body: string) {
      const secret = `whsec_${bytes.toString('base64')}`
      const value = createHmac('sha256', secret).update(`${signedAt}.${body}`).digest('hex')
      return { name: 'Stripe-Signature', before: `t=${signedAt},v1=`, value, id }
    },
  },
  paddle: {
    secretOf: (bytes: Buffer) => bytes.toString('hex'),
    send(bytes: Buffer, id: string, body: string) {
      const value = createHmac('sha256', bytes.toString('hex')).update(`${signedAt}:${body}`).digest('hex')
      return { name: 'Paddle-Signature', before: `ts=${signedAt};h1=`, value, id }
    },
  },
  shopify: {
    secretOf: (bytes: Buffer) => bytes.toString('base64url'),
    send(bytes: Buffer, id: string, body: string) {
      const value = createHmac('sha256', bytes.toString('base64url')).update(body).digest('base64')
      return { name: 'X-Shopify-Hmac-Sha256', before: '', value, id }
    },
  },
} as const
type Name = keyof typeof senders & SchemeName

type Write = (sent: { before: string; value: string }) => string | string[]

/** What a receiver says of each draw, whose header is written so. Draws that the change leaves alone are left out. */
function judgedAll(scheme: Name, write: Write, most = sample(4, 50)): string[] {
  return draws.slice(0, most).flatMap(({ bytes, body, id }) => {
    const { secretOf, send } = senders[scheme]
    const sent = send(bytes, id, body)
    const written = [write(sent)].flat()
    if (written.length === 1 && written[0] === sent.before + sent.value) return []
    const headers: HeaderPair[] = [
      ['webhook-id', id],
      ['webhook-timestamp', String(signedAt)],
      ...written.map((value): HeaderPair => [sent.name, value]),
    ]
    const verdict = judge(headers, {
      scheme,
      body,
      secrets: [{ of: ownedBy('the test'), secret: secretOf(bytes) }],
    })
    return verdict.result === 'verified' ? 'verified' : all(verdict).join(' ') || 'nothing'
  })
}

const whole: Write = ({ before, value }) => before + value
const replaced =
  (from: string, to: string): Write =>
  ({ before, value }) =>
    before.replace(from, to) + value
const around =
  (open: string, close: string): Write =>
  (sent) =>
    `${open}${whole(sent)}${close}`
const inside =
  (change: (value: string) => string): Write =>
  ({ before, value }) =>
    before + change(value)

const ofStandard: [cause: string, said: string, write: Write][] = [
  ...['v0,', 'v2,', 'v1a,', 'hmac,', 'sha256,'].map((other): [string, string, Write] => [
    'version_prefix_wrong',
    other,
    replaced('v1,', other),
  ]),
  ['version_prefix_wrong', 'sha256=', replaced('v1,', 'sha256=')],
  ['letter_case', 'V1,', replaced('v1,', 'V1,')],
  ['header_changed', 'v1=', replaced('v1,', 'v1=')],
  ['header_changed', 'v1:', replaced('v1,', 'v1:')],
  ['version_prefix_missing', 'no version', replaced('v1,', '')],
  ['header_changed', 'a space after the comma', replaced('v1,', 'v1, ')],
  ['version_prefix_wrong', 'the version twice', replaced('v1,', 'v1,v1,')],
]

quick.each(ofStandard)('%s of Standard Webhooks, whatever the signature: %s', (cause, _said, write) => {
  expect(new Set(judgedAll('standard-webhooks', write, draws.length))).toEqual(new Set([cause]))
})

describe.each(['standard-webhooks', 'stripe', 'paddle', 'shopify'] as const)('the header of %s', (scheme) => {
  quick.each<[cause: string, said: string, write: Write]>([
    ['header_changed', 'quoted', around('"', '"')],
    ['header_changed', 'in square brackets', around('[', ']')],
    ['header_changed', 'in angle brackets', around('<', '>')],
    ['header_changed', 'in a JSON list', around('["', '"]')],
    ['header_changed', "as b'…'", around("b'", "'")],
    [
      'header_changed',
      'in base64',
      (sent) => (whole(sent) === sent.value ? sent.value : Buffer.from(`${whole(sent)}`).toString('base64')),
    ],
    ['header_changed', 'its value quoted', inside((value) => `"${value}"`)],
    ['header_changed', 'percent-encoded', (sent) => encodeURIComponent(whole(sent as never) as string)],
    [
      'header_changed',
      'percent-encoded twice',
      (sent) => encodeURIComponent(encodeURIComponent(whole(sent) as string)).replace(/%25/, '%25'),
    ],
    [
      'header_changed',
      'escaped as HTML',
      (sent) =>
        (whole(sent) as string).replace(
          /[+/=]/g,
          (one) => `&#x${one.charCodeAt(0).toString(16).toUpperCase()};`,
        ),
    ],
    [
      'header_changed',
      'escaped as JSON',
      (sent) => (whole(sent) as string).replaceAll('/', '\\/').replaceAll('+', '\\u002B'),
    ],
  ])('%s: %s', (cause, _said, write) => {
    const causes = judgedAll(scheme, write)
    expect(new Set(causes)).toEqual(new Set(causes.length > 0 ? [cause] : []))
  })

  quick('sent twice, or with another one', () => {
    const other = 'A'.repeat(43)
    for (const write of [
      (sent) => [whole(sent) as string, `${sent.before}${other}=`],
      (sent) => [`${sent.before}${other}=`, whole(sent) as string],
    ] as Write[]) {
      const causes = new Set(judgedAll(scheme, write))
      causes.delete('verified')
      expect(causes).toEqual(new Set(causes.size > 0 ? ['header_repeated'] : []))
    }
  })
})

quick.each<[Name, string]>([
  ['standard-webhooks', ','],
  ['stripe', ','],
  ['paddle', ';'],
])('the header of %s split into two at its %j', (scheme, at) => {
  const write: Write = (sent) => (whole(sent) as string).split(at)
  expect(new Set(judgedAll(scheme, write))).toEqual(new Set(['header_repeated']))
})

quick('spaces for + signs, also for the first, which HTTP then removes', () => {
  for (const scheme of ['standard-webhooks', 'shopify'] as const) {
    const causes = judgedAll(
      scheme,
      inside((value) => value.replaceAll('+', ' ')),
    )
    expect(new Set(causes)).toEqual(new Set(['header_changed']))
    expect(
      new Set(
        judgedAll(
          'shopify',
          inside((value) => value.replaceAll('+', ' ').trim()),
        ),
      ),
    ).toEqual(new Set(['header_changed']))
  }
})

quick('a signature that differs in few characters is miscopied', () => {
  const [{ bytes, body, id } = { bytes: Buffer.alloc(0), body: '', id: '' }] = draws
  const { name, before, value } = senders.stripe.send(bytes, id, body)
  const judged = (text: string) =>
    judge([[name, before + text]], {
      body,
      secrets: [{ of: ownedBy('the test'), secret: senders.stripe.secretOf(bytes) }],
    })
  const other = value.startsWith('0') ? '1' : '0'
  for (const text of [
    other + value.slice(1),
    value.slice(0, 30) + value.slice(31),
    `${value.slice(0, 30)}0${value.slice(30)}`,
  ])
    expect(all(judged(text))).toEqual(['signature_miscopied'])
})
