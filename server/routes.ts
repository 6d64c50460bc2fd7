import type { Key } from './api/given.ts'
import { knownCalls } from './api/known-calls.ts'
import type { ControlRoute } from './api/route.ts'
import type { Receiving } from './capture/compose.ts'
import { endpointRoutes } from './capture/endpoint-routes.ts'
import { exportRoutes } from './capture/export/routes.ts'
import { keepManyRoutes } from './capture/keep-many.ts'
import { keepRoutes } from './capture/keep-routes.ts'
import { readingRoutes } from './capture/reading-routes.ts'
import { replayRoutes } from './capture/replay/routes.ts'
import { captureRoutes } from './capture/routes.ts'
import type { Clock } from './clock/clock.ts'
import type { ClockControl } from './clock/control.ts'
import type { Config } from './config.ts'
import { clockRoutes } from './control/clock-routes.ts'
import { configRoutes } from './control/config-routes.ts'
import { healthRoutes } from './control/health-routes.ts'
import { liveRoutes } from './control/live-routes.ts'
import { openapiRoutes } from './control/openapi-routes.ts'
import { resetRoutes } from './control/reset.ts'
import { keyRoutes, schemeRoutes } from './control/scheme-routes.ts'
import { verifyRoutes } from './control/verify-routes.ts'
import { waitRoutes } from './control/wait.ts'
import type { Counters } from './database/counters.ts'
import type { Ids } from './database/ids.ts'
import type { Database } from './database/open.ts'
import type { Search } from './database/search.ts'
import type { Transaction, Writer } from './database/writer.ts'
import { createDeliveryActs } from './delivery/acts.ts'
import type { Emitter } from './delivery/emit.ts'
import type { Engine } from './delivery/engine.ts'
import type { Ledger } from './delivery/ledger.ts'
import { manyDeliveriesRoutes } from './delivery/many-routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { faultRoutes } from './delivery/rules/rule-routes.ts'
import type { Rulebook } from './delivery/rules/rulebook.ts'
import { docsRoutes } from './docs/routes.ts'
import { codeRoutes } from './handlers/routes.ts'
import { platformPrefix } from './http/prefix.ts'
import type { Bus } from './live/bus.ts'
import { createOneAtATime } from './memory/one-at-a-time.ts'
import type { Outside } from './outside.ts'
import { errorRoutes } from './platform/arming/routes.ts'
import { callRoutes } from './platform/calls/routes.ts'
import type { Platform } from './platform/compose.ts'
import type { Sessions } from './session/compose.ts'
import { sessionRoutes } from './session/routes.ts'
import { recipeWith } from './signing/options.ts'
import type { Recipes } from './signing/recipes.ts'
import type { Scenarios } from './simulator/compose.ts'
import { flawOfArming } from './simulator/scenarios/known-calls.ts'
import { trafficRoutes } from './simulator/traffic/routes.ts'
import type { TrafficControl } from './simulator/traffic/traffic.ts'
import { eventRoutes } from './simulator/trigger/routes.ts'
import type { Trigger } from './simulator/trigger/trigger.ts'
import type { Stores } from './stores.ts'
import { secretsOf } from './subscriptions/record.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import type { SubscriptionService } from './subscriptions/service.ts'

interface RouteNeeds extends Stores {
  config: Config
  version: string
  /** Of the process that this is. */
  pid: number
  database: Database
  counters: Counters
  bus: Bus
  writer: Writer
  outside: Outside
  clock: Clock
  ids: Ids
  search: Search
  recipes: Recipes
  key: Key
  seed(): number
  baseUrl(): string
  ownOrigins(): readonly string[]
  endpointOf(url: string): string | undefined
  ledger: Ledger
  emitter: Emitter
  engine: Engine
  service: SubscriptionService
  rulebook: Rulebook
  receiving: Receiving
  platform: Platform
  trigger: Trigger
  traffic: TrafficControl
  scenarios: Scenarios
  sessions: Sessions
  clockControl: ClockControl
  /** Makes what an emptied database begins with, but for what is kept. */
  furnish(tx: Transaction, kept: readonly string[]): void
  /** Forgets what is remembered of the tables. */
  forgetRemembered(): void
}

/** Every route of the sandbox's own API, and the documents that tell of them. */
export function createRoutes(needs: RouteNeeds): ControlRoute[] {
  const { config, baseUrl, clock, recipes, subscriptions, events, deliveries, captures, calls } = needs
  const { platform, sessions } = needs
  const { judge, explainer } = needs.receiving
  const { operations } = platform
  const platformCalls = knownCalls({ operations, routes: [] })

  /** What the subscriptions sign with, secrets of a rotation that still count included. */
  function keysOf() {
    return subscriptions.all().flatMap((record) => {
      const recipe = recipeWith(recipes, record.scheme, record.schemeOptions)
      return secretsOf(record, clock.now()).map((secret) => ({ recipe, secret }))
    })
  }

  /** Where a receiver of one's own hears what is sent to an address: of an endpoint of the sandbox only where it is passed on. */
  function receiverAt(url: string): string | null {
    const name = needs.endpointOf(url)
    return name === undefined ? url : (needs.endpoints.find(name)?.forwardTo[0] ?? null)
  }

  const acts = createDeliveryActs(needs)
  const inTurn = createOneAtATime()
  const routes: ControlRoute[] = [
    ...healthRoutes({ ...needs, file: config.data, platformUrl: () => baseUrl() + platformPrefix }),
    ...configRoutes(needs),
    ...eventRoutes(needs),
    ...deliveryRoutes({ ...needs, acts, inTurn, receiverAt }),
    ...manyDeliveriesRoutes({ acts, deliveries }),
    ...faultRoutes(needs),
    ...subscriptionRoutes(needs),
    ...endpointRoutes(needs),
    ...captureRoutes({ ...needs, explainer }),
    ...keepRoutes(needs),
    ...keepManyRoutes({ ...needs, explainer }),
    ...readingRoutes({ ...needs, inTurn }),
    ...exportRoutes({ ...needs, explainer }),
    ...replayRoutes({ ...needs, ...needs.receiving, now: judge.now }),
    ...callRoutes(needs),
    ...errorRoutes({ ...needs, ...platform, flawOfArming: (armed) => flawOfArming(armed, platformCalls) }),
    ...schemeRoutes({ recipes }),
    ...codeRoutes({ ...needs, receiverAt }),
    ...keyRoutes({ keysOf }),
    ...verifyRoutes({ ...needs, now: judge.now }),
    ...waitRoutes({
      ...needs,
      explainer,
      lists: { capture: captures.list, delivery: deliveries.list, event: events.list, call: calls.list },
    }),
    ...liveRoutes(needs),
    ...trafficRoutes(needs),
    ...needs.scenarios.routes,
    ...clockRoutes({ clock, control: needs.clockControl }),
    ...sessionRoutes({ ...needs, written: sessions.written }),
    ...resetRoutes({
      ...needs,
      forgetHeld() {
        platform.forgetHeld()
        needs.receiving.forget()
      },
      forgetRuns: needs.scenarios.runner.forget,
      beginSession: sessions.beginSession,
      keepSession: sessions.keepSession,
    }),
    ...docsRoutes({ ...needs, operations, routes: () => served }),
  ]
  const served: ControlRoute[] = [...routes, ...openapiRoutes({ ...needs, operations, routes })]
  return served
}
