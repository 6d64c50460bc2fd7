import { lacksDigest } from '../signing/address.ts'
import { compiled } from '../signing/compiled.ts'
import type { Content } from '../signing/content.ts'
import { missingComponents } from '../signing/message.ts'
import type { Presented } from '../signing/presented.ts'
import type { Recipe } from '../signing/recipe.ts'
import { type Causes, missingHeader, provedCause } from './verdicts.ts'

const urlComponents = /"@(?:target-uri|authority|scheme|request-target|path|query)"/

/** What is signed and is not there: headers that a signature covers, or the URL. */
export function lacking(recipe: Recipe, presented: Presented, content: Content): Causes {
  const causes = missingComponents(recipe, presented, content).map((header) =>
    missingHeader(header, `Send ${header}; the signature covers it.`),
  )
  const signsUrl =
    recipe.method === 'message'
      ? presented.signatures.some(({ input = '' }) => urlComponents.test(input))
      : compiled(recipe).signsUrl
  if (signsUrl && recipe.url === undefined && content.url === '') {
    causes.push(
      provedCause({
        cause: 'method_or_url',
        detail: `The scheme ${recipe.scheme} signs the URL, and none was given.`,
        fix: 'Give the full URL that was requested.',
      }),
    )
  } else if (lacksDigest(recipe, content)) {
    causes.push(
      provedCause({
        cause: 'method_or_url',
        detail: `The query of the URL has no bodySHA256; without it the scheme ${recipe.scheme} leaves the body unsigned.`,
        fix: 'Put bodySHA256={SHA-256 of the body in hex} into the query, request that URL, and sign it.',
      }),
    )
  }
  return causes
}
