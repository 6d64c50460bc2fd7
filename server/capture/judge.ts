import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Ledger } from '../delivery/ledger.ts'
import type { DeliveryRecord, DeliveryStore } from '../delivery/store.ts'
import type { Outside } from '../outside.ts'
import type { KnownSecret } from '../signing/input.ts'
import { headerOf } from '../signing/read.ts'
import type { Recipes } from '../signing/recipes.ts'
import { verify } from '../signing/verify.ts'
import type { SubscriptionRecord, SubscriptionStore } from '../subscriptions/store.ts'
import type { HeaderPair, Verdict } from '../wire.ts'
import type { EndpointRecord } from './endpoints.ts'

export interface JudgeNeeds {
  config: Config
  clock: Clock
  outside: Outside
  recipes: Recipes
  subscriptions: SubscriptionStore
  deliveries: DeliveryStore
  ledger: Ledger
  /** The sandbox's own addresses: `http://127.0.0.1:4400` and its other names. */
  ownOrigins(): readonly string[]
}

/** What is made of a request's signature and of where it comes from. */
export interface Judgement {
  verdict: Verdict
  webhookId: string | null
  deliveryId: string | null
}

const secretOf = (subscription: SubscriptionRecord): KnownSecret => ({
  of: `subscription ${subscription.id}`,
  secret: subscription.secret,
})

/** Verifies what arrives at endpoints, with what the sandbox knows. */
export function createJudge(needs: JudgeNeeds) {
  const { config, clock, outside, recipes, subscriptions, deliveries, ledger } = needs

  function pointsAt(url: string, endpoint: string): boolean {
    return needs.ownOrigins().some((origin) => {
      const address = `${origin}/in/${endpoint}`
      return url.startsWith(address) && /^$|^[/?#]/.test(url.slice(address.length))
    })
  }

  /** The delivery that brought a request here: the newest of its event to this endpoint, one under way first. */
  function deliveryOf(webhookId: string | null, endpoint: string): DeliveryRecord | undefined {
    if (webhookId === null) return undefined
    const here = deliveries.ofEvent(webhookId).filter((delivery) => pointsAt(delivery.url, endpoint))
    return here.find((delivery) => delivery.state === 'sending') ?? here[0]
  }

  /** The time that signatures are judged by: that which dates them, in microseconds. */
  const now = () => (config.delivery.timestamps === 'wall' ? outside.wallTime() : clock.now())

  return {
    now,
    judge(endpoint: EndpointRecord, request: { headers: HeaderPair[]; body: Buffer }): Judgement {
      const webhookId = headerOf(request.headers, 'webhook-id') ?? null
      const delivery = deliveryOf(webhookId, endpoint.name)
      const all = subscriptions.all()
      const here = all.filter(
        (one) => one.id === delivery?.subscriptionId || pointsAt(one.url, endpoint.name),
      )
      const secrets =
        endpoint.secret === null
          ? here.map(secretOf)
          : [{ of: `endpoint ${endpoint.name}`, secret: endpoint.secret }]
      const known = new Set(secrets.map(({ secret }) => secret))
      const verdict = verify(recipes, {
        ...request,
        scheme: endpoint.scheme ?? undefined,
        secrets,
        otherSecrets: all.filter((one) => !known.has(one.secret)).map(secretOf),
        sentBody: delivery && ledger.contentOf(delivery).body,
        now: now(),
      })
      return { verdict, webhookId, deliveryId: delivery?.id ?? null }
    },
  }
}
export type Judge = ReturnType<typeof createJudge>
