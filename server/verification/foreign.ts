/** Recognizes signatures of schemes that the sandbox does not support. */
import { compiled, formOf } from '../signing/compiled.ts'
import type { HeaderMap } from '../signing/presented.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Cause, HeaderPair } from '../wire.ts'
import { provedCause } from './verdicts.ts'

/** Unsupported schemes, recognizable by their header values. */
const kinds = [
  {
    headers: ['signature', 'authorization'],
    form: /^(?=.*\bkeyId=").*\bsignature="/is,
    said: 'an HTTP signature of an old draft (draft-cavage-http-signatures)',
    fix: 'Sign with RFC 9421 (the scheme http-message-signatures), or verify this signature only in your receiver.',
  },
  {
    headers: ['authorization'],
    form: /^AWS4-[A-Z0-9-]+ /,
    said: 'an AWS signature (Signature Version 4)',
    fix: 'Only AWS can verify this signature. Sign with a scheme of the sandbox too.',
  },
]

/** Whether the value belongs to an unsupported scheme. A custom recipe of that form is supported. */
export function isForeignTo(recipe: Recipe, value: string): boolean {
  const { signatureHeader = '', signatureKey } = compiled(recipe)
  return (
    kindOf(signatureKey, value) !== undefined &&
    kindOf(signatureKey, formOf(recipe, signatureHeader)) === undefined
  )
}

const kindOf = (header: string, value: string) =>
  kinds.find(({ headers, form }) => headers.includes(header) && form.test(value))

/** Whether another sender, such as GoCardless, uses a scheme's header for a bare digest, without the scheme's other headers. */
export function isBareDigest(recipe: Recipe, headers: HeaderMap): boolean {
  const { signatureKey, places } = compiled(recipe)
  const hasOther = [places.id, places.ts].some((place) => place && headers.has(place.key) && !place.isItem)
  return (
    signatureKey === 'webhook-signature' &&
    !hasOther &&
    /^[0-9a-f]{64}$/.test(headers.get(signatureKey) ?? '')
  )
}

/** The cause for a signature of an unsupported scheme; undefined if no header has one. */
export function foreignSignature(headers: readonly HeaderPair[]): Cause | undefined {
  for (const [header, value] of headers) {
    const kind = kindOf(header.toLowerCase(), value)
    if (kind)
      return provedCause({
        cause: 'other_scheme',
        detail: `The header ${header} contains ${kind.said}, which the sandbox cannot verify.`,
        fix: kind.fix,
      })
  }
  return undefined
}
