import { expect, test } from 'vitest'
import { hexLine } from '../../ui/kit/hex.ts'
import {
  isSecretHeader,
  masked,
  maskedHeaders,
  maskedText,
  piecesOf,
  secretBytes,
} from '../../ui/secrets/mask.ts'

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

test.each([
  ['a secret of Standard Webhooks anywhere', `WEBHOOK_SECRET='${secret}' node app.js`, secret],
  ['the header Authorization in curl', "curl -H 'Authorization: Bearer s3cr3t' x", 'Bearer s3cr3t'],
  ['the header Authorization in a line', 'authorization: abcdef\nhost: x', 'abcdef'],
  ['a secret in JSON', '{"secret":"abcd1234","id":1}', 'abcd1234'],
  ['a password in JSON', '{"id":1,"password":"a\\"b c","x":"y"}', 'a\\"b c'],
  ['a password that is cut off', '{"id":1,"password":"hunter2', 'hunter2'],
  ['a password that is a number', '{"password": 1234, "id": 1}', '1234'],
  ['the secret of a client', '{"client_secret" : "cs1","id":1}', 'cs1'],
  ['a password in JSON in JSON', '{"body":"{\\"password\\":\\"hunter2\\"}"}', 'hunter2'],
  ['a password in a form', 'grant=x&password=hunter2&client_id=1', 'hunter2'],
  ['a token in JSON', '{"refresh_token":"rt_1","token_type":"x"}', 'rt_1'],
  ['a key of an API in JSON', '{"apiKey":"ak_1","keys":"x"}', 'ak_1'],
  ['a token in an address', '/in/demo?token=abc&x=1', 'abc'],
  ['a secret as a flag', 'endpoint set demo --secret shpss_0123', 'shpss_0123'],
  ['a header as a pair in JSON', '[["accept","*/*"],["x-api-key","k-1\\"2"]]', 'k-1\\"2'],
  ['a cookie as a pair in JSON that is laid out', '[\n  "cookie",\n  "sid=a; b=c"\n]', 'sid=a; b=c'],
  ['Authorization as a pair in JSON', '{"headers":[["authorization","Bearer abc"]]}', 'Bearer abc'],
  ['a cookie in curl', "curl -H 'cookie: sid=a; b=c' -H 'accept: */*' x", 'sid=a; b=c'],
  ['the key of an API on a line', 'accept: */*\nX-Api-Key: k-1\nhost: x', 'k-1'],
  ['what an address is opened with', 'http://user:pass@localhost/', 'user:pass'],
  ['a password with an at sign', 'http://user:p@ss@localhost/', 'user:p@ss'],
])('%s is masked, and nothing beside it', (_name, text, hidden) => {
  const pieces = piecesOf(text)
  expect(pieces.filter((piece) => piece.isSecret).map((piece) => piece.text)).toEqual([hidden])
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(maskedText(text)).not.toContain(hidden)
})

test('a known secret is masked everywhere', () => {
  const text = 'first topsecret, then topsecret.'
  expect(piecesOf(text, ['topsecret']).filter((piece) => piece.isSecret)).toHaveLength(2)
  expect(piecesOf(text)).toHaveLength(1)
})

test('the default credentials mask nothing', () => {
  expect(maskedText("-H 'Authorization: demo'", ['demo'])).toContain('demo')
  expect(isSecretHeader('Authorization', 'demo')).toBe(false)
  expect(isSecretHeader('Authorization', 'Bearer x')).toBe(true)
  expect(isSecretHeader('webhook-id', 'x')).toBe(false)
})

test('a mask shows the kind and the end, and in demo mode only the kind', () => {
  expect(masked(secret)).toBe('whsec_••••••••••••••••b7oD'.replace('b7oD', secret.slice(-4)))
  expect(masked(secret, false)).toBe('whsec_••••••••••••••••')
  expect(masked('short')).not.toContain('short'.slice(-4))
})

test('header lines are masked by name, and secrets in other headers too', () => {
  const lines = `x-api-key: k-1234\nCookie: session=abc\nauthorization: Basic dTpw\naccept: */*\nx-old: ${secret}`
  const shown = maskedHeaders(lines)
  for (const hidden of ['k-1234', 'session=abc', 'dTpw', secret]) expect(shown).not.toContain(hidden)
  expect(shown).toContain('accept: */*')
  expect(shown.split('\n')).toHaveLength(5)
  expect(maskedHeaders('accept: */*\nx-a: 1')).toBe('accept: */*\nx-a: 1')
})

test('a hex dump hides the bytes of a secret, in any charset', () => {
  const bytes = new TextEncoder().encode('{"é":1,"password":"hünter","x":"y"}')
  const hidden = secretBytes(bytes)
  const told = [0, 1, 2].map((line) => hexLine(bytes, line, hidden).text).join('')
  expect(told).toBe('{"··":1,"password":"•••••••","x":"y"}')
  expect([0, 1, 2].map((line) => hexLine(bytes, line, hidden).hex).join('')).not.toContain('6e 74 65')
})
