import { expect, test } from 'vitest'
import type { SecretOf } from '../../server/wire.ts'
import { fitsWords, ownerWords, secretWords } from '../../server/words/verdict.ts'

test.each<[SecretOf, string, string]>([
  [{ kind: 'subscription', id: 's1' }, 'subscription s1', 'the secret of subscription s1'],
  [
    { kind: 'subscription', id: 's1', name: 'localhost:3000/hook (My app)' },
    'the subscription to localhost:3000/hook (My app)',
    'the secret of the subscription to localhost:3000/hook (My app)',
  ],
  [{ kind: 'endpoint', id: 'demo' }, 'endpoint demo', 'the secret of endpoint demo'],
  [{ kind: 'config', id: 'shop' }, 'the config, shop', 'the secret of the config, shop'],
  [{ kind: 'given', id: null }, 'this request', 'the secret of this request'],
  [{ kind: 'old', id: 'demo', owner: 'endpoint' }, 'endpoint demo', 'an old secret of endpoint demo'],
])('%j: %s', (of, owner, secret) => {
  expect([ownerWords(of), secretWords(of)]).toEqual([owner, secret])
})

test('a verdict that verified says whose secret, or password, counts', () => {
  const of = { kind: 'endpoint', id: 'demo' } as const
  expect(fitsWords('secret_fits', of)).toBe('Signed with the secret of endpoint demo.')
  expect(fitsWords('password_fits', of)).toBe('It carries the password of endpoint demo.')
})
