import { expect, test } from 'vitest'
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
      secret_of: 'subscription s1',
      reason:
        'X-Hub-Signature-256 is missing; X-Hub-Signature is right for HMAC-SHA1 with the secret of subscription s1.',
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
    expect(verdict.reason).toMatch('X-Hub-Signature is right for HMAC-SHA256')
    expect(causesIn(verdict)).toEqual(['missing_header'])
    expect(verdict.secret_of).toBe('subscription s1')
  }
  expect(causesIn(older(`${of('sha1')},sha256=${'0'.repeat(64)}`))).toEqual(['other_digest'])
})

test('of several digests in the newer header the one that fits is told', () => {
  const verdict = judge([['X-Hub-Signature-256', `${of('sha1')},${of('sha256')}`]])
  expect(verdict.result).toBe('failed')
  expect(causesIn(verdict)).toEqual(['header_repeated'])
  expect(verdict.causes[0]?.expected).toBe(of('sha256'))
})

test.each([of('sha1', otherSecret), 'sha1=', 'nonsense', `sha9=${'0'.repeat(40)}`])(
  'where none fits, what is missing is told: %s',
  (text) => {
    const verdict = older(text)
    expect(verdict).toMatchObject({ result: 'failed', secret_of: null })
    expect(causesIn(verdict)).toEqual(['missing_header'])
    expect(verdict.causes[0]).toMatchObject({ expected: 'X-Hub-Signature-256', received: 'X-Hub-Signature' })
  },
)

test('without a secret it is signed all the same', () => {
  const verdict = older(of('sha1'), { secrets: [] })
  expect(verdict).toMatchObject({ result: 'unknown_secret', scheme: 'github', causes: [] })
  expect(verdict.reason).toMatch('by HMAC-SHA1')
  expect(older(of('sha1'), { secrets: [], otherSecrets: [{ of: 'endpoint b', secret }] }).secret_of).toBe(
    'endpoint b',
  )
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

test('where another scheme is set it is none of its', () => {
  expect(older(of('sha1'), { scheme: 'stripe' }).result).toBe('unsigned')
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
