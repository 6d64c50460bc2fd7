/** Over 300 lines: tables of what happens to the text of a secret. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SchemeName } from '../../../server/signing/recipes.ts'
import { sign } from '../../../server/signing/sign.ts'
import { mistakenKeys, rareKeys } from '../../../server/verification/accidents/secrets.ts'
import { test as long, quick, sample } from '../../helpers/long.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { recipes } from '../../helpers/recipes.ts'
import { oneIn } from '../../helpers/rows.ts'
import { judge, signable, url } from '../world.ts'
import { all, first } from './sender.ts'

/** Bytes that are the same in each run. */
const random = (seed: string, length: number) =>
  createHash('sha512').update(seed).digest().subarray(0, length)
const pick = <T>(seed: string, all: readonly T[]): T => all[random(seed, 4).readUInt32LE() % all.length] as T

/** The forms in which vendors hand out secrets. */
const forms: readonly ((seed: string) => string)[] = [
  (seed) => `whsec_${random(seed, 24).toString('base64')}`,
  (seed) => `whsec_${random(seed, 32).toString('base64')}`,
  (seed) => random(seed, 32).toString('hex'),
  (seed) => random(seed, 20).toString('hex').toUpperCase(),
  (seed) => random(seed, 30).toString('base64url'),
  (seed) => random(seed, 48).toString('base64'),
  (seed) => `shpss_${random(seed, 16).toString('hex')}`,
  (seed) => `pdl_ntfset_${random(seed, 18).toString('base64url')}`,
  (seed) => [...random(seed, 28)].map((byte) => String.fromCharCode(33 + (byte % 94))).join(''),
]
const secretOf = (seed: string) => pick(`form ${seed}`, forms)(seed)

type Change = (secret: string) => string
const half = (text: string) => Math.ceil(text.length / 2)
const inHex = (mark: string) => `&#x${mark.charCodeAt(0).toString(16).toUpperCase()};`
const inDecimal = (mark: string) => `&#${mark.charCodeAt(0)};`
const markup: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** As an escaper of HTML writes it, which writes some of + / = as entities too. */
const escaped =
  (marks: string, write: (mark: string) => string): Change =>
  (text) =>
    text.replace(/[&<>"'+/=]/g, (mark) => markup[mark] ?? (marks.includes(mark) ? write(mark) : mark))

/** What happens to secrets, by the words of people who had it. Some of it leaves most secrets alone. */
const changes: readonly [cause: string, name: string, change: Change][] = [
  ['secret_whitespace', 'a newline after it', (text) => `${text}\n`],
  ['secret_whitespace', 'a tab after it', (text) => `${text}\t`],
  ['secret_whitespace', 'a no-break space after it', (text) => `${text}\u00a0`],
  ['secret_whitespace', 'no-break spaces around it', (text) => `\u00a0${text}\u00a0`],
  ['secret_whitespace', 'a narrow no-break space before it', (text) => `\u202f${text}`],
  ['secret_whitespace', 'a zero-width space before it', (text) => `\u200b${text}`],
  ['secret_whitespace', 'a zero-width non-joiner after it', (text) => `${text}\u200c`],
  ['secret_whitespace', 'a left-to-right mark before it', (text) => `\u200e${text}`],
  ['secret_whitespace', 'a line separator after it', (text) => `${text}\u2028`],
  ['secret_whitespace', 'a soft hyphen after it', (text) => `${text}\u00ad`],
  ['secret_whitespace', 'a newline in it', (text) => `${text.slice(0, 11)}\n${text.slice(11)}`],
  [
    'secret_whitespace',
    'a soft hyphen in its middle',
    (text) => `${text.slice(0, half(text))}\u00ad${text.slice(half(text))}`,
  ],
  ['secret_quoted', 'typographic quotation marks', (text) => `“${text}”`],
  ['secret_quoted', 'a bytes literal of Python', (text) => `b'${text}'`],
  ['secret_quoted', 'angle brackets', (text) => `<${text}>`],
  ['secret_quoted', 'the end of a line of JSON', (text) => `"${text}",`],
  ['secret_miscopied', 'v1, before it', (text) => `v1,${text}`],
  ['secret_miscopied', 'Bearer before it', (text) => `Bearer ${text}`],
  ['secret_miscopied', 'sha256= before it', (text) => `sha256=${text}`],
  ['secret_miscopied', 'the prefix of Stripe keys before it', (text) => `sk_test_${text}`],
  ['secret_miscopied', 'a label of a page before it', (text) => `Signing secret: ${text}`],
  ['secret_miscopied', 'a label and its line end before it', (text) => `Signing secret\n${text}`],
  ['secret_miscopied', 'a label in capitals before it', (text) => `Webhook Signing Secret: ${text}`],
  ['secret_miscopied', 'a whole line of a .env file', (text) => `WEBHOOK_SECRET=${text}`],
  ['secret_miscopied', 'the whole JSON of AWS Secrets Manager', (text) => `{"WEBHOOK_SECRET":"${text}"}`],
  ['secret_miscopied', 'a whole line of a shell', (text) => `export WEBHOOK_SECRET="${text}"`],
  ['secret_miscopied', 'a whole line of YAML', (text) => `webhook_secret: ${text}`],
  ['secret_miscopied', 'a whole line of JSON', (text) => `"webhookSecret": "${text}"`],
  ['secret_miscopied', 'another whsec_ before it', (text) => `whsec_${text}`],
  ['secret_miscopied', 'the button of a page after it', (text) => `${text} Copy`],
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
  ['secret_miscopied', 'green around it', (text) => `\x1b[32m${text}\x1b[0m`],
  ['secret_miscopied', 'a colour by chalk', (text) => `\x1b[36m${text}\x1b[39m`],
  ['secret_miscopied', 'the rest of colour codes', (text) => `[1;33m${text}[0m`],
  ['secret_miscopied', 'the codes of a bracketed paste', (text) => `\x1b[200~${text}\x1b[201~`],
  ['secret_miscopied', 'a mask over all but its end', (text) => '*'.repeat(text.length - 4) + text.slice(-4)],
  ['secret_miscopied', 'a short mask before its end', (text) => `••••••••${text.slice(-4)}`],
  ['secret_miscopied', 'a short mask in it', (text) => `${text.slice(0, 4)}****${text.slice(-4)}`],
  ['secret_missing', 'a mask of its length', (text) => '*'.repeat(text.length)],
  ['secret_missing', 'bullets of its length', (text) => '•'.repeat(text.length)],
  ['secret_case', 'lower case', (text) => text.toLowerCase()],
  ['secret_case', 'upper case', (text) => text.toUpperCase()],
  ['secret_escaped', 'hexadecimal entities for +, / and =', escaped('+/=', inHex)],
  [
    'secret_escaped',
    'two forms of entities',
    escaped('+/=', (mark) => (mark === '+' ? '&#43;' : inHex(mark))),
  ],
  ['secret_escaped', 'decimal entities for =', escaped('=', inDecimal)],
  ['secret_escaped', 'entities for markup', escaped('', inHex)],
  ['secret_escaped', 'backslashes before slashes', (text) => text.replaceAll('/', '\\/')],
  ['secret_url_encoding', 'percent escapes', encodeURIComponent],
]
/** Causes of the same key: decoders skip quotation marks, stop at =, and may find a prefix or nothing at all. */
const alsoFor: Readonly<Record<string, readonly string[]>> = {
  secret_miscopied: ['secret_prefix_stripped', 'secret_prefix_kept', 'secret_case', 'secret_missing'],
  secret_case: ['secret_miscopied'],
  secret_quoted: ['secret_miscopied', 'secret_prefix_kept'],
  secret_whitespace: ['secret_prefix_kept'],
}
const isTrue = (cause: string, found: string | undefined) =>
  found !== undefined && [cause, ...(alsoFor[cause] ?? [])].includes(found)

const schemes = ['standard-webhooks', 'stripe', 'github', 'shopify', 'slack', 'platform'] as const
const isDecoded = (scheme: SchemeName) => recipes[scheme].key !== 'text'
const known = (secret: string) => [{ of: ownedBy('the test'), secret }]

/** The key of a text: as text, or as a lenient decoder reads the text. */
const keysOf = (scheme: SchemeName, text: string): Buffer[] =>
  isDecoded(scheme)
    ? [Buffer.from(text), Buffer.from(text.replace(/^whsec_/, ''), 'base64')]
    : [Buffer.from(text)]

/** A request that is signed with exactly these bytes. */
const signedBy = (scheme: SchemeName, key: Buffer, secret: string) =>
  judge(
    sign(
      { ...recipes[scheme], key: 'hex' },
      [(key.length > 0 ? key : Buffer.alloc(1)).toString('hex')],
      signable(),
    ),
    { scheme, url, secrets: known(secret) },
  )

/** What each key that the search tries comes from. */
function causesOfKeys(scheme: SchemeName, secret: string): Map<string, string | undefined> {
  const turns = [...mistakenKeys(recipes[scheme], known(secret)), ...rareKeys(recipes[scheme], known(secret))]
  return new Map(
    turns.flatMap((turn) => (turn ? [[turn.bytes?.toString('latin1') ?? '', turn.accidents[0]?.cause]] : [])),
  )
}

describe('of hundreds of secrets', () => {
  const seeds = (count: number) => Array.from({ length: count }, (_, nth) => `secret ${nth}`)

  function missed(seed: string): string[] {
    const scheme = pick(`scheme ${seed}`, schemes)
    const secret = isDecoded(scheme) ? pick(seed, forms.slice(0, 2))(seed) : secretOf(seed)
    const right = Buffer.from(
      isDecoded(scheme) ? secret.slice(6) : secret,
      isDecoded(scheme) ? 'base64' : 'utf8',
    )
    const found = causesOfKeys(scheme, secret)
    expect(found.has(right.toString('latin1'))).toBe(false)
    return changes.flatMap(([cause, name, change]) =>
      keysOf(scheme, change(secret))
        .filter((key) => change(secret) !== secret && !key.equals(right))
        .flatMap((key) => {
          const got = found.get(key.toString('latin1'))
          return isTrue(cause, got) ? [] : [`${scheme}, ${secret}, ${name}: ${got}`]
        }),
    )
  }

  quick('each mistake makes a key that the search tries, with its cause', () => {
    expect(seeds(sample(5, 60)).flatMap(missed)).toEqual([])
  })
  long('so do those of 600 secrets', () => {
    expect(seeds(600).flatMap(missed)).toEqual([])
  })
})

describe('the search finds a mistake in the signature of any scheme', () => {
  // Whether each of them is among the keys of the search is asked above.
  test.each(changes.filter(oneIn(sample(6, 1))))('%s: %s', (cause, name, change) => {
    const scheme = pick(`of ${name}`, schemes)
    const secret = `whsec_${random(name, 31).toString('base64')}`
    for (const key of keysOf(scheme, change(secret)).slice(0, 1)) {
      if (change(secret) === secret) continue
      const verdict = signedBy(scheme, key, secret)
      expect(isTrue(cause, first(verdict)), first(verdict)).toBe(true)
      expect(verdict.causes[0]).toMatchObject({ proved: true })
    }
  })

  test.each(schemes)('%s: the right key has no cause, and unknown keys have none', (scheme) => {
    const secret = `whsec_${random(scheme, 24).toString('base64')}`
    const right = isDecoded(scheme) ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
    expect(signedBy(scheme, right, secret)).toMatchObject({ result: 'verified', causes: [] })
    const unknown = sample(scheme === 'slack' ? [0] : [], [0, 1])
    for (const nth of unknown) expect(all(signedBy(scheme, random(`none ${nth}`, 32), secret))).toEqual([])
  })
})

describe('other keys of the right text', () => {
  const secret = secretOf('a') // Of the form whsec_ and 24 bytes.
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  test.each<[cause: string, name: string, key: Buffer | string]>([
    ['secret_hashed', 'its MD5 in hex', createHash('md5').update(secret).digest('hex')],
    ['secret_hashed', 'its SHA-512 in base64', createHash('sha512').update(secret).digest('base64')],
    ['secret_charset', 'UTF-16, little end first', Buffer.from(secret, 'utf16le')],
    ['secret_charset', 'UTF-16, big end first', Buffer.from(secret, 'utf16le').swap16()],
    ['secret_charset', 'its bytes as numbers', [...bytes].join(',')],
    ['secret_charset', 'its bytes as the JSON of a Buffer', JSON.stringify(bytes)],
    ['secret_base64', 'base64 of the text and a newline', Buffer.from(`${secret}\n`).toString('base64')],
    ['secret_miscopied', 'the first 16 bytes', bytes.subarray(0, 16)],
  ])('%s: %s', (cause, _name, key) => {
    expect(first(signedBy('stripe', Buffer.from(key), secret))).toBe(cause)
  })
})

const written: [known: string, used: string][] = [
  ['a&b<c', 'a&amp;b&lt;c'],
  ['a&amp;b', 'a&b'],
  ['a/b"c', 'a&#x2F;b&quot;c'],
  ['a+b', 'a&#43;b'],
  ['a+b', 'a&plus;b'],
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
]
test.each(written.filter(oneIn(sample(3, 1))))(
  'the secret %j that is used as %j was escaped or read',
  (secret, used) => {
    expect(first(signedBy('stripe', Buffer.from(used), secret))).toBe('secret_escaped')
  },
)

describe('a word instead of the secret', () => {
  const secret = `whsec_${random('b', 32).toString('base64')}`
  const found = Object.fromEntries(
    (['standard-webhooks', 'stripe'] as const).map((scheme) => [scheme, causesOfKeys(scheme, secret)]),
  )
  const words = [
    'WEBHOOK_SECRET',
    'STRIPE_WEBHOOK_SECRET',
    'stripe_webhook_secret',
    'XERO_WEBHOOK_KEY',
    '$WEBHOOK_SECRET',
    `\${WEBHOOK_SECRET}`,
    `\${STRIPE_WEBHOOK_SECRET}`,
    `\${{ secrets.WEBHOOK_SECRET }}`,
    '%WEBHOOK_SECRET%',
    '{{ webhook_secret }}',
    'process.env.WEBHOOK_SECRET',
    'process.env.STRIPE_WEBHOOK_SECRET',
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
  ]
  test.each(words)('%j', (word) => {
    for (const scheme of ['standard-webhooks', 'stripe'] as const) {
      for (const key of keysOf(scheme, word))
        expect(found[scheme]?.get(key.toString('latin1'))).toBe('secret_missing')
    }
  })
  test.each(words.filter(oneIn(sample(9, 1))))('%j in a signature', (word) => {
    expect(all(signedBy('stripe', Buffer.from(word), secret))).toEqual(['secret_missing'])
    expect(all(signedBy('stripe', Buffer.from(word), word))).toEqual([])
  })

  test.each([3, 17, 31, 60])('a mask of %i characters', (length) => {
    for (const mark of ['*', '•'])
      for (const before of ['', 'whsec_']) {
        const key = Buffer.from(before + mark.repeat(length)).toString('latin1')
        expect(found.stripe?.get(key)).toBe('secret_missing')
      }
  })

  test('an ordinary mistake with the secret comes first', () => {
    expect(first(signedBy('stripe', Buffer.from('changeme'), 'changeme\n'))).toBe('secret_whitespace')
    expect(first(signedBy('stripe', Buffer.from('secret'), 'secret1'))).toBe('secret_miscopied')
  })
})
