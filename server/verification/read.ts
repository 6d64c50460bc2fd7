import { onceFor } from '../memory/once-for.ts'
import { compiled } from '../signing/compiled.ts'
import { methods } from '../signing/methods.ts'
import type { HeaderMap, Presented } from '../signing/presented.ts'
import type { Recipe } from '../signing/recipe.ts'
import { type Recipes, type SchemeName, schemeNames } from '../signing/recipes.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { HeaderPair } from '../wire.ts'
import { isForeignTo } from './foreign.ts'

/** Headers by names in lower case, repeated ones joined as HTTP joins them. */
export function headerMap(headers: readonly HeaderPair[]): HeaderMap {
  const map = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const before = map.get(key)
    map.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return map
}

/** Whether no value has a byte that UTF-8 and Latin-1 read differently. */
export function isAscii(headers: HeaderMap): boolean {
  for (const value of headers.values()) if (/[^\0-\x7f]/.test(value)) return false
  return true
}

/** Reads the headers of one scheme. */
export const present = (recipe: Recipe, headers: HeaderMap): Presented =>
  methods[recipe.method].present(recipe, headers)

/** The names of the headers that hold an id, in lower case; that of Standard Webhooks goes before all others. */
const idHeaders = onceFor((recipes: Recipes) => [
  ...new Set(
    ['webhook-id', ...schemeNames.map((scheme) => compiled(recipes[scheme]).idHeader)].flatMap(
      (name) => name?.toLowerCase() ?? [],
    ),
  ),
])

/**
 * The id that a request carries: where a recipe has it by which the request is signed, else in the header of any scheme.
 * @param own recipes of one's own that are used here, which may have it anywhere
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

/** The names of the headers that hold the name of an event and nothing else. */
export const eventHeaders = onceFor((recipes: Recipes): readonly string[] =>
  schemeNames.flatMap((scheme) =>
    compiled(recipes[scheme]).headers.flatMap(({ name, alone }) => (alone === 'event' ? name : [])),
  ),
)

/** Those that many requests carry for other reasons have the last word. */
const lookedFor = [...schemeNames].sort((a, b) => rank(a) - rank(b))

function rank(name: SchemeName): number {
  // RFC 9421 uses the platform's header along with one of its own; any client may send Authorization.
  if (name === 'http-message-signatures') return 0
  return name === 'basic' ? 2 : 1
}

const hasHeader = (recipe: Recipe, headers: HeaderMap) => {
  const { signatureHeader, signatureKey } = compiled(recipe)
  return signatureHeader !== undefined && headers.has(signatureKey)
}

/**
 * The recipe whose signature the headers show: one that can read it before one that only knows the header's name.
 * @param preferred recipes that count before the table's, such as those of the subscriptions that point here
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
    recipe.scheme === 'basic' || isForeignTo(recipe, headers.get(compiled(recipe).signatureKey) ?? '')
  return named.find(readable) ?? named.find((recipe) => !isOther(recipe))
}

/** The scheme whose timestamp's header is there while its signature is not. */
export const schemeHalfShown = (recipes: Recipes, headers: HeaderMap): SchemeName | undefined =>
  schemeNames.find((scheme) => {
    const { timestampHeader, signatureHeader } = compiled(recipes[scheme])
    return timestampHeader && signatureHeader && headers.has(timestampHeader.toLowerCase())
  })
