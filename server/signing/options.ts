/** Validates a subscription's `scheme_options` and applies the options to the scheme's recipe. */
import { z } from 'zod'
import { failField, failFields } from '../failures.ts'
import { webAddress } from '../schema/fields.ts'
import { signatureHeaderName } from '../schema/header-names.ts'
import { type Issue, issuesOf, refusedIn } from '../schema/issues.ts'
import { customFields, customRecipe, fromCustom } from './custom.ts'
import { algorithmNames, algorithms } from './message.ts'
import type { Recipe } from './recipe.ts'
import { type Recipes, type SchemeName, schemeNames, withHeader } from './recipes.ts'

export type SchemeOptions = Readonly<Record<string, unknown>>

const notificationUrl = {
  notification_url: webAddress()
    .optional()
    .meta({ description: 'The URL that the verifier uses. Default: the requested URL' }),
}

const header = signatureHeaderName()
  .optional()
  .meta({ description: 'The signature header. Default: signing.platform_header' })

/** The password may contain colons, because Basic authentication splits at the first colon. */
const user = z
  .string()
  .regex(/^[^:]*$/, 'must not contain a colon')
  .optional()
  .meta({ description: 'The user. Default: webhook' })

const password = z.string().optional().meta({ description: 'The password. Default: the secret' })

const algorithm = z
  .enum(algorithmNames)
  .optional()
  .meta({ description: 'The signing algorithm. ecdsa-p256-sha256 is ES256. Default: hmac-sha256' })

const shapes: Partial<Record<SchemeName, z.core.$ZodShape>> = {
  platform: { header },
  basic: { user, password },
  'http-message-signatures': { algorithm },
  square: notificationUrl,
  twilio: notificationUrl,
  custom: customFields.partial().shape,
}

function optionsSchema(scheme: SchemeName): z.ZodType<SchemeOptions> {
  const shape = shapes[scheme] ?? {}
  const names = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const said = names.length > 0 ? `Its options: ${names.join(', ')}` : 'The scheme has no options'
      return `the scheme ${scheme} has no option ${issue.keys.join(', ')}. ${said}`
    },
  }) as z.ZodType<SchemeOptions>
}

/** Scheme → schema of the subscription's `scheme_options`. */
const schemeOptions = Object.fromEntries(
  schemeNames.map((scheme) => [scheme, optionsSchema(scheme)]),
) as Record<SchemeName, z.ZodType<SchemeOptions>>

/**
 * Validates a scheme's options for storage. Invalid options fail with `invalid_field`. `custom` also fails unless config
 * and options together form a complete recipe.
 */
export function checkScheme(recipes: Recipes, scheme: SchemeName, options: unknown = {}): SchemeOptions {
  const parsed = schemeOptions[scheme].safeParse(options)
  if (!parsed.success) {
    return failFields('invalid_field', issuesOf(parsed.error, options).map(inOptions))
  }
  // Stored options must not contain defaults, which would outlive a change of the config.
  const given = Object.keys(options ?? {}) as string[]
  const kept = Object.fromEntries(Object.entries(parsed.data).filter(([name]) => given.includes(name)))
  if (scheme === 'custom') requireWhole(recipes, kept)
  return kept
}

const inOptions = (issue: Issue) => refusedIn({ ...issue, path: ['scheme_options', ...issue.path] })

function requireWhole(recipes: Recipes, options: SchemeOptions) {
  const parsed = readCustom(recipes, options)
  if (parsed.success) return
  const flaws = parsed.error.issues.filter(({ code }) => code === 'custom')
  if (flaws.length > 0) return failFields('invalid_field', flaws.map(inOptions))
  return failField(
    'scheme',
    'custom has no recipe',
    'Set headers and signs in scheme_options, or in signing.custom in the configuration.',
  )
}

/** Whether `custom` no longer has a complete recipe, for example after a change of the config. */
export const lacksRecipe = (recipes: Recipes, scheme: SchemeName, options: SchemeOptions): boolean =>
  scheme === 'custom' && !readCustom(recipes, options).success

const made = new WeakMap<Recipes, Map<string, Recipe>>()
const keptRecipes = 1000

/**
 * The scheme's recipe with the subscription's options applied. Returns the same object for the same options.
 * @param options validated by {@link checkScheme}; a `custom` without a complete recipe signs nothing
 */
export function recipeWith(recipes: Recipes, scheme: SchemeName, options: SchemeOptions): Recipe {
  const recipe = recipes[scheme]
  if (isEmpty(options)) return recipe
  let kept = made.get(recipes)
  if (!kept || kept.size >= keptRecipes) {
    kept = new Map()
    made.set(recipes, kept)
  }
  const label = `${scheme} ${JSON.stringify(options)}`
  let found = kept.get(label)
  if (!found) {
    found = changed(recipes, recipe, options)
    kept.set(label, found)
  }
  return found
}

function isEmpty(options: SchemeOptions): boolean {
  for (const _ in options) return false
  return true
}

const textIn = (options: SchemeOptions, name: string): string | undefined =>
  typeof options[name] === 'string' ? options[name] : undefined

function changed(recipes: Recipes, recipe: Recipe, options: SchemeOptions): Recipe {
  switch (recipe.scheme as SchemeName) {
    case 'platform': {
      const name = textIn(options, 'header')
      return name === undefined ? recipe : withHeader(recipe, name)
    }
    case 'basic':
      return {
        ...recipe,
        user: textIn(options, 'user') ?? recipe.user,
        password: textIn(options, 'password'),
      }
    case 'http-message-signatures': {
      const name = algorithmNames.find((one) => one === textIn(options, 'algorithm'))
      return name === undefined ? recipe : { ...recipe, key: algorithms[name] }
    }
    case 'square':
    case 'twilio':
      return { ...recipe, url: textIn(options, 'notification_url') }
    case 'custom': {
      const custom = customOf(recipes, options)
      if (!custom) return recipe
      return { ...recipe, ...custom, carriesSeveral: custom.repeats !== null }
    }
    default:
      return recipe
  }
}

const readCustom = (recipes: Recipes, options: SchemeOptions) =>
  customRecipe.safeParse({ ...recipes.custom.custom, ...options })

/** The recipe that config and options form together; undefined if incomplete. */
function customOf(recipes: Recipes, options: SchemeOptions) {
  const parsed = readCustom(recipes, options)
  return parsed.success ? fromCustom(parsed.data) : undefined
}
