/** Lists the secrets that the sandbox knows, for captures and for requests to verify alike. */
import type { Key } from '../api/given.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import { onceFor } from '../memory/once-for.ts'
import { recipeWith } from '../signing/options.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import { type SubscriptionRecord, secretsOf } from '../subscriptions/record.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import {
  configuredSecrets,
  type Identifier,
  type KnownSecret,
  subscriptionOf,
} from '../verification/input.ts'
import { type EndpointSigning, type EndpointStore, ownSecretOf } from './endpoints.ts'

/** The secrets of one owner: those that count now, and those that a rotation retired. */
export interface OwnSecrets {
  current: readonly KnownSecret[]
  old: readonly KnownSecret[]
}

/** How many owners an explanation takes into account. Each costs it a signature. */
const [mostOwners, mostEndpoints] = [20_000, 500]

/** How many subscriptions and credentials are taken for identifiers. */
const mostIdentified = 3

export function createKnownSecrets(needs: {
  config: Pick<Config, 'signing' | 'auth'>
  /** The credentials of the platform's API that the sandbox itself prints. */
  key: Key
  clock: Pick<Clock, 'now'>
  recipes: Recipes
  subscriptions: Pick<SubscriptionStore, 'all'>
  endpoints: Pick<EndpointStore, 'signing'>
}) {
  const { clock, recipes, subscriptions, endpoints } = needs
  const configured = configuredSecrets(needs.config.signing, recipes)

  /** Most subscriptions never change their secret. There may be thousands, and each explanation lists them all. */
  const firstOf = onceFor(
    (record: SubscriptionRecord): KnownSecret => ({
      // Computed on demand, because parsing thousands of URLs takes long.
      get of() {
        return subscriptionOf(record)
      },
      secret: record.secret,
      recipe: recipeWith(recipes, record.scheme, record.schemeOptions),
    }),
  )

  /** The secrets with which a subscription signs now, and the retired ones. */
  function ofSubscription(record: SubscriptionRecord): OwnSecrets {
    const first = firstOf(record)
    if (record.oldSecrets.length === 0) return { current: [first], old: [] }
    const known = { of: first.of, recipe: first.recipe }
    const current = secretsOf(record, clock.now())
    const old = record.oldSecrets.filter(({ secret }) => !current.includes(secret))
    return {
      current: current.map((secret) => ({ ...known, secret })),
      old: old.map(({ secret }) => ({ ...known, secret, old: true })),
    }
  }

  /** The secret of an endpoint's own settings, and the retired ones. */
  function ofEndpoint(endpoint: EndpointSigning): OwnSecrets {
    const { name, scheme, schemeOptions, oldSecrets } = endpoint
    const own = ownSecretOf(recipes, endpoint)
    const recipe = scheme === null ? undefined : recipeWith(recipes, scheme, schemeOptions)
    return {
      current: own ? [own] : [],
      old: oldSecrets.map(({ secret }) => ({
        of: { kind: 'endpoint', id: name },
        secret,
        recipe,
        old: true,
      })),
    }
  }

  /**
   * The configured secrets.
   * @param recipe of the endpoint, if its options change the scheme
   */
  function ofConfig(recipe: Recipe | undefined): readonly KnownSecret[] {
    if (recipe === undefined || recipe === recipes[recipe.scheme as SchemeName]) return configured
    return configured.map((known) =>
      known.recipe === undefined || known.recipe.scheme === recipe.scheme ? { ...known, recipe } : known,
    )
  }

  /** What someone may have used in place of the secret of these subscriptions, likeliest first. */
  function identifiers(of: {
    subscriptions: readonly SubscriptionRecord[]
    endpoint?: string
    deliveryId?: string | undefined
  }): Identifier[] {
    return [
      ...of.subscriptions.slice(0, mostIdentified).flatMap(({ id, url, identity }): Identifier[] => [
        { kind: 'subscription_id', value: id },
        { kind: 'subscription_url', value: url },
        { kind: 'identity', value: identity },
      ]),
      ...[needs.key, ...needs.config.auth.keys.slice(0, mostIdentified)].flatMap(
        ({ authorization, identity }): Identifier[] => [
          { kind: 'authorization', value: authorization },
          { kind: 'identity', value: identity },
        ],
      ),
      { kind: 'endpoint_name', value: of.endpoint ?? '' },
      { kind: 'delivery_id', value: of.deliveryId ?? '' },
    ]
  }

  return {
    identifiers,
    ofSubscription,
    ofEndpoint,
    ofConfig,
    /**
     * The secrets of all owners.
     * @param most how many subscriptions and endpoints, the newest
     */
    all: (most = mostOwners) => ({
      subscriptions: subscriptions.all().slice(-most).map(ofSubscription),
      endpoints: endpoints.signing(Math.min(most, mostEndpoints)).map(ofEndpoint),
      configured,
    }),
  }
}
export type KnownSecrets = ReturnType<typeof createKnownSecrets>
