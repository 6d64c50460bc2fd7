import type { Signable } from '../../server/signing/recipe.ts'
import type { SchemeName } from '../../server/signing/recipes.ts'
import { sign } from '../../server/signing/sign.ts'
import type { VerifyInput } from '../../server/verification/input.ts'
import { verify } from '../../server/verification/verify.ts'
import type { HeaderPair, Verdict } from '../../server/wire.ts'
import { ownedBy } from '../helpers/owned-by.ts'
import { recipes } from '../helpers/recipes.ts'

export const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
export const otherSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
export const body = '{"event":"card.created","n":1.50}'
/** The second at which everything is signed unless a test says otherwise. */
export const signedAt = 1_700_000_000

/** The address that deliveries of these tests go to. */
export const url = 'https://receiver.example/hooks/in?team=7'

/** A delivery, as far as its signature is concerned. */
export const signable = (
  over: Partial<Omit<Signable, 'body'>> & { body?: string | Buffer } = {},
): Signable => ({
  id: 'evt_1',
  timestamp: String(signedAt),
  url,
  event: 'card.created',
  contentType: 'application/json',
  ...over,
  body: Buffer.from(over.body ?? body),
})

/** The headers of a sender who does everything right. */
export const signed = (
  over: { scheme?: SchemeName; secret?: string; body?: string | Buffer; at?: number } = {},
): HeaderPair[] =>
  sign(
    recipes[over.scheme ?? 'standard-webhooks'],
    [over.secret ?? secret],
    signable({ body: over.body ?? body, timestamp: String(over.at ?? signedAt) }),
  )

export const without = (headers: HeaderPair[], name: string) => headers.filter(([key]) => key !== name)
export const withValue = (headers: HeaderPair[], name: string, value: string): HeaderPair[] =>
  headers.map(([key, old]) => [key, key === name ? value : old])

/** What a receiver says who knows the right secret, one second later. */
export function judge(
  headers: HeaderPair[],
  over: Partial<Omit<VerifyInput, 'body'>> & { body?: string | Buffer } = {},
): Verdict {
  return verify(recipes, {
    headers,
    secrets: [{ of: ownedBy('subscription s1'), secret }],
    otherSecrets: [],
    now: (signedAt + 1) * 1_000_000,
    ...over,
    body: Buffer.from(over.body ?? body),
  })
}
export const causesIn = (verdict: Verdict): string[] => verdict.causes.map(({ cause }) => cause)
