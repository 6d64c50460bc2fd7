import { describe, expect, test } from 'vitest'
import { sample } from '../../helpers/long.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { oneIn } from '../../helpers/rows.ts'
import { body, judge, otherSecret, secret, signedAt } from '../world.ts'
import { all, content, hash, hmac, judged, key } from './sender.ts'

const bare = secret.slice(6)
const by = (used: string | Buffer) => judged(hmac(content(body), used).digest('base64'))

describe('where the secret is base64', () => {
  test.each<[cause: string, used: string | Buffer]>([
    ['secret_as_text', secret],
    ['secret_prefix_kept', Buffer.from(secret, 'base64')],
    // base64_decode of PHP 8.2 and Base64.decode64 of Ruby 3.1.
    ['secret_prefix_kept', Buffer.from('c21b1e700004080c1014181c2024282c3034383c4044484c505458', 'hex')],
    ['secret_prefix_stripped', bare],
    ['secret_whitespace', `${secret}\n`],
    ['secret_whitespace', `${secret}\r\n`],
    ['secret_whitespace', `${bare}\n`],
    ['secret_whitespace', ` ${secret}`],
    ['secret_whitespace', `${secret}\\n`],
    ['secret_whitespace', `\ufeff${secret}`],
    ['secret_quoted', `"${secret}"`],
    ['secret_quoted', `'${secret}'`],
    ['secret_hex', key.toString('hex')],
    ['secret_hex', Buffer.from(secret).toString('hex')],
    ['secret_case', Buffer.from(bare.toLowerCase(), 'base64')],
    ['secret_case', Buffer.from(bare.toUpperCase(), 'base64')],
    ['secret_case', Buffer.from(secret.toUpperCase(), 'base64')],
    ['secret_case', Buffer.from(`WHSEC${bare.toUpperCase()}`, 'base64')],
    ['secret_base64', Buffer.from(secret).toString('base64')],
    ['secret_base64', Buffer.from(bare).toString('base64')],
    ['secret_hashed', hash(secret).digest('hex')],
    ['secret_hashed', hash(secret).digest()],
    ['secret_hashed', hash(key).digest()],
    ['secret_miscopied', Buffer.from(bare.slice(0, -1), 'base64')],
    ['secret_miscopied', Buffer.from(bare.slice(1), 'base64')],
    ['secret_missing', ''],
    ['secret_missing', 'undefined'],
    ['secret_missing', 'None'],
  ])('%s: %j', (cause, used) => {
    expect(all(by(used))).toEqual([cause])
  })

  test.each([
    ['decoded', `\ufeff${secret}`],
    ['cut and decoded', `"${secret}"`.slice(6)],
  ])(
    'a character before the prefix, so that the wrong text is %s, is named as a possible reason',
    (_, used) => {
      expect(by(Buffer.from(used, 'base64')).hint).toContain('A quote or a byte order mark')
    },
  )

  test('a decoded secret that was converted to text is reported', () => {
    const bytes = Buffer.from('ff00fe80818283c3a9', 'hex')
    const known = [{ of: ownedBy('the test'), secret: `whsec_${bytes.toString('base64')}` }]
    for (const used of [Buffer.from(bytes.toString('utf8')), Buffer.from(bytes.toString('latin1'), 'utf8')]) {
      const verdict = judged(hmac(content(body), used).digest('base64'), { secrets: known })
      expect(all(verdict)).toEqual(['secret_charset'])
    }
  })
})

describe('where the secret is text', () => {
  const stripe = (used: string | Buffer, known = secret) =>
    judge([['Stripe-Signature', `t=${signedAt},v1=${hmac(`${signedAt}.${body}`, used).digest('hex')}`]], {
      secrets: [{ of: ownedBy('the test'), secret: known }],
    })

  test.each<[cause: string, used: string | Buffer]>([
    ['secret_decoded', key],
    ['secret_prefix_stripped', bare],
    ['secret_whitespace', `${secret}\n`],
    ['secret_quoted', `"${secret}"`],
    ['secret_case', secret.toLowerCase()],
    ['secret_base64', Buffer.from(secret).toString('base64')],
    ['secret_hashed', hash(secret).digest('hex')],
    ['secret_hashed', hash(secret).digest()],
    ['secret_miscopied', secret.slice(0, -1)],
    ['secret_miscopied', secret.slice(1)],
    ['secret_miscopied', `${secret},`],
    ['secret_miscopied', secret.slice(0, 32)],
  ])('%s: %j', (cause, used) => {
    expect(all(stripe(used))).toEqual([cause])
  })

  test.each([
    ['a reader of .env files that splits at every =', 'c2VjcmV0cw', 'c2VjcmV0cw=='],
    ['a double click on its beginning', 'c2Vj', 'c2Vj+mV0/cw'],
    ['a double click on its end', 'cw', 'c2Vj+mV0/cw'],
  ])('the rest of a secret after %s is reported', (_said, used, known) => {
    expect(all(stripe(used, known))).toEqual(['secret_miscopied'])
  })

  const others: [said: string, used: string][] = [
    ['one letter is another', secret.replace('A', 'B')],
    ['two letters have changed places', secret.replace('AQ', 'QA')],
    ['a letter stands before it', `x${secret}`],
  ]
  test.each(others.filter(oneIn(sample(2, 1), 1)))('a secret in which %s gives no finding', (_said, used) =>
    expect(all(stripe(used))).toEqual([]),
  )

  test('a known secret with its own newline or quotes is reported the other way round', () => {
    expect(all(stripe('abc', 'abc\n'))).toEqual(['secret_whitespace'])
    expect(all(stripe('abc', '"abc"'))).toEqual(['secret_quoted'])
  })

  test.each([
    ['percent-encoded', 'a%2Bb%2Fc%3D', 'a+b/c='],
    ['decoded where it was kept encoded', 'a+b/c=', 'a%2Bb%2Fc%3D'],
    ['sent in a form without being encoded', 'a b/c=', 'a+b/c='],
  ])('a secret that was %s is reported', (_said, used, known) => {
    expect(all(stripe(used, known))).toEqual(['secret_url_encoding'])
  })

  test('a secret in which a shell has expanded variables is reported', () => {
    const { causes } = stripe('pa-word', 'pa$ss-word$X')
    expect(causes).toMatchObject([{ cause: 'secret_miscopied', detail: expect.stringContaining('variable') }])
  })

  test('the fix explains how the mistake happened and what the key is', () => {
    const key = 'The key of this scheme: the UTF-8 bytes of the whole text, prefix included.'
    expect(stripe(`${secret}\n`).hint).toMatch(/^Trim the secret when you read it, .* /)
    expect(stripe(`${secret}\n`).hint).toContain(key)
    expect(stripe(Buffer.from(bare, 'base64')).hint).toBe(key)
  })

  test('a hex secret that was decoded, and one in the other alphabet of base64', () => {
    expect(all(stripe(Buffer.from('00ff10', 'hex'), '00ff10'))).toEqual(['secret_hex'])
    const bytes = Buffer.from('fbefbeffff', 'hex')
    expect(all(stripe(bytes, bytes.toString('base64url')))).toEqual(['secret_decoded'])
  })
})

test("another's secret and an old secret are reported with their owners, among fifty", () => {
  const others = Array.from({ length: 49 }, (_, i) => ({
    of: ownedBy(`subscription ${i}`),
    secret: `whsec_${Buffer.from(`another secret ${i}`).toString('base64')}`,
  }))
  const value = hmac(content(body), Buffer.from(otherSecret.slice(6), 'base64')).digest('base64')
  for (const old of [true, false]) {
    const verdict = judged(value, {
      otherSecrets: [...others, { of: ownedBy('shop'), secret: otherSecret, old }],
    })
    expect(all(verdict)).toEqual([old ? 'old_secret' : 'other_secret'])
    expect(verdict.reason).toContain('shop')
    expect(verdict.tried).toMatchObject({ secrets: 51, complete: true })
    expect(JSON.stringify(verdict)).not.toContain(otherSecret.slice(6))
  }
})

test('a cause tells how the key should be made and how it was, and never the secret', () => {
  const [cause] = by(secret).causes
  expect(cause).toMatchObject({
    expected: expect.stringContaining('as base64'),
    received: expect.stringContaining('plain text'),
    diff: null,
  })
  for (const used of [secret, `${secret}\n`, bare]) expect(JSON.stringify(by(used))).not.toContain(bare)
})
