/** The route that verifies a request and explains the verdict, without storing anything. */
import { z } from 'zod'
import { type ControlRoute, route } from '../api/route.ts'
import { headBytes, inBase64 } from '../body/body-text.ts'
import { type EndpointStore, ownSecretOf } from '../capture/endpoints.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import { headersForm, mostHeaders, noPair, timeField } from '../schema/fields.ts'
import { checkScheme, recipeWith } from '../signing/options.ts'
import { type Recipes, schemeNames } from '../signing/recipes.ts'
import { secretsOf } from '../subscriptions/record.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import { answeredSignatures } from '../verification/answered.ts'
import { configuredSecrets, type KnownSecret, subscriptionOf } from '../verification/input.ts'
import { verify } from '../verification/verify.ts'
import * as wire from '../wire.ts'

const body = z
  .strictObject({
    method: z.string().optional().meta({ description: 'POST if left out' }),
    url: z.string().optional().meta({ description: 'The full URL, which some schemes sign' }),
    headers: z
      .union(
        [
          z.record(z.string(), z.string()),
          z.array(z.tuple([z.string(), z.string()], noPair)).max(...mostHeaders),
        ],
        headersForm,
      )
      .transform((headers): wire.HeaderPair[] =>
        Array.isArray(headers) ? headers : Object.entries(headers),
      ),
    body: z.string().optional().meta({ description: 'The body as text' }),
    body_base64: z.base64().optional().meta({ description: 'The exact bytes' }),
    secret: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'If left out, every secret that the sandbox knows is tried' }),
    scheme: z.enum(schemeNames).optional().meta({ description: 'If left out, the headers decide' }),
    scheme_options: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "As a subscription's `scheme_options`; requires `scheme`" }),
    answer: z.string().optional().meta({
      description: "The receiver's response: a signature in it is compared with the expected one",
    }),
    at: timeField().optional().meta({ description: 'The time at which the age is judged; now if left out' }),
  })
  .refine(
    ({ body, body_base64 }) => body === undefined || body_base64 === undefined,
    'must have body or body_base64, not both',
  )
  .refine(
    ({ scheme, scheme_options }) => scheme !== undefined || scheme_options === undefined,
    'scheme_options requires scheme',
  )

export function verifyRoutes(needs: {
  config: Config
  clock: Clock
  recipes: Recipes
  subscriptions: SubscriptionStore
  endpoints: EndpointStore
  now(): number
}): ControlRoute[] {
  function knownSecrets(): KnownSecret[] {
    const ofSubscriptions = needs.subscriptions.all().flatMap((record) => {
      const recipe = recipeWith(needs.recipes, record.scheme, record.schemeOptions)
      return secretsOf(record, needs.clock.now()).map((secret) => ({
        of: subscriptionOf(record),
        secret,
        recipe,
      }))
    })
    const ofEndpoints = needs.endpoints.signing().flatMap((one) => ownSecretOf(needs.recipes, one) ?? [])
    return [...ofSubscriptions, ...ofEndpoints, ...configuredSecrets(needs.config.signing, needs.recipes)]
  }

  return [
    route({
      method: 'POST',
      path: '/verify',
      operationId: 'verify',
      summary: 'Verify a request and explain the verdict; nothing is stored',
      body,
      success: { status: 200, description: 'The verdict', schema: wire.verified },
      // The limit admits the largest capture, even in base64.
      bodyLimit: inBase64(needs.config.body_limit_bytes) + headBytes,
      isHarmless: true,
      run({ body: asked }) {
        const known = knownSecrets()
        const options =
          asked.scheme === undefined ? {} : checkScheme(needs.recipes, asked.scheme, asked.scheme_options)
        const recipe = asked.scheme && recipeWith(needs.recipes, asked.scheme, options)
        // The scheme in the request takes precedence over the scheme of the secret's owner.
        const told = (one: KnownSecret): KnownSecret =>
          asked.scheme_options === undefined ? one : { ...one, recipe }
        const given = asked.secret
        const secrets =
          given === undefined
            ? known
            : [
                {
                  ...known.find(({ secret }) => secret === given),
                  of: { kind: 'given' as const, id: null },
                  secret: given,
                },
              ]
        const judge = (headers: wire.HeaderPair[]) =>
          verify(needs.recipes, {
            headers,
            body:
              asked.body_base64 === undefined
                ? Buffer.from(asked.body ?? '', 'utf8')
                : Buffer.from(asked.body_base64, 'base64'),
            method: asked.method,
            url: asked.url,
            scheme: asked.scheme,
            secrets: secrets.map(told),
            otherSecrets: given === undefined ? [] : known.filter(({ secret }) => secret !== given),
            now: asked.at ?? needs.now(),
          })
        return {
          verdict: judge(asked.headers),
          ...(asked.answer !== undefined && {
            answered: answeredSignatures(asked.headers, asked.answer).map(({ signature, headers }) => ({
              signature,
              verdict: judge(headers),
            })),
          }),
        }
      },
    }),
  ]
}
