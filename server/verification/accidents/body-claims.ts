/** Mistakes in a digest of the body that the request itself contains. */
import { createHash } from 'node:crypto'
import { believedUrl, claimsOther } from '../../signing/address.ts'
import { compiled } from '../../signing/compiled.ts'
import type { Content } from '../../signing/content.ts'
import { unpadded } from '../../signing/padding.ts'
import type { Recipe } from '../../signing/recipe.ts'
import type { Accident, FrameTurn } from '../search/accident.ts'
import { percentDecoded } from './percent.ts'

/** The claimed digest belongs to another body. */
const otherBody: Accident = {
  cause: 'body_digest',
  detail: 'The signature is correct, but the signed digest belongs to another body.',
  weight: 1.9,
}

/** The mistake in the claimed digest. The digest may be correct but wrongly encoded. */
export function claimAccident(recipe: Recipe, url: string, content: Content): Accident {
  const claim = recipe.method === 'jwt' ? claimedInJwt(recipe, content) : claimedIn(url)
  const digest = createHash('sha256').update(content.body).digest()
  const right = digest.toString('hex')
  const written = (cause: Accident['cause'], said: string): Accident => ({
    cause,
    detail: `The signature fits, but the signed digest of the body is ${said}.`,
    fix: 'Write the digest as lower-case hex.',
    weight: 1.8,
    expected: right,
    received: claim,
  })
  if (claim.toLowerCase() === right) return written('letter_case', 'in upper case')
  const bare = unpadded(claim)
  if (bare === unpadded(digest.toString('base64')) || bare === digest.toString('base64url'))
    return written('base64_for_hex', 'in base64')
  return otherBody
}

const claimedIn = (url: string): string => percentDecoded(/[?&]bodySHA256=([^&#]*)/.exec(url)?.[1] ?? '')

function claimedInJwt(recipe: Recipe, { headers }: Content): string {
  const payload = headers.get(compiled(recipe).signatureKey)?.split('.')[1] ?? ''
  const [, text = ''] =
    /"request_body_sha256"\s*:\s*"([^"\\]*)"/.exec(Buffer.from(payload, 'base64url').toString('utf8')) ?? []
  return text
}

/** Tries the signature without checking the claimed digest against the body. */
export function claimTurns(recipe: Recipe, content: Content): FrameTurn[] {
  const url = believedUrl(recipe, content)
  if (recipe.method === 'message') return [{ rank: 0, content: { anyBody: true }, accident: otherBody }]
  if (recipe.method !== 'jwt' && !claimsOther(recipe, url, content)) return []
  return [{ rank: 0, content: { anyBody: true }, accident: claimAccident(recipe, url, content) }]
}
