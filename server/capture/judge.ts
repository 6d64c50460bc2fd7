import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../database/writer.ts'
import type { Ledger } from '../delivery/ledger.ts'
import type { DeliveryRecord } from '../delivery/record.ts'
import type { DeliveryStore } from '../delivery/store.ts'
import type { EventStore } from '../events/store.ts'
import { toFailure } from '../failures.ts'
import type { Outside } from '../outside.ts'
import { configuredSecrets, type KnownSecret } from '../signing/input.ts'
import { recipeWith } from '../signing/options.ts'
import { headerOf, webhookIdIn } from '../signing/read.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import { type Depth, notChecked, verify } from '../signing/verify.ts'
import { type SubscriptionRecord, secretsOf } from '../subscriptions/record.ts'
import type { SubscriptionStore } from '../subscriptions/store.ts'
import type { HeaderPair, Verdict } from '../wire.ts'
import type { EndpointRecord, EndpointStore } from './endpoints.ts'

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
  /** The sandbox's own addresses: `http://127.0.0.1:4400` and its other names. */
  ownOrigins(): readonly string[]
  onTrouble(error: unknown): void
}

/** What is made of a request's signature and of where it comes from. */
export interface Judgement {
  verdict: Verdict
  webhookId: string | null
  deliveryId: string | null
}

const nameOf = (subscriptionId: string) => `subscription ${subscriptionId}`

/** A request as it came over the wire, as far as a judge looks at it. */
interface Judged {
  headers: HeaderPair[]
  method?: string
  path: string
  /** Without its question mark. */
  query: string
  body: Buffer | null
  bodyCut: boolean
}

/** The address that a request was made to, as its sender knew it. */
export function requestedUrl({ headers, path, query }: Pick<Judged, 'headers' | 'path' | 'query'>): string {
  const scheme = headerOf(headers, 'x-forwarded-proto') === 'https' ? 'https' : 'http'
  return `${scheme}://${headerOf(headers, 'host') ?? ''}${path}${query === '' ? '' : `?${query}`}`
}

/** Verifies what arrives at endpoints, with what the sandbox knows. */
export function createJudge(needs: JudgeNeeds) {
  const { config, clock, outside, recipes, subscriptions, events, deliveries, ledger } = needs

  const configured = configuredSecrets(config.signing, recipes)

  /** The addresses of an endpoint by every name of this machine. */
  const addressesOf = (endpoint: string) => needs.ownOrigins().map((origin) => `${origin}/in/${endpoint}`)

  const pointsAt = (url: string, addresses: readonly string[]) =>
    addresses.some((address) => url.startsWith(address) && /^$|^[/?#]/.test(url.slice(address.length)))

  /**
   * What is tried on what comes to an endpoint by its own settings: its secret, or those of the config, read as its options say;
   * undefined where it has no secret.
   */
  function ownSecrets({ name, scheme, schemeOptions, secret }: EndpointRecord) {
    const recipe = scheme === null ? undefined : recipeWith(recipes, scheme, schemeOptions)
    // A password among the options is a secret too.
    const own = secret ?? recipe?.password
    return {
      own: own === undefined ? undefined : [{ of: `endpoint ${name}`, secret: own, recipe }],
      configured:
        recipe === undefined || recipe === recipes[recipe.scheme as SchemeName]
          ? configured
          : configured.map((known) =>
              known.recipe === undefined || known.recipe.scheme === scheme ? { ...known, recipe } : known,
            ),
    }
  }

  /** The secrets that a subscription signs with now, and those that a rotation has retired. */
  function secretsKnown(record: SubscriptionRecord): { current: KnownSecret[]; old: KnownSecret[] } {
    const current = secretsOf(record, clock.now())
    const known = {
      of: nameOf(record.id),
      recipe: recipeWith(recipes, record.scheme, record.schemeOptions),
    }
    const old = record.oldSecrets.filter(({ secret }) => !current.includes(secret))
    return {
      current: current.map((secret) => ({ ...known, secret })),
      old: old.map(({ secret }) => ({ ...known, secret, old: true })),
    }
  }

  /** The deliveries that may have brought a request here, newest first. */
  function broughtBy(webhookId: string | null, addresses: readonly string[]): DeliveryRecord[] {
    const event = webhookId === null ? undefined : events.textOf(webhookId)
    if (!event) return []
    return deliveries.ofEvent(event.seq).filter((delivery) => pointsAt(delivery.url, addresses))
  }

  /** The time that signatures are judged by: that which dates them, in microseconds. */
  const now = () => (config.delivery.timestamps === 'wall' ? outside.wallTime() : clock.now())

  /**
   * @param broughtByDelivery the delivery that it was found to belong to before; undefined has it looked for
   */
  function judge(
    endpoint: EndpointRecord,
    request: Judged,
    depth: Depth,
    broughtByDelivery?: string | null,
  ): Judgement {
    const { headers, body, bodyCut } = request
    const addresses = addressesOf(endpoint.name)
    const webhookId = webhookIdIn(recipes, headers) ?? null
    const candidates = broughtBy(webhookId, addresses)
    const likely =
      broughtByDelivery === undefined
        ? likeliest(candidates)
        : candidates.find(({ id }) => id === broughtByDelivery)
    if (body === null || bodyCut) {
      return { verdict: notChecked(recipes, headers, bodyCut), webhookId, deliveryId: likely?.id ?? null }
    }
    const all = subscriptions.all()
    const isHere = (one: SubscriptionRecord) =>
      one.id === likely?.subscriptionId || pointsAt(one.url, addresses)
    let found: ReturnType<typeof secretsKnown>[] | undefined
    const here = () => (found ??= all.filter(isHere).map(secretsKnown))
    const ofEndpoint = ownSecrets(endpoint)
    const secrets: KnownSecret[] = ofEndpoint.own ?? [
      ...here().flatMap(({ current }) => current),
      ...ofEndpoint.configured,
    ]
    const others = () => {
      const counting = new Set(secrets.map(({ secret }) => secret))
      return [
        ...here().flatMap(({ old }) => old),
        ...all.flatMap((one) => secretsKnown(one).current),
        ...needs.endpoints.secrets().map(({ name, secret }) => ({ of: `endpoint ${name}`, secret })),
        ...configured,
      ].filter(({ secret }) => !counting.has(secret))
    }
    const searches = depth !== 'quick'
    const input = {
      headers,
      body,
      method: request.method,
      url: requestedUrl(request),
      scheme: endpoint.scheme ?? undefined,
      secrets,
      // Without a search they are looked at only where nothing else is known.
      otherSecrets: searches || secrets.length === 0 ? others() : [],
      sentBody: searches && likely ? ledger.contentOf(likely).body : undefined,
      now: now(),
    }
    const verdict = verify(recipes, input, depth)
    // Several subscriptions may bring the same event here: the secret that fits tells whose it was.
    const fitting = candidates.filter((one) => verdict.secret_of === nameOf(one.subscriptionId))
    return { verdict, webhookId, deliveryId: (likeliest(fitting) ?? likely)?.id ?? null }
  }

  return {
    now,
    /**
     * Whether the signature fits, which is quickly known; why it does not is left to {@link explain}. On a clock that stands it
     * is told at once: which of two things was written down first must not decide which number it gets.
     */
    judge(tx: Pick<Transaction, 'afterCommit'>, endpoint: EndpointRecord, request: Judged): Judgement {
      if (clock.state().mode !== 'manual') return judge(endpoint, request, 'quick')
      try {
        return judge(endpoint, request, 'full')
      } catch (error) {
        if (toFailure(error).code === 'storage') throw error
        // What arrived is kept all the same; nobody looks for the causes again, since that would fail again.
        tx.afterCommit(() => needs.onTrouble(error))
        const { verdict, ...found } = judge(endpoint, request, 'quick')
        return { ...found, verdict: { ...verdict, explained: true } }
      }
    },
    /** The verdict on a request that was judged before, with its causes. */
    explain: (endpoint: EndpointRecord, request: Judged, deliveryId: string | null): Verdict =>
      judge(endpoint, request, 'causes', deliveryId).verdict,
  }
}

/** One under way before one that has ended, the newest first. */
const likeliest = (candidates: readonly DeliveryRecord[]): DeliveryRecord | undefined =>
  candidates.find((delivery) => delivery.state === 'sending') ?? candidates[0]
export type Judge = ReturnType<typeof createJudge>
