/** Finds the scheme and secret to sign a replay with. */
import { z } from 'zod'
import { failUnknown } from '../../api/unknown-id.ts'
import type { Config } from '../../config.ts'
import type { DeliveryStore } from '../../delivery/store.ts'
import { fail, failField } from '../../failures.ts'
import { signedHeaderNames } from '../../signing/compiled.ts'
import { checkScheme, recipeWith } from '../../signing/options.ts'
import { keyForms, type Recipe } from '../../signing/recipe.ts'
import { type Recipes, schemeNames } from '../../signing/recipes.ts'
import { sign } from '../../signing/sign.ts'
import { type SubscriptionRecord, secretsOf } from '../../subscriptions/record.ts'
import type { SubscriptionStore } from '../../subscriptions/store.ts'
import { configuredSecrets, signerOf } from '../../verification/input.ts'
import type { CaptureRow } from '../../wire.ts'
import type { EndpointStore } from '../endpoints.ts'
import type { Signing } from './outgoing.ts'

/** How to sign a replay. */
export const signField = z
  .union(
    [
      z.literal(true),
      z.strictObject({ subscription_id: z.string().min(1) }),
      z.strictObject({ endpoint: z.string().min(1) }),
      z.strictObject({
        secret: z.string().min(1),
        scheme: z.enum(schemeNames),
        scheme_options: z.record(z.string(), z.unknown()).optional(),
      }),
    ],
    'must be true, {subscription_id}, {endpoint} or {secret, scheme}',
  )
  .meta({
    description:
      "Sign again with the current time. true uses the secret that matched on arrival, else the endpoint's secret, else that of the subscription that sent it",
  })
type Sign = z.output<typeof signField>

const trial = { id: '', timestamp: '0', body: Buffer.alloc(0), url: '', event: '', contentType: '' }

/** Whether a secret contains a key that can sign. Without one, the signature header stays empty or absent. */
function canSign(recipe: Recipe, secret: string): boolean {
  const made = new Map(sign(recipe, [secret], trial))
  return signedHeaderNames(recipe).signature.every((name) => made.get(name))
}

/** Finds the scheme and secret to sign a replay with. */
export function createSigner(needs: {
  config: Pick<Config, 'signing'>
  recipes: Recipes
  subscriptions: SubscriptionStore
  endpoints: EndpointStore
  deliveries: DeliveryStore
  clock: { now(): number }
  /** The time for signatures, in microseconds. */
  now(): number
}) {
  const { config, recipes, subscriptions, endpoints, deliveries } = needs
  const configured = configuredSecrets(config.signing, recipes)

  type Found = Pick<Signing, 'recipe' | 'secrets'>

  const ofSubscription = (record: SubscriptionRecord): Found => ({
    recipe: recipeWith(recipes, record.scheme, record.schemeOptions),
    secrets: secretsOf(record, needs.clock.now()),
  })

  const schemeOf = ({ verdict }: CaptureRow) => schemeNames.find((name) => name === verdict.scheme)

  function ofEndpoint(name: string, capture: CaptureRow): Found | undefined {
    const endpoint = endpoints.find(name)
    const scheme = endpoint?.scheme ?? schemeOf(capture)
    if (!endpoint || !scheme) return undefined
    const options = scheme === endpoint.scheme ? endpoint.schemeOptions : {}
    const recipe = recipeWith(recipes, scheme, options)
    const secret = endpoint.secret ?? recipe.password
    return secret ? { recipe, secrets: [secret] } : undefined
  }

  /** A secret of the configuration, if it matched. */
  function ofConfig(capture: CaptureRow): Found | undefined {
    const { secret_of: of } = capture.verdict
    const known = configured.find((one) => of?.kind === 'config' && one.of.id === of.id)
    const scheme = schemeOf(capture)
    return known && scheme && { recipe: recipes[scheme], secrets: [known.secret] }
  }

  function named(capture: CaptureRow): Found {
    const delivery = capture.delivery_id === null ? undefined : deliveries.find(capture.delivery_id)
    const subscription = (id: string | undefined) => {
      const record = id === undefined ? undefined : subscriptions.find(id)
      return record && ofSubscription(record)
    }
    return (
      subscription(signerOf(capture.verdict)) ??
      ofConfig(capture) ??
      ofEndpoint(capture.endpoint, capture) ??
      subscription(delivery?.subscriptionId) ??
      failField(
        'sign',
        'no secret is known: none matched on arrival, and the endpoint has none',
        'Give {"subscription_id"}, {"endpoint"} or {"secret", "scheme"}.',
      )
    )
  }

  function found(capture: CaptureRow, asked: Sign): Found {
    if (asked === true) return named(capture)
    if ('subscription_id' in asked) {
      const record = subscriptions.find(asked.subscription_id)
      return ofSubscription(record ?? failUnknown('subscription_unknown', asked.subscription_id))
    }
    if ('endpoint' in asked) {
      if (!endpoints.find(asked.endpoint)) fail('endpoint_unknown', `No endpoint is named ${asked.endpoint}.`)
      return (
        ofEndpoint(asked.endpoint, capture) ??
        failField(
          'sign',
          `the endpoint ${asked.endpoint} has no secret, or no known scheme`,
          'Set both on the endpoint, or pass {"secret", "scheme"}.',
        )
      )
    }
    const options = checkScheme(recipes, asked.scheme, asked.scheme_options)
    return { recipe: recipeWith(recipes, asked.scheme, options), secrets: [asked.secret] }
  }

  return (capture: CaptureRow, asked: Sign): Signing => {
    const scheme = schemeOf(capture)
    const { recipe, secrets } = found(capture, asked)
    if (!secrets.every((secret) => canSign(recipe, secret)))
      failField(
        'sign',
        `${recipe.scheme} cannot sign with this secret: the secret is a public key, or not a key of this scheme`,
        `The key must have this form: ${keyForms[recipe.key]}.`,
      )
    return {
      recipe,
      secrets,
      timestamp: Math.floor(needs.now() / 1_000_000),
      before: scheme && recipes[scheme],
    }
  }
}
