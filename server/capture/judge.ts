/** Verifies what arrives at endpoints, with all secrets that the sandbox knows. */
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import type { EventStore } from '../delivery/event-store.ts'
import type { Ledger } from '../delivery/ledger.ts'
import type { DeliveryRecord } from '../delivery/record.ts'
import type { DeliveryStore } from '../delivery/store.ts'
import { type Pausable, runAtOnce, runInSlices, sliceMs } from '../memory/in-slices.ts'
import { once } from '../memory/once-for.ts'
import type { Outside } from '../outside.ts'
import { recipeWith } from '../signing/options.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { Recipes } from '../signing/recipes.ts'
import type { SubscriptionRecord } from '../subscriptions/record.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import { type KnownSecret, signerOf } from '../verification/input.ts'
import { webhookIdIn } from '../verification/read.ts'
import { digestCost } from '../verification/search/budget.ts'
import { type Depth, notChecked, verifying } from '../verification/verify.ts'
import { headerOf } from '../wire/header-pairs.ts'
import type { HeaderPair, Verdict } from '../wire.ts'
import { spoiltBy } from '../words/delivery.ts'
import type { EarlierRequests } from './earlier.ts'
import type { EndpointRecord } from './endpoints.ts'
import type { KnownSecrets, OwnSecrets } from './known-secrets.ts'

export interface JudgeNeeds {
  config: Config
  clock: Clock
  outside: Outside
  recipes: Recipes
  subscriptions: SubscriptionStore
  events: EventStore
  deliveries: DeliveryStore
  ledger: Ledger
  earlier: EarlierRequests
  knownSecrets: KnownSecrets
  /** The endpoint that a URL leads to. Undefined for another program's URL. */
  endpointOf(url: string): string | undefined
  /** The deliveries that currently send the id of another event. */
  replaying(eventId: string): DeliveryRecord[]
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
  /** The URL of a request that another program received. */
  url?: string | undefined
}

/** How many other owners' secrets a capture is tried with at once. An explanation tries the others. */
const mostAtOnce = 100

/** From this size in bytes, reading a body takes as long as a slice. */
const large = 100_000
/** The most work with secrets that nobody pauses for, in microseconds. */
const mostWorkAtOnce = 5000

/** What is known of a request that was judged before: the number of its capture, and its delivery. */
interface Recorded {
  seq: number
  deliveryId: string | null
  /** When the request was sent, if another program received it. */
  at?: number | undefined
  /** What the sandbox did to it on purpose, as its verdict says. */
  onPurpose: string | undefined
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
  const requested = request.url ?? requestedUrl(request)
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
  const { knownSecrets, earlier } = needs

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

  /**
   * The subscription of the delivery, even if its URL has changed since, and then all others that lead to an endpoint. The
   * search tries most mistakes with the first secrets only.
   */
  function subscriptionsAt(
    endpoint: string,
    delivery: DeliveryRecord | undefined,
  ): readonly SubscriptionRecord[] {
    const here = leadingTo(endpoint)
    const isSender = ({ id }: SubscriptionRecord) => id === delivery?.subscriptionId
    const sender = here.find(isSender) ?? (delivery && subscriptions.find(delivery.subscriptionId))
    return sender ? [sender, ...here.filter((one) => !isSender(one))] : here
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

  /** @param at the time for judging the signature */
  function* judging(
    endpoint: EndpointRecord,
    request: Judged,
    depth: Depth,
    recorded?: Recorded,
    at = now(),
  ): Pausable<Judgement> {
    const { headers, body, bodyCut } = request
    const webhookId = webhookIdIn(recipes, headers, recipesOfOnesOwn(endpoint)) ?? null
    const candidates = broughtBy(webhookId, endpoint.name)
    const likely = recorded === undefined ? likeliest(candidates) : deliveries.find(recorded.deliveryId ?? '')
    if (body === null || bodyCut) {
      return { verdict: notChecked(recipes, headers, bodyCut), webhookId, deliveryId: likely?.id ?? null }
    }
    const here = once(() => subscriptionsAt(endpoint.name, likely).flatMap((one) => asSigned(one, likely)))
    const ofHere = once(() => here().map(knownSecrets.ofSubscription))
    const ofEndpoint = knownSecrets.ofEndpoint(endpoint)
    const recipe =
      endpoint.scheme === null ? undefined : recipeWith(recipes, endpoint.scheme, endpoint.schemeOptions)
    const secrets: readonly KnownSecret[] =
      ofEndpoint.current.length > 0
        ? ofEndpoint.current
        : [...ofHere().flatMap(({ current }) => current), ...knownSecrets.ofConfig(recipe)]
    const searches = depth !== 'quick'
    const input = {
      headers,
      body,
      method: request.method,
      url: addressKnown(request, likely),
      scheme: endpoint.scheme ?? undefined,
      secrets,
      // Without a search, other secrets are only tried if nothing else is known.
      otherSecrets:
        searches || secrets.length === 0
          ? othersThan(secrets, [ofEndpoint, ...ofHere()], searches ? undefined : mostAtOnce)
          : [],
      ...(searches && {
        sentBody:
          likely !== undefined && likely.eventId === webhookId ? ledger.contentOf(likely).body : undefined,
        identifiers: knownSecrets.identifiers({
          subscriptions: here(),
          endpoint: endpoint.name,
          deliveryId: likely?.id,
        }),
        earlier: earlier({
          endpoint: endpoint.name,
          webhookId,
          headers,
          before: recorded?.seq ?? Number.MAX_SAFE_INTEGER,
        }),
      }),
      now: at,
    }
    const found = yield* verifying(recipes, input, depth)
    const isLeft = !searches && found.result === 'unknown_secret' && subscriptions.all().length > mostAtOnce
    const verdict = isLeft ? { ...found, explained: false } : found
    // Several subscriptions may send the same event here. The matching secret identifies the subscription.
    const signer = signerOf(verdict)
    const fitting = candidates.filter((one) => signer === one.subscriptionId)
    if (fitting.length === 0 && webhookId !== null && signer !== undefined)
      fitting.push(...broughtFor(webhookId, endpoint.name, signer))
    const delivery = likeliest(fitting) ?? likely
    // Others may send the same id later.
    const onPurpose = recorded
      ? recorded.onPurpose
      : delivery && spoiltBy(deliveries.faultUnderWay(delivery.seq), verdict)
    return {
      verdict: onPurpose ? { ...verdict, on_purpose: onPurpose } : verdict,
      webhookId,
      deliveryId: delivery?.id ?? null,
    }
  }

  /** All known secrets that do not count here. The retired ones of the same owners come first. */
  function othersThan(
    secrets: readonly KnownSecret[],
    here: readonly OwnSecrets[],
    most: number | undefined,
  ): KnownSecret[] {
    const counting = new Set(secrets.map(({ secret }) => secret))
    const all = knownSecrets.all(most)
    // Without a current secret, the others count. A removed secret must not.
    const retired = (owners: readonly OwnSecrets[]) =>
      secrets.length > 0 ? owners.flatMap(({ old }) => old) : []
    return [
      ...retired(here),
      ...all.subscriptions.flatMap(({ current }) => current),
      ...all.endpoints.flatMap(({ current }) =>
        current.map(({ of, secret }) => ({ of, secret, elsewhere: true })),
      ),
      ...all.configured,
      ...retired([...all.subscriptions, ...all.endpoints]),
    ].filter(({ secret }) => !counting.has(secret))
  }

  return {
    now,
    /** Whether {@link judge} may keep other requests waiting: for a large body, or many secrets that count. */
    takesLong: (endpoint: EndpointRecord, { body }: Judged): boolean =>
      body !== null &&
      (body.length >= large || digestCost(body.length) * leadingTo(endpoint.name).length > mostWorkAtOnce),
    /** As {@link judge}, with pauses. */
    judging: (endpoint: EndpointRecord, request: Judged): Pausable<Judgement> =>
      judging(endpoint, request, 'quick'),
    /** Decides at once whether the signature matches. {@link explain} finds the reason later. */
    judge: (endpoint: EndpointRecord, request: Judged): Judgement =>
      runAtOnce(judging(endpoint, request, 'quick')),
    /** The verdict with its causes, for a request judged before. The search gives other work its turns. */
    explain: async (endpoint: EndpointRecord, request: Judged, recorded?: Recorded): Promise<Verdict> => {
      const work = judging(endpoint, request, recorded ? 'causes' : 'full', recorded, recorded?.at)
      return (await runInSlices(work, sliceMs, outside.elapsed)).verdict
    },
    /** Decides quickly on a request that was recorded elsewhere, by the time when it was sent. */
    judgeThen: (endpoint: EndpointRecord, request: Judged, at: number): Judgement =>
      runAtOnce(judging(endpoint, request, 'quick', undefined, at)),
  }
}

/** A delivery under way comes before an ended one, the newest first. */
const likeliest = (candidates: readonly DeliveryRecord[]): DeliveryRecord | undefined =>
  candidates.find((delivery) => delivery.state === 'sending') ?? candidates[0]
export type Judge = ReturnType<typeof createJudge>
