import { expect, test } from 'vitest'
import { judge, secret } from './world.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const right = base64(`webhook:${secret}`)

/** The cause of a Basic header and what is said of it, or the verdict. */
function told(header: string) {
  const verdict = judge([['Authorization', header]], { scheme: 'basic' })
  const [cause] = verdict.causes
  return cause ? [cause.cause, cause.detail] : [verdict.result]
}
const withPassword = (password: string) => told(`Basic ${base64(`webhook:${password}`)}`)
const whose = 'The password is the secret of subscription s1'

test.each([
  [`${secret}\n`, 'secret_whitespace', `${whose} with a newline after it.`],
  [`${secret}\r\n`, 'secret_whitespace', `${whose} with CRLF after it.`],
  [` ${secret}`, 'secret_whitespace', `${whose} with a space before it.`],
  [`"${secret}"`, 'secret_quoted', `${whose} with " around it.`],
  [secret.toUpperCase(), 'secret_case', undefined],
  [secret.slice(6), 'secret_prefix_stripped', undefined],
  ['', 'secret_missing', 'The password is empty: the sender lacks the secret.'],
  ['undefined', 'secret_missing', 'The password is the word "undefined": the sender lacks the secret.'],
])('the password %j is reported as %s', (password, cause, detail) => {
  const [found, said] = withPassword(password)
  expect(found).toBe(cause)
  if (detail) expect(said).toBe(detail)
})

test.each([
  [`Basic ${right}`, 'verified'],
  [`bAsIc ${right}`, 'verified'],
  [`Basic  ${right}`, 'malformed_header'],
  [`Basic "${right}"`, 'malformed_header'],
  [`Basic b'${right}'`, 'header_changed'],
  [`Basic webhook:${secret}`, 'malformed_header'],
  [`Basic ${right.replace(/=+$/, '')}`, 'padding_missing'],
  [`Basic ${base64(right)}`, 'double_encoded'],
  [`Bearer ${secret}`, 'malformed_header'],
])('%s: %s', (header, cause) => expect(told(header)[0]).toBe(cause))

test.each([
  [`Bearer ${secret}`, 'The password is correct, but sent alone after Bearer.'],
  [secret, 'The password is correct, but sent alone without the word Basic.'],
  [`Basic ${secret}`, 'The password is correct, but sent alone after Basic, not in base64.'],
  [`Bearer ${right}`, 'User and password are correct, but sent after Bearer.'],
  [right, 'User and password are correct, but sent without the word Basic.'],
  ['Bearer another', 'Authorization is "…".'],
])('a right password sent as a token is reported: %s', (header, detail) => {
  expect(told(header)).toEqual(['malformed_header', detail])
})

test('any other password gives no finding, and a wrong user comes first', () => {
  expect(withPassword(`${secret}x`)).toEqual(['failed'])
  expect(told(`Basic ${base64(`bob:${secret}\n`)}`)[0]).toBe('other_user')
})

test.each([
  [
    base64(secret),
    'malformed_header',
    'The password is correct, but the base64 lacks the user and the colon before it.',
  ],
  [base64('another'), 'malformed_header', 'The decoded base64 lacks the colon between user and password.'],
  [
    base64(`${secret}:`),
    'other_user',
    'The secret was sent as the user. Send "webhook" as the user and the secret as the password.',
  ],
])('the secret in another place than after user and colon is reported: %s', (credentials, cause, detail) => {
  expect(told(`Basic ${credentials}`)).toEqual([cause, detail])
})

test('a password without a proof mentions no signed bytes', () => {
  const verdict = judge([['Authorization', `Basic ${base64('webhook:another')}`]], { scheme: 'basic' })
  expect(verdict.reason).toBe('The password differs from the secret of this endpoint.')
  expect(verdict.hint).toBe('Compare the sent password with the secret.')
})
