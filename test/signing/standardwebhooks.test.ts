import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { sign } from '../../server/signing/sign.ts'
import { verify } from '../../server/verification/verify.ts'
import { anyLetter } from '../helpers/any-letter.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'
import { signable } from '../verification/world.ts'

const recipe = recipes['standard-webhooks']
const secretArbitrary = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`)
const idArbitrary = fc.stringMatching(/^[A-Za-z0-9_]{1,40}$/)
const now = Math.floor(Date.now() / 1000)

test('the published library accepts whatever we sign', () => {
  fc.assert(
    fc.property(secretArbitrary, idArbitrary, fc.json(), (secret, id, body) => {
      const headers = sign(recipe, [secret], signable({ id, timestamp: String(now), body }))
      expect(new Webhook(secret).verify(body, Object.fromEntries(headers))).toEqual(JSON.parse(body))
    }),
  )
})

test('the published library refuses what we signed once a byte, the id, the time or the secret is another', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = '{"event":"card.created"}'
  const headers = Object.fromEntries(sign(recipe, [secret], signable({ timestamp: String(now), body })))
  const refused = (over: { secret?: string; body?: string; headers?: Record<string, string> }) =>
    expect(() =>
      new Webhook(over.secret ?? secret).verify(over.body ?? body, { ...headers, ...over.headers }),
    ).toThrow()
  refused({ body: `${body} ` })
  refused({ headers: { 'webhook-id': 'evt_2' } })
  refused({ headers: { 'webhook-timestamp': String(now + 1) } })
  refused({ secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX' })
})

test('we verify whatever the published library signs', () => {
  fc.assert(
    fc.property(secretArbitrary, idArbitrary, fc.string({ unit: anyLetter }), (secret, id, body) => {
      const signature = new Webhook(secret).sign(id, new Date(now * 1000), body)
      const verdict = verify(recipes, {
        headers: [
          ['webhook-id', id],
          ['webhook-timestamp', String(now)],
          ['webhook-signature', signature],
        ],
        body: Buffer.from(body),
        secrets: [{ of: ownedBy('the library'), secret }],
        otherSecrets: [],
        now: now * 1_000_000,
      })
      expect(verdict.result).toBe('verified')
    }),
  )
})
