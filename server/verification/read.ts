/** Reads signatures, ids and schemes from a request's headers. */
import { onceFor } from '../memory/once-for.ts'
import { compiled } from '../signing/compiled.ts'
import { methods } from '../signing/methods.ts'
import type { HeaderMap, Presented } from '../signing/presented.ts'
import type { Recipe } from '../signing/recipe.ts'
import { type Recipes, type SchemeName, schemeNames } from '../signing/recipes.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { HeaderPair } from '../wire.ts'
import { isBareDigest, isForeignTo } from './foreign.ts'

/** Joins repeated headers with a comma, as HTTP specifies. */
export function headerMap(headers: readonly HeaderPair[]): HeaderMap {
  const map = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const before = map.get(key)
    map.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return map
}

/** Whether UTF-8 and Latin-1 decode every value identically. */
export function isAscii(headers: HeaderMap): boolean {
  for (const value of headers.values()) if (/[^\0-\x7f]/.test(value)) return false
  return true
}

export const present = (recipe: Recipe, headers: HeaderMap): Presented =>
  methods[recipe.method].present(recipe, headers)

/** The lower-case names of headers that hold an id. Standard Webhooks' header comes first. */
const idHeaders = onceFor((recipes: Recipes) => [
  ...new Set(
    ['webhook-id', ...schemeNames.map((scheme) => compiled(recipes[scheme]).idHeader)].flatMap(
      (name) => name?.toLowerCase() ?? [],
    ),
  ),
])

/**
 * The request's id: from a recipe whose signature is present, otherwise from any scheme's id header.
 * @param own custom recipes in use, which may hold the id anywhere
 */
export function webhookIdIn(
  recipes: Recipes,
  headers: readonly HeaderPair[],
  own: readonly Recipe[],
): string | undefined {
  for (const recipe of own) {
    const { signatureHeader } = compiled(recipe)
    if (signatureHeader === undefined || headerOf(headers, signatureHeader) === undefined) continue
    const { id } = present(recipe, headerMap(headers))
    if (id) return id
  }
  for (const name of idHeaders(recipes)) {
    const value = headerOf(headers, name)
    if (value) return value
  }
  return undefined
}

/** The headers whose value is only an event's name. */
export const eventHeaders = onceFor((recipes: Recipes): readonly string[] =>
  schemeNames.flatMap((scheme) =>
    compiled(recipes[scheme]).headers.flatMap(({ name, alone }) => (alone === 'event' ? name : [])),
  ),
)

/** Schemes whose headers are common for other reasons come last. */
const lookedFor = [...schemeNames].sort((a, b) => rank(a) - rank(b))

function rank(name: SchemeName): number {
  // RFC 9421 shares the Signature header with the platform's scheme. Any client may send Authorization.
  if (name === 'http-message-signatures') return 0
  return name === 'basic' ? 2 : 1
}

const hasHeader = (recipe: Recipe, headers: HeaderMap) => {
  const { signatureHeader, signatureKey } = compiled(recipe)
  return signatureHeader !== undefined && headers.has(signatureKey)
}

/**
 * The recipe that the headers show. A recipe that can parse the signature wins over a recipe that only knows the
 * header's name.
 * @param preferred recipes that win over the table's, such as those of subscriptions to this endpoint
 */
export function recipeShown(
  recipes: Recipes,
  headers: HeaderMap,
  preferred: readonly Recipe[] = [],
): Recipe | undefined {
  const named = [...preferred, ...lookedFor.map((name) => recipes[name])].filter(
    (recipe) => hasHeader(recipe, headers) && present(recipe, headers).raw !== undefined,
  )
  const readable = (recipe: Recipe) => present(recipe, headers).signatures.length > 0
  const isOther = (recipe: Recipe) =>
    recipe.scheme === 'basic' ||
    isForeignTo(recipe, headers.get(compiled(recipe).signatureKey) ?? '') ||
    isBareDigest(recipe, headers)
  return named.find(readable) ?? named.find((recipe) => !isOther(recipe))
}

/** The scheme whose timestamp header is present without its signature header. */
export const schemeHalfShown = (recipes: Recipes, headers: HeaderMap): SchemeName | undefined =>
  schemeNames.find((scheme) => {
    const { timestampHeader, signatureHeader } = compiled(recipes[scheme])
    return timestampHeader && signatureHeader && headers.has(timestampHeader.toLowerCase())
  })
