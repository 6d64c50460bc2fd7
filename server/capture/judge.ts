import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Ledger } from '../delivery/ledger.ts'
import type { DeliveryRecord, DeliveryStore } from '../delivery/store.ts'
import type { Outside } from '../outside.ts'
import type { KnownSecret } from '../signing/input.ts'
import { headerOf } from '../signing/read.ts'
import type { Recipes } from '../signing/recipes.ts'
import { notChecked, verify } from '../signing/verify.ts'
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

const nameOf = (subscriptionId: string) => `subscription ${subscriptionId}`

const secretOf = ({ id, secret }: SubscriptionRecord): KnownSecret => ({ of: nameOf(id), secret })

/** Verifies what arrives at endpoints, with what the sandbox knows. */
export function createJudge(needs: JudgeNeeds) {
  const { config, clock, outside, recipes, subscriptions, deliveries, ledger } = needs

  function pointsAt(url: string, endpoint: string): boolean {
    return needs.ownOrigins().some((origin) => {
      const address = `${origin}/in/${endpoint}`
      return url.startsWith(address) && /^$|^[/?#]/.test(url.slice(address.length))
    })
  }

  /** The deliveries that may have brought a request here, newest first. */
  const broughtBy = (webhookId: string | null, endpoint: string): DeliveryRecord[] =>
    webhookId === null
      ? []
      : deliveries.ofEvent(webhookId).filter((delivery) => pointsAt(delivery.url, endpoint))

  /** The time that signatures are judged by: that which dates them, in microseconds. */
  const now = () => (config.delivery.timestamps === 'wall' ? outside.wallTime() : clock.now())

  return {
    now,
    judge(
      endpoint: EndpointRecord,
      request: { headers: HeaderPair[]; body: Buffer | null; bodyCut: boolean },
    ): Judgement {
      const { headers, body, bodyCut } = request
      const webhookId = headerOf(headers, 'webhook-id') ?? null
      const candidates = broughtBy(webhookId, endpoint.name)
      const likely = likeliest(candidates)
      if (body === null || bodyCut) {
        return { verdict: notChecked(recipes, headers, bodyCut), webhookId, deliveryId: likely?.id ?? null }
      }
      const all = subscriptions.all()
      const here = all.filter((one) => one.id === likely?.subscriptionId || pointsAt(one.url, endpoint.name))
      const secrets =
        endpoint.secret === null
          ? here.map(secretOf)
          : [{ of: `endpoint ${endpoint.name}`, secret: endpoint.secret }]
      const known = new Set(secrets.map(({ secret }) => secret))
      const verdict = verify(recipes, {
        headers,
        body,
        scheme: endpoint.scheme ?? undefined,
        secrets,
        otherSecrets: all.filter((one) => !known.has(one.secret)).map(secretOf),
        sentBody: likely && ledger.contentOf(likely).body,
        now: now(),
      })
      // Several subscriptions may bring the same event here: the secret that fits tells whose it was.
      const fitting = candidates.filter((one) => verdict.secret_of === nameOf(one.subscriptionId))
      return { verdict, webhookId, deliveryId: (likeliest(fitting) ?? likely)?.id ?? null }
    },
  }
}

/** One under way before one that has ended, the newest first. */
const likeliest = (candidates: readonly DeliveryRecord[]): DeliveryRecord | undefined =>
  candidates.find((delivery) => delivery.state === 'sending') ?? candidates[0]
export type Judge = ReturnType<typeof createJudge>
