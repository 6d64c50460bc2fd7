/** The API routes that generate receivers. */
import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import { failUnknown } from '../api/unknown-id.ts'
import type { EndpointStore } from '../capture/endpoints.ts'
import type { CaptureStore } from '../capture/store.ts'
import { fail } from '../failures.ts'
import { recipeWith } from '../signing/options.ts'
import { type Recipes, schemeNames } from '../signing/recipes.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import { signerOf } from '../verification/input.ts'
import * as wire from '../wire.ts'
import { suggest } from '../words/nearest.ts'
import type { Signer } from './generate.ts'

interface Needs {
  recipes: Recipes
  subscriptions: SubscriptionStore
  endpoints: EndpointStore
  captures: CaptureStore
  baseUrl(): string
  /** The sandbox endpoint that an address leads to; undefined for other addresses. */
  endpointOf(url: string): string | undefined
  receiverAt(url: string): string | null
}

/** The sender that a receiver is generated for, with notes on how it was chosen. */
interface Found extends Signer {
  about: string[]
}

const query = z.object({
  language: z.string().meta({ description: 'One of /sandbox/catalogue/languages', example: 'node-express' }),
  capture_id: z.string().optional().meta({ description: 'Uses the scheme and the secret of this capture' }),
  endpoint: z.string().optional().meta({ description: 'Uses the scheme and the secret of this endpoint' }),
  subscription_id: z
    .string()
    .optional()
    .meta({ description: 'Uses the scheme and the secret of this subscription' }),
  scheme: z
    .enum(schemeNames)
    .optional()
    .meta({ description: 'Uses this scheme. Default without any of these parameters: standard-webhooks' }),
  library: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .meta({ description: "false generates a receiver without the scheme's official library" }),
})

/** The routes for generated receivers and for their languages. */
export function codeRoutes(needs: Needs): ControlRoute[] {
  const { recipes, subscriptions, endpoints, captures } = needs

  const bySubscription = (record: SubscriptionRecord): Found => ({
    recipe: recipeWith(recipes, record.scheme, record.schemeOptions),
    secret: record.secret,
    url: record.url,
    listensAt: needs.receiverAt(record.url),
    about: [],
  })

  function byEndpoint(name: string): Found {
    const { scheme, schemeOptions, secret } =
      endpoints.find(name) ?? fail('endpoint_unknown', `No endpoint has the name ${name}.`)
    const here = subscriptions.all().find((one) => needs.endpointOf(one.url) === name)
    if (here && secret === null && (scheme === null || scheme === here.scheme)) return bySubscription(here)
    return {
      recipe: recipeWith(recipes, scheme ?? 'standard-webhooks', schemeOptions),
      secret,
      url: `${needs.baseUrl()}/in/${name}`,
      listensAt: needs.receiverAt(`${needs.baseUrl()}/in/${name}`),
      about:
        scheme === null
          ? [`The endpoint ${name} has no scheme, so this receiver uses standard-webhooks.`]
          : [],
    }
  }

  function byCapture(id: string): Found {
    const { verdict, endpoint } = captures.find(id) ?? failUnknown('capture_unknown', id)
    const verifiedBy = subscriptions.find(signerOf(verdict) ?? '')
    if (verifiedBy) return bySubscription(verifiedBy)
    const scheme = schemeNames.find((name) => name === verdict.scheme)
    const found = byEndpoint(endpoint)
    if (scheme === undefined || found.recipe.scheme === scheme) return found
    return {
      ...found,
      recipe: recipes[scheme],
      secret: null,
      about: [`The capture ${id} is signed with ${scheme}.`],
    }
  }

  function found(asked: z.output<typeof query>): Found {
    const given = (['capture_id', 'endpoint', 'subscription_id', 'scheme'] as const).filter(
      (name) => asked[name] !== undefined,
    )
    if (given.length > 1) fail('invalid_query', `Give only one of ${given.join(' and ')}.`)
    if (asked.capture_id !== undefined) return byCapture(asked.capture_id)
    if (asked.endpoint !== undefined) return byEndpoint(asked.endpoint)
    if (asked.subscription_id !== undefined) {
      const id = asked.subscription_id
      return bySubscription(subscriptions.find(id) ?? failUnknown('subscription_unknown', id))
    }
    return { recipe: recipes[asked.scheme ?? 'standard-webhooks'], secret: null, url: null, about: [] }
  }

  return [
    route({
      method: 'GET',
      path: '/catalogue/languages',
      operationId: 'listLanguages',
      summary: 'List the languages for generated receivers',
      success: {
        status: 200,
        description: 'The languages',
        schema: z.object({ languages: z.array(wire.catalogueLanguage) }),
      },
      async run() {
        const { languageNames, languages } = await import('./languages.ts')
        return {
          languages: languageNames.map((language): wire.CatalogueLanguage => {
            const { title, runtime, rawBody } = languages[language]
            return { language, title, runtime, raw_body: rawBody }
          }),
        }
      },
    }),
    route({
      method: 'GET',
      path: '/code',
      operationId: 'writeCode',
      summary: 'Generate a receiver that verifies signatures',
      query,
      success: { status: 200, description: 'The code', schema: z.object({ code: wire.code }) },
      errors: [
        'invalid_field',
        'language_unknown',
        'capture_unknown',
        'endpoint_unknown',
        'subscription_unknown',
      ],
      async run({ query: asked }) {
        // Loaded late: most runs generate no code.
        const { generate } = await import('./generate.ts')
        const { languageMeant, languageNames } = await import('./languages.ts')
        const language =
          languageNames.find((name) => name === asked.language) ??
          fail(
            'language_unknown',
            `Unknown language ${asked.language}.`,
            suggest(languageMeant(asked.language) ?? asked.language, languageNames),
          )
        const { about, ...signer } = found(asked)
        const code = generate(language, signer, { about, library: asked.library !== 'false' })
        return { code: typeof code === 'string' ? fail('invalid_field', code, customFix) : code }
      },
    }),
  ]
}

const customFix =
  "Change the header's form in signing.custom or scheme_options, or write the receiver by hand."
