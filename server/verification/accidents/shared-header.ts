import { compiled, formOf } from '../../signing/compiled.ts'
import { schemeNames, withHeader } from '../../signing/recipes.ts'
import type { Facts, Reading } from '../facts.ts'
import type { KnownSecret } from '../input.ts'
import { present } from '../read.ts'

/** What schemes that have the time beside the signature read in the header of this one, where it reads none itself. */
export function readingsByOtherForms({ recipes, recipe, presented, content }: Facts): Reading[] {
  const { signatureHeader } = presented
  if (recipe.method !== 'hmac' || presented.raw === undefined || presented.signatures.length > 0) return []
  return schemeNames.flatMap((name): Reading[] => {
    const other = recipes[name]
    const { places, signatureHeader: theirs } = compiled(other)
    if (name === recipe.scheme || other.method !== 'hmac' || !places.ts?.isItem) return []
    const renamed = withHeader(other, signatureHeader)
    return [
      {
        accident: {
          cause: 'other_scheme',
          detail: `${signatureHeader} is written and signed as ${name} has it in ${theirs}.`,
          fix: `Write ${formOf(recipe, signatureHeader)} over ${Object.values(recipe.signs).join(' or ')}; or send ${theirs}, and set the scheme of this endpoint to ${name}.`,
          expected: formOf(recipe, signatureHeader),
          received: formOf(renamed, signatureHeader),
        },
        presented: present(renamed, content.headers),
        by: { recipe: renamed },
      },
    ]
  })
}

/** What other schemes read in the header that they share with this one. */
export function readingsOfOthers({ recipes, recipe, content, input }: Facts): Reading[] {
  const { signatureHeader, signatureKey } = compiled(recipe)
  const sharing = schemeNames.filter(
    (name) => name !== recipe.scheme && compiled(recipes[name]).signatureKey === signatureKey,
  )
  return sharing.map((name): Reading => {
    const other = recipes[name]
    const secrets = other.method === 'hmac' ? input.secrets.map(sharedBytes) : input.secrets
    return {
      accident: {
        cause: 'other_scheme',
        detail: `The signature is made as ${name} makes it, which has it in ${signatureHeader} too.`,
        fix: `Set the scheme of this endpoint to ${name}, or sign by ${recipe.scheme}.`,
        expected: recipe.scheme,
        received: name,
      },
      presented: present(other, content.headers),
      by: { recipe: other, input: { ...input, secrets } },
    }
  })
}

/** An HMAC has no private key: its bytes are taken for what both sides know. */
const sharedBytes = (known: KnownSecret): KnownSecret => ({
  ...known,
  secret: known.secret.replace(/^whsk_/, 'whsec_'),
})
