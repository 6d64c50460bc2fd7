import { compiled, formOf } from '../signing/compiled.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Cause, HeaderPair } from '../wire.ts'
import { provedCause } from './verdicts.ts'

/** Ways to sign that no scheme here stands for, by what they write into their header. */
const kinds = [
  {
    headers: ['signature', 'authorization'],
    form: /^(?=.*\bkeyId=").*\bsignature="/is,
    said: 'an HTTP signature by the draft that came before RFC 9421 (draft-cavage-http-signatures)',
    fix: 'Sign by RFC 9421, the scheme http-message-signatures here, which has Signature-Input beside Signature; or verify this in the receiver alone.',
  },
  {
    headers: ['authorization'],
    form: /^AWS4-[A-Z0-9-]+ /,
    said: 'a signature of AWS (Signature Version 4)',
    fix: 'Nothing but AWS verifies it; to have it verified here, sign by one of the schemes besides.',
  },
]

/** Whether a header of a recipe's signature is written as no scheme here writes it; where one's own recipe does, it is not. */
export function isForeignTo(recipe: Recipe, value: string): boolean {
  const { signatureHeader = '', signatureKey } = compiled(recipe)
  return (
    kindOf(signatureKey, value) !== undefined &&
    kindOf(signatureKey, formOf(recipe, signatureHeader)) === undefined
  )
}

const kindOf = (header: string, value: string) =>
  kinds.find(({ headers, form }) => headers.includes(header) && form.test(value))

/** What is told of a signature that is known by its writing, and that no scheme here verifies; undefined where there is none. */
export function foreignSignature(headers: readonly HeaderPair[]): Cause | undefined {
  for (const [header, value] of headers) {
    const kind = kindOf(header.toLowerCase(), value)
    if (kind)
      return provedCause({
        cause: 'other_scheme',
        detail: `The header ${header} holds ${kind.said}, which no scheme here verifies.`,
        fix: kind.fix,
      })
  }
  return undefined
}
