import { expect, test } from 'vitest'
import { recipeWith } from '../../../server/signing/options.ts'
import { sample } from '../../helpers/long.ts'
import { ownedBy } from '../../helpers/owned-by.ts'
import { recipes } from '../../helpers/recipes.ts'
import { oneIn } from '../../helpers/rows.ts'
import { body, judge, secret, signedAt } from '../world.ts'
import { all, content, hmac, judged } from './sender.ts'

/** A digest whose base64 has letters of both alphabets. */
const bodies = Array.from({ length: 100 }, (_, i) => `{"n":${i}}`)
const odd = bodies.find((one) => /[+].*[/]|[/].*[+]/.test(hmac(content(one)).digest('base64'))) ?? ''
const right = hmac(content(odd)).digest()
const hex = right.toString('hex')
const base64 = right.toString('base64')

test.each([
  ['hex_for_base64', hex],
  ['hex_for_base64', hex.toUpperCase()],
  ['base64url', right.toString('base64url')],
  ['padding_missing', base64.replace(/=+$/, '')],
  ['double_encoded', Buffer.from(hex).toString('base64')],
  ['double_encoded', Buffer.from(base64).toString('hex')],
  ['double_encoded', Buffer.from(base64).toString('base64')],
  ['letter_case', base64.toLowerCase()],
  ['letter_case', base64.toUpperCase()],
  ['truncated', base64.slice(0, 22)],
  ['truncated', base64.slice(0, 40)],
  ['truncated', right.subarray(0, 16).toString('base64')],
])('%s in base64: %s', (cause, value) => {
  const verdict = judged(value, { body: odd })
  expect(all(verdict)).toEqual([cause])
  expect(verdict.causes[0]).toMatchObject({ expected: base64, received: value, diff: null })
})

/** The same bytes for a decoder that throws away the last bits, and another text. */
const altered = (text: string) =>
  text.replace(/[A-Za-z0-8](?==*$)/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))

test('a signature whose last letter was changed is no other encoding', () => {
  const plain = bodies.find((one) => /^[\w]+[A-Za-y0-8]=$/.test(hmac(content(one)).digest('base64'))) ?? ''
  for (const one of sample([odd], [plain, odd])) {
    const digest = hmac(content(one)).digest()
    const texts = [
      digest.toString('base64'),
      digest.toString('base64').slice(0, -1),
      Buffer.from(digest.toString('hex')).toString('base64'),
      digest.toString('base64url'),
      digest.subarray(0, 16).toString('base64'),
    ]
    for (const text of texts.filter(oneIn(sample(2, 1)))) {
      const value = altered(text)
      expect(Buffer.from(value, 'base64')).toEqual(Buffer.from(text, 'base64'))
      expect(value).not.toBe(text)
      const causes = all(judged(value, { body: one }))
      expect(causes.filter((cause) => cause !== 'signature_miscopied')).toEqual([])
    }
  }
})

/** As BitConverter of .NET, OpenSSL, Python's hex() and Postgres write bytes. */
const notations: [name: string, write: (hex: string) => string][] = [
  ['-', (hex) => hex.replace(/..(?!$)/g, '$&-').toUpperCase()],
  [':', (hex) => hex.replace(/..(?!$)/g, '$&:')],
  ['0x', (hex) => `0x${hex}`],
  ['\\x', (hex) => `\\x${hex}`],
]

test.each(notations)('hex with %s is reported alone if the scheme uses hex', (_, write) => {
  const value = write(stripeDigest.toString('hex'))
  const verdict = judge([['Stripe-Signature', `t=${signedAt},v1=${value}`]])
  expect(all(verdict)).toEqual(['hex_notation'])
  expect(verdict.causes[0]).toMatchObject({ expected: stripeDigest.toString('hex'), received: value })
})

test.each(notations)('hex with %s is two mistakes where the scheme writes base64', (_, write) => {
  expect(all(judged(write(hex), { body: odd }))).toEqual(['hex_notation', 'hex_for_base64'])
})

test('hex with another thing at one place is no signature', () => {
  const value = stripeDigest.toString('hex').replace(/..(?!$)/g, '$&-')
  const others = [value.replace('-', ':'), value.replace('-', ''), `${value}-`, `0x0x${value}`]
  for (const other of sample(others.slice(0, 1), others))
    expect(all(judge([['Stripe-Signature', `t=${signedAt},v1=${other}`]]))).toEqual([])
})

const stripeDigest = hmac(`${signedAt}.${body}`, secret).digest()
test.each([
  ['base64_for_hex', stripeDigest.toString('base64')],
  ['base64_for_hex', stripeDigest.toString('base64').replace(/=$/, '')],
  ['letter_case', stripeDigest.toString('hex').toUpperCase()],
  ['truncated', stripeDigest.toString('hex').slice(0, 32)],
  ['truncated', stripeDigest.toString('hex').slice(0, 63)],
  ['double_encoded', Buffer.from(stripeDigest.toString('hex')).toString('base64')],
  ['double_encoded', Buffer.from(stripeDigest.toString('hex')).toString('hex')],
])('%s in hex: %s', (cause, value) => {
  expect(all(judge([['Stripe-Signature', `t=${signedAt},v1=${value}`]]))).toEqual([cause])
})

test('padding after base64url, which its scheme omits, is reported', () => {
  const recipe = recipeWith(recipes, 'custom', {
    headers: { 'X-Sig': '{signature}' },
    signs: '{body}',
    encoding: 'base64url',
  })
  const value = `${hmac(body, secret).digest('base64url')}=`
  const verdict = judge([['X-Sig', value]], {
    scheme: 'custom',
    secrets: [{ of: ownedBy('it'), secret, recipe }],
  })
  expect(all(verdict)).toEqual(['base64url'])
  expect(verdict.hint).toBe('Remove the padding: .digest("base64url") writes none.')
})

test('a beginning that is too short proves nothing', () => {
  expect(all(judged(base64.slice(0, 7), { body: odd }))).toEqual([])
})
