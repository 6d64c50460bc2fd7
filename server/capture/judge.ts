/** Verifies what arrives at endpoints, with all secrets that the sandbox knows. */
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../database/writer.ts'
import type { EventStore } from '../delivery/event-store.ts'
import type { Ledger } from '../delivery/ledger.ts'
import type { DeliveryRecord } from '../delivery/record.ts'
import type { DeliveryStore } from '../delivery/store.ts'
import { toFailure } from '../failures.ts'
import { once } from '../memory/once-for.ts'
import type { Outside } from '../outside.ts'
import { recipeWith } from '../signing/options.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import { type SubscriptionRecord, secretsOf } from '../subscriptions/record.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import { configuredSecrets, type KnownSecret, signerOf, subscriptionOf } from '../verification/input.ts'
import { webhookIdIn } from '../verification/read.ts'
import { type Depth, notChecked, verify } from '../verification/verify.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { HeaderPair, Verdict } from '../wire.ts'
import { type EndpointRecord, type EndpointStore, ownSecretOf } from './endpoints.ts'

export interface JudgeNeeds {
  config: Config
  clock: Clock
  outside: Outside
  recipes: Recipes
  subscriptions: SubscriptionStore
  events: EventStore
  deliveries: DeliveryStore
  ledger: Ledger
  endpoints: EndpointStore
  /** The endpoint that a URL leads to. Undefined for another program's URL. */
  endpointOf(url: string): string | undefined
  /** The deliveries that currently send the id of another event. */
  replaying(eventId: string): DeliveryRecord[]
  onTrouble(error: unknown): void
}

/** The verdict on a request, and which delivery it belongs to. */
export interface Judgement {
  verdict: Verdict
  /** From a header. */
  webhookId: string | null
  deliveryId: string | null
}

/** The parts of a request that verification needs. */
interface Judged {
  headers: HeaderPair[]
  method?: string
  path: string
  /** Without its question mark. */
  query: string
  body: Buffer | null
  bodyCut: boolean
}

/** The URL of a request, as its sender knew it. */
export function requestedUrl({ headers, path, query }: Pick<Judged, 'headers' | 'path' | 'query'>): string {
  const scheme = headerOf(headers, 'x-forwarded-proto') === 'https' ? 'https' : 'http'
  return `${scheme}://${headerOf(headers, 'host') ?? ''}${path}${query === '' ? '' : `?${query}`}`
}

/**
 * The URL as the delivery spells it, if both lead to the same endpoint. A scheme that signs the URL signs this spelling.
 */
function addressKnown(request: Judged, delivery: DeliveryRecord | undefined): string {
  const requested = requestedUrl(request)
  const isSame = delivery !== undefined && withoutLogin(delivery.url) === withoutLogin(requested)
  return isSame ? delivery.url : requested
}

function withoutLogin(url: string): string {
  if (!URL.canParse(url)) return url
  const { protocol, host, pathname, search } = new URL(url)
  return `${protocol}//${host}${pathname}${search}`
}

/** Verifies what arrives at endpoints, with what the sandbox knows. */
export function createJudge(needs: JudgeNeeds) {
  const { config, clock, outside, recipes, subscriptions, events, deliveries, ledger } = needs

  const configured = configuredSecrets(config.signing, recipes)

  /**
   * The secrets of an endpoint's own settings: its secret, or those of the config, with its options. Undefined without a
   * secret.
   */
  function ownSecrets(endpoint: EndpointRecord) {
    const { name, scheme, schemeOptions, oldSecrets } = endpoint
    const recipe = scheme === null ? undefined : recipeWith(recipes, scheme, schemeOptions)
    const own = ownSecretOf(recipes, endpoint)
    return {
      own: own && [own],
      old: oldSecrets.map(({ secret }) => ({
        of: { kind: 'endpoint' as const, id: name },
        secret,
        recipe,
        old: true,
      })),
      configured:
        recipe === undefined || recipe === recipes[recipe.scheme as SchemeName]
          ? configured
          : configured.map((known) =>
              known.recipe === undefined || known.recipe.scheme === scheme ? { ...known, recipe } : known,
            ),
    }
  }

  /** The secrets with which a subscription signs now, and those retired by a rotation. */
  function secretsKnown(record: SubscriptionRecord): { current: KnownSecret[]; old: KnownSecret[] } {
    const current = secretsOf(record, clock.now())
    const known = {
      of: subscriptionOf(record),
      recipe: recipeWith(recipes, record.scheme, record.schemeOptions),
    }
    const old = record.oldSecrets.filter(({ secret }) => !current.includes(secret))
    return {
      current: current.map((secret) => ({ ...known, secret })),
      old: old.map(({ secret }) => ({ ...known, secret, old: true })),
    }
  }

  /** The subscription as it was when the delivery was made, if its signing has changed, and as it is. */
  function asSigned(record: SubscriptionRecord, delivery: DeliveryRecord | undefined): SubscriptionRecord[] {
    if (delivery?.subscriptionId !== record.id) return [record]
    const { scheme, schemeOptions } = delivery
    const then = recipeWith(recipes, scheme, schemeOptions)
    const now = recipeWith(recipes, record.scheme, record.schemeOptions)
    return then === now ? [record] : [{ ...record, scheme, schemeOptions }, record]
  }

  /** The custom recipes that may sign requests to an endpoint. */
  function recipesOfOnesOwn({ name, scheme, schemeOptions }: EndpointRecord): Recipe[] {
    const using = leadingTo(name).filter((one) => one.scheme === 'custom')
    return [...(scheme === 'custom' ? [{ schemeOptions }] : []), ...using, { schemeOptions: {} }].map((one) =>
      recipeWith(recipes, 'custom', one.schemeOptions),
    )
  }

  const isAt = (url: string, endpoint: string) => needs.endpointOf(url) === endpoint
  /** The subscriptions whose URL leads to an endpoint. */
  const leadingTo = subscriptions.groupedBy(({ url }) => needs.endpointOf(url))

  /** The subscriptions that lead to an endpoint, and the one of the delivery even if its URL has changed since. */
  function subscriptionsAt(endpoint: string, delivery: DeliveryRecord | undefined): SubscriptionRecord[] {
    const here = leadingTo(endpoint)
    if (!delivery || here.some(({ id }) => id === delivery.subscriptionId)) return here
    const sender = subscriptions.find(delivery.subscriptionId)
    return sender ? [...here, sender] : here
  }

  /** The newest deliveries that may have sent this request, newest first. */
  function broughtBy(webhookId: string | null, endpoint: string): DeliveryRecord[] {
    if (webhookId === null) return []
    const event = events.textOf(webhookId)
    if (!event) return []
    return [...needs.replaying(webhookId), ...deliveries.ofEvent(event.seq)].filter(({ url }) =>
      isAt(url, endpoint),
    )
  }

  /** As {@link broughtBy}, for the subscription whose secret matched, which may be one of many. */
  function broughtFor(webhookId: string, endpoint: string, subscriptionId: string): DeliveryRecord[] {
    const signer = subscriptions.find(subscriptionId)
    const event = signer && events.textOf(webhookId)
    return event ? deliveries.ofEventTo(event.seq, signer.id).filter(({ url }) => isAt(url, endpoint)) : []
  }

  /** The time for judging signatures, in microseconds. */
  const now = () => (config.delivery.timestamps === 'wall' ? outside.wallTime() : clock.now())

  /**
   *
   * @param broughtByDelivery the delivery that the request was found to belong to; undefined searches for it
   * @param at the time for judging the signature
   */
  function judge(
    endpoint: EndpointRecord,
    request: Judged,
    depth: Depth,
    broughtByDelivery?: string | null,
    at = now(),
  ): Judgement {
    const { headers, body, bodyCut } = request
    const webhookId = webhookIdIn(recipes, headers, recipesOfOnesOwn(endpoint)) ?? null
    const candidates = broughtBy(webhookId, endpoint.name)
    const likely =
      broughtByDelivery === undefined ? likeliest(candidates) : deliveries.find(broughtByDelivery ?? '')
    if (body === null || bodyCut) {
      return { verdict: notChecked(recipes, headers, bodyCut), webhookId, deliveryId: likely?.id ?? null }
    }
    const here = once(() =>
      subscriptionsAt(endpoint.name, likely)
        .flatMap((one) => asSigned(one, likely))
        .map(secretsKnown),
    )
    const ofEndpoint = ownSecrets(endpoint)
    const secrets: KnownSecret[] = ofEndpoint.own ?? [
      ...here().flatMap(({ current }) => current),
      ...ofEndpoint.configured,
    ]
    const others = () => {
      const counting = new Set(secrets.map(({ secret }) => secret))
      return [
        // Without a current secret, the others count. A removed secret must not.
        ...(secrets.length > 0 ? ofEndpoint.old : []),
        ...here().flatMap(({ old }) => old),
        ...subscriptions.all().flatMap((one) => secretsKnown(one).current),
        ...needs.endpoints
          .signing()
          .flatMap((one) => ownSecretOf(recipes, one) ?? [])
          .map(({ of, secret }) => ({ of, secret, elsewhere: true })),
        ...configured,
      ].filter(({ secret }) => !counting.has(secret))
    }
    const searches = depth !== 'quick'
    const input = {
      headers,
      body,
      method: request.method,
      url: addressKnown(request, likely),
      scheme: endpoint.scheme ?? undefined,
      secrets,
      // Without a search, other secrets are only tried if nothing else is known.
      otherSecrets: searches || secrets.length === 0 ? others() : [],
      sentBody: searches && likely?.eventId === webhookId ? ledger.contentOf(likely).body : undefined,
      now: at,
    }
    const verdict = verify(recipes, input, depth)
    // Several subscriptions may send the same event here. The matching secret identifies the subscription.
    const signer = signerOf(verdict)
    const fitting = candidates.filter((one) => signer === one.subscriptionId)
    if (fitting.length === 0 && webhookId !== null && signer !== undefined)
      fitting.push(...broughtFor(webhookId, endpoint.name, signer))
    return { verdict, webhookId, deliveryId: (likeliest(fitting) ?? likely)?.id ?? null }
  }

  return {
    now,
    /**
     * Decides quickly whether the signature matches. {@link explain} finds the reason later. On a manual clock it runs at
     * once, so that numbers do not depend on timing.
     */
    judge(tx: Pick<Transaction, 'afterCommit'>, endpoint: EndpointRecord, request: Judged): Judgement {
      if (clock.state().mode !== 'manual') return judge(endpoint, request, 'quick')
      try {
        return judge(endpoint, request, 'full')
      } catch (error) {
        if (toFailure(error).code === 'storage') throw error
        // The capture is stored anyway. Its causes are not searched again, since that would fail too.
        tx.afterCommit(() => needs.onTrouble(error))
        const { verdict, ...found } = judge(endpoint, request, 'quick')
        return { ...found, verdict: { ...verdict, explained: true } }
      }
    },
    /** Decides quickly on a request that was recorded elsewhere, by the time when it was sent. */
    judgeThen: (endpoint: EndpointRecord, request: Judged, at: number): Judgement =>
      judge(endpoint, request, 'quick', undefined, at),
    /** The verdict with its causes, for a request judged before. */
    explain: (endpoint: EndpointRecord, request: Judged, deliveryId: string | null): Verdict =>
      judge(endpoint, request, 'causes', deliveryId).verdict,
  }
}

/** A delivery under way comes before an ended one, the newest first. */
const likeliest = (candidates: readonly DeliveryRecord[]): DeliveryRecord | undefined =>
  candidates.find((delivery) => delivery.state === 'sending') ?? candidates[0]
export type Judge = ReturnType<typeof createJudge>
