import { expect, test } from 'vitest'
import { isSecretHeader, masked, maskedText, piecesOf } from '../../ui/parts/mask.ts'

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

test.each([
  ['a secret of Standard Webhooks anywhere', `WEBHOOK_SECRET='${secret}' node app.js`, secret],
  ['the header Authorization in curl', "curl -H 'Authorization: Bearer s3cr3t' x", 'Bearer s3cr3t'],
  ['the header Authorization in a line', 'authorization: abcdef\nhost: x', 'abcdef'],
  ['a secret in JSON', '{"secret":"abcd1234","id":1}', 'abcd1234'],
  ['a secret as a flag', 'endpoint set demo --secret shpss_0123', 'shpss_0123'],
  ['what an address is opened with', 'http://user:pass@localhost/', 'user:pass'],
])('%s is masked, and nothing beside it', (_name, text, hidden) => {
  const pieces = piecesOf(text)
  expect(pieces.filter((piece) => piece.isSecret).map((piece) => piece.text)).toEqual([hidden])
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(maskedText(text)).not.toContain(hidden)
})

test('a secret that is known is masked wherever it stands, each time', () => {
  const text = 'first topsecret, then topsecret.'
  expect(piecesOf(text, ['topsecret']).filter((piece) => piece.isSecret)).toHaveLength(2)
  expect(piecesOf(text)).toHaveLength(1)
})

test('what anybody may use hides nothing: the pair that is let in where none is configured', () => {
  expect(maskedText("-H 'Authorization: demo'", ['demo'])).toContain('demo')
  expect(isSecretHeader('Authorization', 'demo')).toBe(false)
  expect(isSecretHeader('Authorization', 'Bearer x')).toBe(true)
  expect(isSecretHeader('webhook-id', 'x')).toBe(false)
})

test('a mask tells the kind and the end, and before others the kind alone', () => {
  expect(masked(secret)).toBe('whsec_••••••••••••••••b7oD'.replace('b7oD', secret.slice(-4)))
  expect(masked(secret, false)).toBe('whsec_••••••••••••••••')
  expect(masked('short')).not.toContain('short'.slice(-4))
})
