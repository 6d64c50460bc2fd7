import { describe, expect, test } from 'vitest'
import { bodyForms } from '../../../server/verification/accidents/body-forms.ts'
import { changedValue } from '../../../server/verification/accidents/changed-values.ts'
import { sample } from '../../helpers/long.ts'
import { oneIn } from '../../helpers/rows.ts'
import { body as json, judge, secret } from '../world.ts'
import { all, type Bytes, hmac, signedOver } from './sender.ts'

/** A delivery by GitHub's scheme, which signs only the body. */
const github = (signed: Bytes, came: Bytes) =>
  judge([['X-Hub-Signature-256', `sha256=${hmac(signed, secret).digest('hex')}`]], {
    body: came as string,
    scheme: 'github',
  })

describe('a body that is not JSON was not rewritten as JSON', () => {
  const rows: [said: string, came: Bytes, signed: Bytes, causes: string[]][] = [
    ['two lines as one', 'line1\nline2', 'line1line2', ['line_endings']],
    ['a text of several lines', 'a{\nb,c}', 'a{b,c}', ['line_endings']],
    ['HTML', '<p> a b </p>', '<p>ab</p>', []],
    ['CSV', 'a,b,c', 'a, b, c', []],
    ['octets', Buffer.from([0, 1, 0x2c, 0x20, 3]), Buffer.from([0, 1, 0x2c, 3]), []],
    ['a form', 'n=10', 'n=10.0', []],
    ['a number in a text', 'order 10 paid', 'order 10.0 paid', []],
    ['a slash', 'a/b', 'a\\/b', []],
    ['a large text in brackets', `{${'a, b '.repeat(5000)}}`, `{${'a,b'.repeat(5000)}}`, []],
    ['a large text', `a ${'b, c '.repeat(5000)}`, `a${'b,c'.repeat(5000)}`, []],
    ['a decimal point without a decimal', '{"n":1.0}', '{"n":1.}', []],
  ]
  test.each(rows.filter(oneIn(sample(2, 1))))('%s', (_said, came, signed, causes) => {
    expect(all(github(signed, came))).toEqual(causes)
  })

  test('behind a byte order mark, and however deep, it is JSON all the same', () => {
    const deep = `${'['.repeat(1200)}1, 2${']'.repeat(1200)}`
    expect(all(github('\ufeff{"a":1}', '\ufeff{"a": 1}'))).toEqual(['reserialised'])
    expect(all(github(deep.replace(' ', ''), deep))).toEqual(['reserialised'])
    const large = JSON.stringify({ list: Array.from({ length: 9000 }, (_, n) => n) })
    expect(all(github(large.replaceAll(',', ', ').replace(':', ': '), large))).toEqual(['reserialised'])
  })
})

describe('a value changed by rewriting is reported', () => {
  test.each<[came: string, signed: string, told: string]>([
    [
      '{"amount":19.999}',
      '{"amount":20.00}',
      'amount is 19.999 in the received body and 20.00 in the signed body',
    ],
    ['{"list":[{"n":5.004}]}', '{"list":[{"n":5.00}]}', 'list.0.n is 5.004'],
    [
      '{"role":"admin","role":"user"}',
      '{"role":"user"}',
      'role occurs 2 times in the received body and once',
    ],
    ['{"n":12345678901234567890}', '{"n":12345678901234567000}', 'n is 12345678901234567890'],
    ['{"b":1e400, "a":1}', '{"b":null,"a":1}', 'b is 1e400 in the received body and null'],
    ['19.999', '20.00', 'the value is 19.999'],
  ])('%s, but %s was signed', (came, signed, told) => {
    const verdict = github(signed, came)
    expect(all(verdict)).toEqual(['reserialised'])
    expect(verdict.causes[0]?.detail).toContain(`A value differs: ${told}`)
  })

  test.each([
    ['{"n":1.50,"m":1e2,"z":-0.0}', '{"n":1.5,"m":100,"z":0}'],
    ['{"n":10.0,"list":["a\\/b",[]]}', '{"n":10,"list":["a/b",[]]}'],
    ['{"a":1,"a":1}', '{"a": 1, "a": 1}'],
  ])('of %s nothing is lost in %s', (came, signed) => {
    const verdict = github(signed, came)
    expect(all(verdict)).toEqual(['reserialised'])
    expect(verdict.causes[0]?.detail).not.toContain('differs')
  })
})

test('bytes that are no text stay what they are where white space is added at the end', () => {
  const came = Buffer.from('\xffbin', 'latin1')
  expect(all(github(Buffer.concat([came, Buffer.from('\r\n')]), came))).toEqual(['trailing_newline'])
  expect(all(github('\ufffdbin\r\n', came))).toEqual(['charset', 'trailing_newline'])
  expect(all(github('\ufffdbin ', came))).toEqual(['charset', 'body_trimmed'])
  expect(all(signedOver(json, json.replace(':', ': ')))).toEqual(['reserialised'])
})

test('the number of occurrences of a name is given in words, on either side', () => {
  const told = (came: string, signed: string) =>
    changedValue(bodyForms(Buffer.from(came)), bodyForms(Buffer.from(signed)))
  expect(told('{"z":1}', '{"z":2,"z":1}')).toBe(
    'z occurs once in the received body and 2 times in the signed body',
  )
  expect(told('{"z":2,"z":1}', '{"z":1}')).toBe(
    'z occurs 2 times in the received body and once in the signed body',
  )
  expect(told('{"z":1}', '{}')).toBe('z occurs once in the received body and 0 times in the signed body')
})
