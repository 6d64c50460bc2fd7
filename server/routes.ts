/** Collects every route of the sandbox's own API. */
import type { Key } from './api/given.ts'
import { knownCalls } from './api/known-calls.ts'
import type { ControlRoute } from './api/route.ts'
import { createShortIds } from './api/short-ids.ts'
import type { Receiving } from './capture/compose.ts'
import { endpointRoutes } from './capture/endpoint-routes.ts'
import { exportRoutes } from './capture/export/routes.ts'
import { keepRoutes } from './capture/keep-routes.ts'
import { replayRoutes } from './capture/replay/routes.ts'
import { captureRoutes } from './capture/routes.ts'
import type { Checks } from './check/compose.ts'
import { checkRoutes } from './check/routes.ts'
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
import type { Shake } from './delivery/handshake/shake.ts'
import type { Ledger } from './delivery/ledger.ts'
import { manyDeliveriesRoutes } from './delivery/many-routes.ts'
import { otlpRoutes } from './delivery/otlp.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { faultRoutes } from './delivery/rules/rule-routes.ts'
import type { Rulebook } from './delivery/rules/rulebook.ts'
import { docsRoutes } from './docs/routes.ts'
import { codeRoutes } from './handlers/routes.ts'
import type { Shortages } from './http/descriptors.ts'
import { platformPrefix } from './http/prefix.ts'
import type { Bus } from './live/bus.ts'
import { loadRoutes } from './load/routes.ts'
import { createOneAtATime } from './memory/one-at-a-time.ts'
import type { Outside, watchEventLoop } from './outside.ts'
import { errorRoutes } from './platform/arming/routes.ts'
import { callRoutes } from './platform/calls/routes.ts'
import type { Platform } from './platform/compose.ts'
import { objectRoutes } from './platform/objects/routes.ts'
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
import type { Origins } from './wire.ts'

/** What all parts of the sandbox share. */
interface Ground {
  config: Config
  origins: Origins
  version: string
  /** The id of this process. */
  pid: number
  database: Database
  counters: Counters
  bus: Bus
  writer: Writer
  outside: Outside
  clock: Clock
  ids: Ids
  search: Search
  /** The delays of the event loop since the start. */
  eventLoop: ReturnType<typeof watchEventLoop>
  shortages: Shortages
  recipes: Recipes
  key: Key
  seed(): number
  baseUrl(): string
  ownOrigins(): readonly string[]
  endpointOf(url: string): string | undefined
  /** Ends the sandbox. */
  stop(): void
}

/** The parts of the sandbox that have routes. */
interface Rooms {
  delivering: { ledger: Ledger; emitter: Emitter; engine: Engine; rulebook: Rulebook }
  service: SubscriptionService
  shake: Shake
  receiving: Receiving
  platform: Platform
  simulating: { trigger: Trigger; traffic: TrafficControl; scenarios: Scenarios; clockControl: ClockControl }
  sessions: Sessions
  checks: Checks
  reset: {
    /** Creates what an empty database contains, except for what is kept. */
    furnish(tx: Transaction, kept: readonly string[]): void
    /** Clears the in-memory copies of tables. */
    forgetRemembered(): void
  }
}

/** Every route of the sandbox's own API, including the documents that describe them. */
export function createRoutes(ground: Ground, stores: Stores, rooms: Rooms): ControlRoute[] {
  const { config, version, pid, database, counters, bus, writer, outside, clock } = ground
  const { ids, search, recipes, key, seed, baseUrl, ownOrigins, endpointOf, stop } = ground
  const { attempts, calls, captures, counts, deliveries, endpoints, events, exchanges, rules } = stores
  const { subscriptions } = stores
  const { service, shake, platform, sessions, receiving } = rooms
  const { ledger, emitter, engine, rulebook } = rooms.delivering
  const { trigger, traffic, scenarios, clockControl } = rooms.simulating
  const { explainer, judge, knownSecrets, replayer } = receiving
  const { now } = judge
  const { operations, armed, armory } = platform
  const platformCalls = knownCalls({ operations, routes: [] })
  const lists = { capture: captures.list, delivery: deliveries.list, event: events.list, call: calls.list }

  /** The keys of the subscriptions, including rotated secrets that still sign. */
  function keysOf() {
    return subscriptions.all().flatMap((record) => {
      const recipe = recipeWith(recipes, record.scheme, record.schemeOptions)
      return secretsOf(record, clock.now()).map((secret) => ({ recipe, secret }))
    })
  }

  /** The URL of the user's own receiver. For an endpoint of the sandbox, its forwarding address. */
  function receiverAt(url: string): string | null {
    const name = endpointOf(url)
    return name === undefined ? url : (endpoints.find(name)?.forwardTo[0] ?? null)
  }

  const acts = createDeliveryActs({
    clock,
    writer,
    deliveries,
    subscriptions,
    ledger,
    emitter,
    engine,
    search,
    recipes,
  })
  const inTurn = createOneAtATime()
  const platformUrl = () => baseUrl() + platformPrefix
  const health = {
    config,
    database,
    writer,
    counts,
    deliveries,
    clock,
    outside,
    bus,
    version,
    pid,
    seed,
    key,
    stop,
  }
  const replaying = {
    config,
    clock,
    recipes,
    captures,
    endpoints,
    subscriptions,
    deliveries,
    search,
    counters,
  }
  const withShortIds = createShortIds(database, { subscriptions: subscriptions.all })
  const routes: ControlRoute[] = [
    ...healthRoutes({
      ...health,
      search,
      eventLoop: ground.eventLoop,
      shortages: ground.shortages,
      file: config.data,
      platformUrl,
    }),
    ...configRoutes({ config, origins: ground.origins }),
    ...eventRoutes({ events, trigger, search }),
    ...deliveryRoutes({
      config,
      deliveries,
      attempts,
      recipes,
      ledger,
      acts,
      search,
      inTurn,
      outside,
      receiverAt,
      endpointOf,
    }),
    ...manyDeliveriesRoutes({ acts, deliveries }),
    ...otlpRoutes({ version, counters, search, events, deliveries, attempts }),
    ...faultRoutes({ writer, subscriptions, rules, rulebook }),
    ...subscriptionRoutes({ config, key, writer, recipes, subscriptions, service, shake }),
    ...endpointRoutes({ clock, writer, recipes, endpoints, baseUrl, ownOrigins }),
    ...captureRoutes({ captures, exchanges, recipes, search, explainer, inTurn, outside }),
    ...keepRoutes({ captures, writer, search, counters, explainer }),
    ...exportRoutes({
      config,
      version,
      counters,
      writer,
      outside,
      ids,
      search,
      captures,
      exchanges,
      explainer,
      judge,
      recipes,
      endpoints,
      baseUrl,
    }),
    ...replayRoutes({ ...replaying, explainer, replayer, baseUrl, now }),
    ...callRoutes({ calls, search }),
    ...objectRoutes({
      objects: platform.objects,
      search,
      calls: calls.list,
      events: events.list,
      deliveries: deliveries.list,
    }),
    ...errorRoutes({
      database,
      writer,
      armed,
      armory,
      operations,
      flawOfArming: (order) => flawOfArming(order, platformCalls),
    }),
    ...schemeRoutes({ recipes }),
    ...codeRoutes({ recipes, subscriptions, endpoints, captures, baseUrl, endpointOf, receiverAt }),
    ...loadRoutes({ config, clock, recipes, subscriptions, seed }),
    ...keyRoutes({ keysOf }),
    ...verifyRoutes({ config, outside, recipes, subscriptions, knownSecrets, now }),
    ...waitRoutes({ bus, outside, lists, search, explainer }),
    ...liveRoutes({ baseUrl }),
    ...trafficRoutes({ traffic, subscriptions }),
    ...scenarios.routes,
    ...checkRoutes({ checks: rooms.checks, store: stores.checks, search }),
    ...clockRoutes({ clock, control: clockControl }),
    ...sessionRoutes({ writer, written: sessions.written }),
    ...resetRoutes({
      config,
      database,
      counters,
      writer,
      engine,
      counts,
      clockControl,
      ...rooms.reset,
      forgetHeld() {
        platform.forgetHeld()
        receiving.forget()
      },
      forgetRuns: scenarios.runner.forget,
      forgetChecks: rooms.checks.forget,
      beginSession: sessions.beginSession,
      keepSession: sessions.keepSession,
    }),
  ].map(withShortIds)
  const documented = { operations, routes, version, outside, baseUrl }
  routes.push(...docsRoutes({ ...documented, key }), ...openapiRoutes(documented))
  return routes
}
