/** Signs and verifies Plaid's webhooks, whose signature is a JWT. */
import { createHash } from 'node:crypto'
import { type Content, joined, rewrittenParts } from './content.ts'
import { signEs256 } from './ecdsa.ts'
import { p256Of } from './key-pairs.ts'
import { pairFits } from './pair-fits.ts'
import { type MethodRules, mostVerified, type Presented, valueIn } from './presented.ts'
import { templated } from './templated.ts'

const header = 'Plaid-Verification'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const digest = (body: Buffer) => createHash('sha256').update(body).digest('hex')

/** The JSON object in one part of a JWT; undefined if the part holds no object. */
function decoded(part: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const otherAlgorithm = (alg: string) => ({
  place: header,
  received: `a JWT signed with ${alg}`,
  wanted: 'a JWT signed with ES256, which needs a P-256 key pair and not a shared secret',
})

/** What a JWT's signature covers: the parts before it. */
const signedBy = (token: string, content: Content) =>
  rewrittenParts([token.slice(0, token.lastIndexOf('.'))], content)

/** An ES256 JWT whose payload holds the time and the body's SHA-256. */
export const jwt: MethodRules = {
  sign(_recipe, secrets, { id, timestamp, body }) {
    const pair = p256Of(secrets[0] ?? '')
    if (!pair?.scalar) return [['webhook-id', id]]
    const iat = /^-?\d{1,15}$/.test(timestamp) ? Number(timestamp) : timestamp
    const content = [
      encoded({ alg: 'ES256', kid: pair.jwk.kid, typ: 'JWT' }),
      encoded({ iat, request_body_sha256: digest(body) }),
    ].join('.')
    const signature = signEs256(pair.scalar, content).toString('base64url')
    return [
      ['webhook-id', id],
      [header, `${content}.${signature}`],
    ]
  },

  present(recipe, headers): Presented {
    const found = templated.present(recipe, headers)
    const parts = (found.raw ?? '').split('.')
    const [head, payload] = [decoded(parts[0]), decoded(parts[1])]
    const right = parts.length === 3 && head?.alg === 'ES256' && payload !== undefined
    return {
      ...found,
      timestamp: typeof payload?.iat === 'number' ? String(payload.iat) : undefined,
      signatures: right ? found.signatures : [],
      ...(payload !== undefined &&
        typeof head?.alg === 'string' &&
        head.alg !== 'ES256' && { flaws: [otherAlgorithm(head.alg)] }),
    }
  },

  parts: (_recipe, { value }, content) => signedBy(value, content),

  fits: (_recipe, secret, signatures, content) =>
    signatures.slice(0, mostVerified).some(({ value }) => {
      const [, payload, signature = ''] = value.split('.')
      const pair = p256Of(secret)
      const bytes = Buffer.from(signature, 'base64url')
      if (!pair || bytes.toString('base64url') !== signature) return false
      const right = pairFits(pair, joined(signedBy(value, content)), bytes, 'ieee-p1363', content)
      const { anyBody, body } = content
      return right && (anyBody === true || decoded(payload)?.request_body_sha256 === digest(body))
    }),

  expected: (recipe, secret, { signatureHeader }, content) =>
    valueIn(jwt.sign(recipe, [secret], content), signatureHeader) || null,
}
