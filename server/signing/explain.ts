import type { Cause } from '../wire.ts'
import type { Accident } from './accident.ts'
import {
  keyAccidents,
  lessSigned,
  otherDigests,
  otherEncodings,
  otherHeaders,
  otherSchemes,
  otherSecrets,
  otherUrls,
  writings,
} from './accidents.ts'
import { bodyAccidents } from './bodies.ts'
import type { Content } from './content.ts'
import { equalInConstantTime } from './digest.ts'
import type { KnownSecret, VerifyInput } from './input.ts'
import { methods } from './methods.ts'
import type { Presented, PresentedSignature } from './presented.ts'
import type { Recipe } from './recipe.ts'
import type { Recipes } from './recipes.ts'
import { signatureOf } from './templated.ts'
import { provedCause } from './verdicts.ts'

export interface Facts {
  recipes: Recipes
  recipe: Recipe
  presented: Presented
  content: Content
  input: VerifyInput
}

/** The causes that recomputation proves, most likely first. Nothing is guessed. */
export function causesOf(facts: Facts): Cause[] {
  const proved = (accidents: readonly Accident[]) => accidents.filter((one) => reproduces(facts, one))
  const { recipe, input, presented, content } = facts
  const texts = recipe.method === 'hmac'
  const found = proved([
    ...otherSecrets(input.otherSecrets),
    ...(texts ? keyAccidents(recipe) : []),
    ...(recipe.method === 'password' ? [] : bodyAccidents(input.body, input.sentBody)),
    ...(texts ? [...otherEncodings(recipe), ...otherDigests(recipe), ...writings] : []),
    ...lessSigned(recipe),
    ...otherHeaders(recipe, presented, input.body),
    ...otherUrls(recipe, content.url),
  ])
  if (found.length === 0 && recipe.method !== 'password') found.push(...proved([otherBody]))
  if (found.length === 0 && texts) found.push(...proved(otherSchemes(facts.recipes, recipe)).slice(0, 1))
  return found.map(provedCause)
}

/** A signature that would fit had it the prefix of its version; for a header that nothing else can be read in. */
export function withoutPrefix(facts: Facts): Cause[] {
  const { recipe, presented } = facts
  const value = presented.raw?.trim()
  if (!value || presented.signatures.length > 0) return []
  const signatures = Object.keys(recipe.signs).map((label) => ({ label, value }))
  const bare: Accident = {
    cause: 'version_prefix_missing',
    detail: `The signature is right, but ${presented.signatureHeader} holds nothing else.`,
    fix: `Write ${recipe.headers[presented.signatureHeader]}.`,
  }
  if (!reproduces({ ...facts, presented: { ...presented, signatures } }, bare)) return []
  return [provedCause(bare)]
}

const otherBody: Accident = {
  cause: 'body_digest',
  content: { anyBody: true },
  detail: 'The signature fits, but the digest that it covers is that of another body.',
  fix: 'Send the very bytes that the digest was made of.',
}

function reproduces(facts: Facts, accident: Accident): boolean {
  const { presented, input } = facts
  const recipe = accident.recipe ? ({ ...facts.recipe, ...accident.recipe } as Recipe) : facts.recipe
  const content = accident.content ? { ...facts.content, ...accident.content } : facts.content
  const secrets = accident.secret ? [accident.secret] : input.secrets
  const fits = ({ secret }: KnownSecret, signature: PresentedSignature) => {
    if (!accident.alike) return methods[recipe.method].fits(recipe, secret, signature, content)
    const right = signatureOf(recipe, secret, signature.label, content)
    return (
      right !== undefined &&
      !equalInConstantTime(right, signature.value) &&
      accident.alike(right, signature.value)
    )
  }
  return secrets.some((known) => presented.signatures.some((signature) => fits(known, signature)))
}
