import { expect, test } from 'vitest'
import { verify } from '../../server/verification/verify.ts'
import type { HeaderPair } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { hmac } from './accidents/sender.ts'
import { body, causesIn, judge, otherSecret, secret } from './world.ts'

const of = (digest: 'sha1' | 'sha256', key = secret) => `${digest}=${hmac(body, key, digest).digest('hex')}`
const older = (text: string, over: Parameters<typeof judge>[1] = {}) =>
  judge([['X-Hub-Signature', text]], over)

test('the older header of GitHub alone is a signature by SHA-1, which no verifier takes', () => {
  for (const scheme of [undefined, 'github'] as const) {
    const verdict = older(of('sha1'), { scheme })
    expect(verdict).toMatchObject({
      result: 'failed',
      scheme: 'github',
      secret_of: ownedBy('subscription s1'),
      reason:
        'X-Hub-Signature-256 is missing. X-Hub-Signature contains a correct HMAC-SHA1 signature by the secret of subscription s1.',
      received: of('sha1'),
      explained: true,
    })
    expect(verdict.hint).toMatch('GitHub sends both')
    expect(causesIn(verdict)).toEqual(['other_digest'])
  }
})

test('of several digests in it the right one is found', () => {
  const wrong = `sha1=${'0'.repeat(40)}`
  for (const text of [
    `${wrong},${of('sha256')}`,
    `${of('sha256')}, ${wrong}`,
    `${of('sha1')},${of('sha256')}`,
  ]) {
    const verdict = older(text)
    expect(verdict.reason).toMatch('X-Hub-Signature contains a correct HMAC-SHA256')
    expect(causesIn(verdict)).toEqual(['missing_header'])
    expect(verdict.secret_of).toEqual(ownedBy('subscription s1'))
  }
  expect(causesIn(older(`${of('sha1')},sha256=${'0'.repeat(64)}`))).toEqual(['other_digest'])
})

test('among several digests in the newer header the matching digest is reported', () => {
  const verdict = judge([['X-Hub-Signature-256', `${of('sha1')},${of('sha256')}`]])
  expect(verdict.result).toBe('failed')
  expect(causesIn(verdict)).toEqual(['header_repeated'])
  expect(verdict.causes[0]?.expected).toBe(of('sha256'))
})

test.each<[text: string, also: string[]]>([
  [of('sha1', otherSecret), []],
  ['sha1=', ['malformed_header']],
  ['nonsense', ['malformed_header']],
  ['', ['malformed_header']],
  [`sha9=${'0'.repeat(40)}`, ['malformed_header']],
  // What is wrong with it besides is looked for as with the newer header.
  [`sha1=${hmac(`${body}\n`, secret, 'sha1').digest('hex')}`, ['trailing_newline']],
  [of('sha1').toUpperCase().replace('SHA1', 'sha1'), ['letter_case']],
  [of('sha1').slice(5), ['version_prefix_missing']],
  [of('sha256').replace('sha256', 'sha1'), ['other_digest']],
])('the missing header is reported, and other mistakes too: %s', (text, also) => {
  const verdict = older(text)
  expect(verdict).toMatchObject({ result: 'failed', secret_of: null, explained: true })
  expect(causesIn(verdict)).toEqual(['missing_header', ...also])
  expect(verdict.causes[0]).toMatchObject({ expected: 'X-Hub-Signature-256', received: 'X-Hub-Signature' })
  expect(verdict.tried).not.toBeNull()
  expect(verdict.reason.endsWith('is empty.')).toBe(text === '')
})

test('an old secret is found, and another’s; the search is left for later where there is a hurry', () => {
  const from = (old: boolean) =>
    older(of('sha1', otherSecret), { otherSecrets: [{ of: ownedBy('x'), secret: otherSecret, old }] })
  expect(causesIn(from(true))).toEqual(['missing_header', 'old_secret'])
  expect(causesIn(from(false))).toEqual(['missing_header', 'other_secret'])
  const input = {
    headers: [['X-Hub-Signature', of('sha1', otherSecret)]] as HeaderPair[],
    otherSecrets: [],
    now: 0,
  }
  const known = { ...input, body: Buffer.from(body), secrets: [{ of: ownedBy('x'), secret }] }
  expect(verify(recipes, known, 'quick')).toMatchObject({ explained: false, tried: null })
})

test('without a secret it is signed all the same', () => {
  const verdict = older(of('sha1'), { secrets: [] })
  expect(verdict).toMatchObject({ result: 'unknown_secret', scheme: 'github', causes: [] })
  expect(verdict.reason).toMatch('with HMAC-SHA1')
  const others = older(of('sha1'), {
    secrets: [],
    otherSecrets: [{ of: ownedBy('b'), secret, elsewhere: true }],
  })
  expect(others).toMatchObject({ result: 'unknown_secret', secret_of: ownedBy('b') })
  expect(others.reason).toMatch('secret of endpoint b, which is not valid here')
})

test('beside the newer header it counts for nothing', () => {
  const both = (text: string) =>
    judge([
      ['X-Hub-Signature', `sha1=${'0'.repeat(40)}`],
      ['X-Hub-Signature-256', text],
    ])
  expect(both(of('sha256')).result).toBe('verified')
  expect(
    judge([
      ['X-Hub-Signature', of('sha1')],
      ['X-Hub-Signature-256', of('sha256', otherSecret)],
    ]).result,
  ).toBe('failed')
})

test('where another scheme is set it is a signature of another scheme', () => {
  const verdict = older(of('sha1'), { scheme: 'slack' })
  expect(verdict).toMatchObject({ result: 'failed', scheme: 'slack' })
  expect(verdict.causes).toMatchObject([{ cause: 'other_scheme', expected: 'slack' }])
  expect(verdict.reason).toMatch('github (older header X-Hub-Signature) and the secret of subscription s1')
  const unknown = older(of('sha1', otherSecret), { scheme: 'slack' })
  expect(causesIn(unknown)).toEqual(['missing_header'])
  expect(unknown.result).toBe('failed')
})

test('a capture tells it, and a recipe of one’s own verifies it', async () => {
  const sandbox = await startSandbox()
  const headers = { 'x-github-event': 'push', 'x-hub-signature': of('sha1') }
  const send = async (endpoint: object) => {
    await sandbox.post('/sandbox/endpoints', { name: 'a', secret, ...endpoint })
    await sandbox.request('POST', '/in/a', body, headers)
    return (await sandbox.newestCapture()).verdict
  }
  expect(await send({})).toMatchObject({ result: 'failed', causes: [{ cause: 'other_digest' }] })
  const scheme_options = {
    headers: { 'X-Hub-Signature': 'sha1={signature}' },
    signs: '{body}',
    digest: 'sha1',
  }
  expect(await send({ scheme: 'custom', scheme_options })).toMatchObject({
    result: 'verified',
    scheme: 'custom',
  })
})
