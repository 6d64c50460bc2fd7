import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { HeaderPair } from '../../server/wire.ts'
import { body, judge, secret, signedAt } from './world.ts'

const key = Buffer.from(secret.slice(6), 'base64')
const url = 'https://receiver.example/hook'
const claim = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
const created = `created=${signedAt}`
const names = ['@method', '@target-uri', 'content-digest']
const values = ['POST', url, claim]
const parameters = [created, 'keyid="k1"', 'alg="hmac-sha256"', 'nonce="a;b"']
const list = `(${names.map((name) => `"${name}"`).join(' ')})`
const lines = names.map((name, at) => `"${name}": ${values[at]}`)
const last = `"@signature-params": ${[list, ...parameters].join(';')}`

/** A message over a base that was written by hand. */
function message(base: string, { digest = 'sha256', label = 'sig1' } = {}): HeaderPair[] {
  return [
    ['Content-Digest', claim],
    ['Signature-Input', `sig1=${[list, ...parameters].join(';')}`],
    ['Signature', `${label}=:${createHmac(digest, key).update(base).digest('base64')}:`],
  ]
}
const judged = (headers: HeaderPair[]) => judge(headers, { scheme: 'http-message-signatures', url })
const causeOf = (headers: HeaderPair[]) => {
  const { result, causes } = judged(headers)
  return causes[0]?.cause ?? result
}
const right = [...lines, last].join('\n')

test.each([
  ['as the standard has it', right, 'verified'],
  ['with a newline at its end', `${right}\n`, 'other_separator'],
  ['with CRLF', right.replaceAll('\n', '\r\n'), 'other_separator'],
  [
    'with names that are not quoted',
    [...lines, last].map((line) => line.replace(/^"([^"]+)"/, '$1')).join('\n'),
    'other_separator',
  ],
  [
    'with names that are not quoted, but for the last',
    [...lines.map((line) => line.replace(/^"([^"]+)"/, '$1')), last].join('\n'),
    'other_separator',
  ],
  [
    'without a space behind names',
    [...lines, last].map((line) => line.replace('": ', '":')).join('\n'),
    'other_separator',
  ],
  [
    'with the label of Signature-Input before its parameters',
    right.replace('params": (', 'params": sig1=('),
    'other_separator',
  ],
  ['without the line of its parameters', lines.join('\n'), 'timestamp_not_signed'],
  ...[
    [0, 2, 1, 3],
    [3, 2, 1, 0],
    [1, 0, 2, 3],
  ].map((order): [string, string, string] => [
    `with parameters in the order ${order}`,
    [...lines, `"@signature-params": ${[list, ...order.map((at) => parameters[at])].join(';')}`].join('\n'),
    'other_order',
  ]),
  ...[0, 1, 2].map((at): [string, string, string] => [
    `without its component ${at}`,
    [...lines.toSpliced(at, 1), last].join('\n'),
    'part_signed',
  ]),
  ...[1, 2, 3].map((at): [string, string, string] => [
    `without its parameter ${at}`,
    [...lines, `"@signature-params": ${[list, ...parameters.toSpliced(at, 1)].join(';')}`].join('\n'),
    'part_signed',
  ]),
  ['with its components in another order', [lines[2], lines[0], lines[1], last].join('\n'), 'other_order'],
  ['with a header in capitals', right.replace('"content-digest":', '"Content-Digest":'), 'letter_case'],
  [
    'with a header in capitals throughout',
    right.replaceAll('content-digest', 'Content-Digest'),
    'letter_case',
  ],
  ['without quotation marks', right.replace(/="([^"]*)"/g, '=$1'), 'other_separator'],
  ['over another body', right.replace(claim, 'sha-256=:AAAA:'), 'failed'],
])('a base %s: %s', (_, base, told) => expect(causeOf(message(base))).toBe(told))

test.each(['sha512', 'sha1'])('a message signed by %s is reported', (digest) => {
  expect(causeOf(message(right, { digest }))).toBe('other_digest')
})

test('parameters of a header that is covered are not those of the signature', () => {
  const type = 'application/json;charset=utf-8;profile=a'
  const covered = '("@method" "content-type")'
  const ofType = (order: readonly (string | undefined)[]) => [covered, ...order].join(';')
  const [one, two, three] = parameters
  const base = [
    '"@method": POST',
    `"content-type": ${type}`,
    `"@signature-params": ${ofType([two, one, three])}`,
  ]
  const [, , signature = ['', '']] = message(base.join('\n'))
  const headers: HeaderPair[] = [
    ['Content-Type', type],
    ['Signature-Input', `sig1=${ofType([one, two, three])}`],
    signature,
  ]
  expect(causeOf(headers)).toBe('other_order')
})

test('of very many parameters no other order is tried', () => {
  const input = [list, created, ...Array.from({ length: 40 }, (_, i) => `p${i}="1"`)].join(';')
  const base = [...lines, `"@signature-params": ${input}`].join('\n')
  const [claimed, , signature] = message(`${base};p41="1"`)
  const headers: HeaderPair[] = [
    ...[claimed, signature].flatMap((pair) => (pair ? [pair] : [])),
    ['Signature-Input', `sig1=${input}`],
  ]
  expect(causeOf(headers)).toBe('failed')
})

test('a signature whose label is unmentioned is reported by both headers', () => {
  const { causes } = judged(message(right, { label: 'sig2' }))
  expect(causes.map(({ cause }) => cause)).toEqual(['malformed_header'])
  expect(causes[0]).toMatchObject({ detail: expect.stringContaining('sig2='), expected: 'the label sig1' })
})

/** A message whose Signature-Input and digest are given, signed as they stand. */
function messageOf(input: string, { digest = claim, value = (text: string) => `:${text}:` } = {}) {
  const base = right.replace(claim, digest).replace(/("@signature-params": ).*$/, `$1${input}`)
  return judged([
    ['Content-Digest', digest],
    ['Signature-Input', `sig1=${input}`],
    ['Signature', `sig1=${value(createHmac('sha256', key).update(base).digest('base64'))}`],
  ])
}

test('a signature may hold for long, and be made no further ahead than any other', () => {
  const from = signedAt + 900
  const ahead = messageOf(`${list};created=${from};expires=${from + 3600}`)
  expect(ahead.causes).toMatchObject([{ cause: 'future', expected: 'the limit is 300 s' }])
  expect(messageOf(`${list};created=${signedAt - 900};expires=${signedAt + 3600}`).result).toBe('verified')
})

test('an end before the beginning is reported, without a negative limit', () => {
  const { causes } = messageOf(`${list};created=${signedAt};expires=${signedAt - 10}`)
  expect(causes).toMatchObject([
    {
      cause: 'malformed_header',
      detail: `expires in Signature-Input is "${signedAt - 10}".`,
      expected: 'a time at or after created',
    },
  ])
})

test('a digest in another form is reported as such, not as that of another body', () => {
  const hex = createHash('sha256').update(body).digest('hex')
  const { causes } = messageOf(`${list};${created}`, { digest: `sha-256=:${hex}:` })
  expect(causes).toMatchObject([
    { cause: 'malformed_header', fix: 'Send the digest bytes as base64, not the base64 of the hex text.' },
  ])
})

test('invalid content of Signature-Input is reported as invalid, not as missing', () => {
  expect(messageOf(`${list};created="${signedAt}"`).causes).toMatchObject([
    { cause: 'malformed_header', expected: 'Unix seconds without quotation marks' },
  ])
  expect(messageOf(`${list.replace('content-digest', 'Content-Digest')};${created}`).causes).toMatchObject([
    { cause: 'malformed_header', detail: expect.stringMatching(/^Signature-Input is /) },
  ])
  // A parameter that only looks like one.
  expect(messageOf(`${list};${created};nonce=";created=\\"1\\""`).result).toBe('verified')
})

test.each([
  ['without colons', (text: string) => text],
  ['as a text', (text: string) => `"${text}"`],
])('a value %s is reported as such', (_, value) => {
  const { causes } = messageOf(`${list};${created}`, { value })
  expect(causes).toMatchObject([
    { cause: 'header_changed', detail: 'Signature lacks the colons around its value.' },
  ])
})
