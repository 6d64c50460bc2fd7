import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ownedBy } from '../../helpers/owned-by.ts'
import { body, judge, signedAt } from '../world.ts'
import { all, content, first, hmac, judged } from './sender.ts'

/** Secrets that are the same in each run. */
const random = (seed: string, length: number) =>
  createHash('sha512').update(seed).digest().subarray(0, length)
const texts = [
  `whsec_${random('a', 24).toString('base64')}`,
  `whsec_${random('b', 32).toString('base64')}`,
  random('c', 20).toString('hex'),
  'plainASCIIsecretOf1Company',
  'a+b/c-d_e$1f&g"h\\i\'jkl=',
]
const secrets = (secret: string) => [{ of: ownedBy('the test'), secret }]
const stripe = (used: string | Buffer, known: string) =>
  judge([['Stripe-Signature', `t=${signedAt},v1=${hmac(`${signedAt}.${body}`, used).digest('hex')}`]], {
    secrets: secrets(known),
  })
const standard = (used: string | Buffer, known: string) =>
  judged(hmac(content(body), used).digest('base64'), { secrets: secrets(known) })

type Change = (secret: string) => string
const half = (text: string) => Math.ceil(text.length / 2)
const changes: readonly [cause: string, name: string, change: Change][] = [
  ['secret_whitespace', 'a newline after it', (text) => `${text}\n`],
  ['secret_whitespace', 'a tab after it', (text) => `${text}\t`],
  ['secret_whitespace', 'a no-break space after it', (text) => `${text}\u00a0`],
  ['secret_whitespace', 'a zero-width space before it', (text) => `\u200b${text}`],
  ['secret_whitespace', 'a soft hyphen after it', (text) => `${text}\u00ad`],
  [
    'secret_whitespace',
    'a newline in its middle',
    (text) => `${text.slice(0, half(text))}\n${text.slice(half(text))}`,
  ],
  ['secret_quoted', 'typographic quotation marks', (text) => `“${text}”`],
  ['secret_quoted', 'a bytes literal of Python', (text) => `b'${text}'`],
  ['secret_quoted', 'angle brackets', (text) => `<${text}>`],
  ['secret_miscopied', 'v1, before it', (text) => `v1,${text}`],
  ['secret_miscopied', 'Bearer before it', (text) => `Bearer ${text}`],
  ['secret_miscopied', 'the prefix of Stripe keys before it', (text) => `sk_test_${text}`],
  ['secret_miscopied', 'a label of a page before it', (text) => `Signing secret: ${text}`],
  ['secret_miscopied', 'a whole line of a .env file', (text) => `WEBHOOK_SECRET=${text}`],
  ['secret_miscopied', 'another whsec_ before it', (text) => `whsec_${text}`],
  ['secret_miscopied', 'itself after it', (text) => text + text],
  ['secret_miscopied', 'itself after a space', (text) => `${text} ${text}`],
  ['secret_miscopied', 'itself after a newline', (text) => `${text}\n${text}`],
  ['secret_miscopied', 'itself after a comma', (text) => `${text},${text}`],
  ['secret_miscopied', 'its first half only', (text) => text.slice(0, half(text))],
  ['secret_miscopied', 'its second half only', (text) => text.slice(half(text))],
  ['secret_miscopied', 'its last three characters lost', (text) => text.slice(0, -3)],
  ['secret_miscopied', 'its first four characters lost', (text) => text.slice(4)],
  ['secret_miscopied', 'its characters doubled', (text) => [...text].map((one) => one + one).join('')],
  ['secret_miscopied', 'its characters in reverse', (text) => [...text].reverse().join('')],
  ['secret_miscopied', 'colour codes around it', (text) => `\x1b[32m${text}\x1b[0m`],
  ['secret_miscopied', 'the codes of a bracketed paste', (text) => `\x1b[200~${text}\x1b[201~`],
  ['secret_miscopied', 'a mask over all but its end', (text) => '*'.repeat(text.length - 4) + text.slice(-4)],
  ['secret_miscopied', 'a short mask before its end', (text) => `••••••••${text.slice(-4)}`],
  ['secret_missing', 'a mask', (text) => '*'.repeat(text.length)],
  ['secret_case', 'lower case', (text) => text.toLowerCase()],
  ['secret_case', 'upper case', (text) => text.toUpperCase()],
]

describe.each(texts)('the secret %j', (secret) => {
  test.each(changes)('%s: with %s, used as text', (cause, _name, change) => {
    const used = change(secret)
    if (used === secret) return
    expect(first(stripe(used, secret))).toBe(cause)
    if (secret.startsWith('whsec_')) expect(first(standard(used, secret))).toBe(cause)
  })

  test('the right key gives no cause, and random keys give none', () => {
    expect(all(stripe(secret, secret))).toEqual([])
    for (let at = 0; at < 3; at++) expect(all(stripe(random(`none ${at}`, 32), secret))).toEqual([])
  })

  test.each(['md5', 'sha1', 'sha256', 'sha512'])('its %s as the key', (digest) => {
    for (const encoding of ['hex', 'base64'] as const)
      expect(first(stripe(createHash(digest).update(secret).digest(encoding), secret))).toBe('secret_hashed')
  })

  test('its text in UTF-16', () => {
    const used = Buffer.from(secret, 'utf16le')
    expect(first(stripe(used, secret))).toBe('secret_charset')
    expect(first(stripe(Buffer.from(used).swap16(), secret))).toBe('secret_charset')
  })
})

test.each<[known: string, used: string]>([
  ['a&b<c', 'a&amp;b&lt;c'],
  ['a&amp;b', 'a&b'],
  ['a/b"c', 'a&#x2F;b&quot;c'],
  ['a+b', 'a&#43;b'],
  ['a/b', 'a\\/b'],
  ['a+b', 'a\\u002bb'],
  ['a"b', 'a\\"b'],
  ['a$b', 'a\\$b'],
  ['a$$b', 'a$b'],
  ['a\\b', 'a\\\\b'],
  ['a`id`b', 'ab'],
  ['0012345', '12345'],
  ['1e5', '100000'],
  ['0x1F', '31'],
  ['-----BEGIN K-----\nAAAA\n-----END K-----', '-----BEGIN K-----\\nAAAA\\n-----END K-----'],
])('the secret %j that is used as %j was escaped or read', (known, used) => {
  expect(first(stripe(used, known))).toBe('secret_escaped')
})

test.each([
  'WEBHOOK_SECRET',
  'STRIPE_WEBHOOK_SECRET',
  'stripe_webhook_secret',
  'XERO_WEBHOOK_KEY',
  '$WEBHOOK_SECRET',
  `\${WEBHOOK_SECRET}`,
  '%WEBHOOK_SECRET%',
  '{{ webhook_secret }}',
  'process.env.WEBHOOK_SECRET',
  'os.environ["WEBHOOK_SECRET"]',
  "ENV['SIGNING_SECRET']",
  "config('webhook_secret')",
  'your_webhook_secret',
  'your-webhook-secret-here',
  '<secret>',
  'changeme',
  'REPLACE_ME',
  'whsec_...',
  'whsec_xxxxxxxx',
  'whsec_*****',
  '••••••••',
  '[object Object]',
  '[object Promise]',
  '<nil>',
])('the word %j instead of the secret', (word) => {
  const [, known = ''] = texts
  expect(all(stripe(word, known))).toEqual(['secret_missing'])
  expect(all(standard(word, known))).toEqual(['secret_missing'])
  expect(all(standard(Buffer.from(word.replace(/^whsec_/, ''), 'base64'), known))).toEqual(['secret_missing'])
  expect(all(stripe(word, word))).toEqual([])
})

test.each(['v1,', 'sk_test_', 'Bearer '])(
  'a secret of Standard Webhooks decoded together with %j',
  (label) => {
    const [secret = ''] = texts
    expect(first(standard(Buffer.from(label + secret, 'base64'), secret))).toMatch(
      /^secret_(?:miscopied|prefix_kept)$/,
    )
  },
)
