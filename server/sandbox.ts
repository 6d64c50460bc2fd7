/** Starts a sandbox and closes it: connects port, database, engine and app. Over 300 lines: each part once, in order. */

import { knownCalls } from './api/known-calls.ts'
import { createApp, handlerOf } from './app.ts'
import { createReceiving } from './capture/compose.ts'
import { createChecks } from './check/compose.ts'
import { createClock, wallState } from './clock/clock.ts'
import { createClockControl, restoredClock, type SavedClock } from './clock/control.ts'
import type { Config } from './config.ts'
import { createCheckpoints } from './database/checkpoints.ts'
import { storedJson } from './database/columns.ts'
import { createCounters } from './database/counters.ts'
import { createSettings } from './database/facts.ts'
import { createIds } from './database/ids.ts'
import { openLocked } from './database/lock.ts'
import { storageStartError } from './database/open.ts'
import { createRetention } from './database/retention.ts'
import { createSearch } from './database/search.ts'
import { createWriter, type Transaction } from './database/writer.ts'
import { createEmitter } from './delivery/emit.ts'
import { createEngine } from './delivery/engine.ts'
import { createGiveUp } from './delivery/give-up.ts'
import { createShake } from './delivery/handshake/shake.ts'
import { createLedger } from './delivery/ledger.ts'
import { createRulebook } from './delivery/rules/rulebook.ts'
import { createSending } from './delivery/sending.ts'
import { drainMs } from './drain.ts'
import { requireLocale } from './events/locales.ts'
import { createFurnisher, followAddress } from './furnish.ts'
import { createShortages } from './http/descriptors.ts'
import { addressAt, endpointsAt, ownOriginsOf, urlOf } from './http/origins.ts'
import { platformPrefix } from './http/prefix.ts'
import { openPort, serve } from './listener.ts'
import { createBus } from './live/bus.ts'
import { createLiveSocket } from './live/socket.ts'
import { type Outside, realOutside, watchEventLoop } from './outside.ts'
import { ownKey } from './platform/auth.ts'
import { createPlatform } from './platform/compose.ts'
import { createRoutes } from './routes.ts'
import { createSessions } from './session/compose.ts'
import type { Playback } from './session/playback.ts'
import { recipesFor } from './signing/recipes.ts'
import { createScenarios } from './simulator/compose.ts'
import { createLibrary, requireScenarios } from './simulator/scenarios/library.ts'
import { createTraffic } from './simulator/traffic/traffic.ts'
import { createTrigger } from './simulator/trigger/trigger.ts'
import { createStores, searchSources } from './stores.ts'
import { createSubscriptionService } from './subscriptions/service.ts'
import { createSubscriptionStore } from './subscriptions/store.ts'
import { disableWithoutRecipe } from './subscriptions/without-recipe.ts'
import type { Origins } from './wire.ts'
import { toIso } from './words/time.ts'

export interface SandboxOptions {
  /** The folder of the built page; without it, no page is served. */
  pageFolder?: string | undefined
  version: string
  /** Whether no other code runs in this process. */
  ownsProcess?: boolean
  outside?: Outside
  /** Where the values of the configuration come from, for the route that shows them. */
  origins?: Origins
  /** Replaces the outside world when a recorded session is played. */
  playback?: Playback | undefined
  /** Called with defects and storage errors. */
  onTrouble?(error: unknown): void
  /** Ends the whole program when a request asks for that. Without it, only the sandbox is closed. */
  onStop?(): void
  /** Called with one line about each request that could not be read. */
  onRefused?(line: string): void
}

/**
 * Starts a sandbox: opens the port and the database, and resumes due work. Throws a StartError if one of them is
 * unavailable, after undoing what was started.
 */
export async function startSandbox(config: Config, options: SandboxOptions) {
  const { version, outside = realOutside(), origins = new Map(), playback } = options
  const { onRefused = () => {} } = options
  const shortages = createShortages(outside)
  function onTrouble(error: unknown) {
    shortages.note(error)
    options.onTrouble?.(error)
  }
  requireLocale(config.locale)
  requireScenarios(config.scenarios)
  const port = await openPort(config)
  /** Undone in reverse order if the start fails. */
  const undo: (() => unknown)[] = [port.door.shut]
  try {
    return await compose()
  } catch (error) {
    for (const step of undo.toReversed()) step()
    throw storageStartError(error, config.data)
  }

  async function compose() {
    const { database, lock } = openLocked(config.data, onTrouble)
    undo.push(lock.release, () => database.close())
    const url = urlOf(port.server, config.host)
    const { public_url: publicUrl } = config
    const baseUrl = playback?.baseUrl ?? publicUrl ?? url
    const ownOrigins = ownOriginsOf(playback?.baseUrl ?? url, config)

    const settings = createSettings(database)
    const counters = createCounters(database)
    const bus = createBus(counters.current('seq'), onTrouble)
    const subscriptions = createSubscriptionStore(database)
    /** Clears in-memory copies of tables after another part has changed the database. */
    const memories: ((whole: boolean) => void)[] = [subscriptions.forget]
    const checkpoints = createCheckpoints({ database, onTrouble })
    const writer = createWriter({
      database,
      counters,
      bus,
      memories,
      checkpoints,
      elapsed: outside.elapsed,
    })
    const seed = playback?.seed ?? config.seed ?? Number(settings.get('seed') ?? outside.drawSeed())
    const ids = createIds(counters, () => seed)
    const saved = settings.get('clock')
    const clock = createClock(
      outside,
      saved ? restoredClock(storedJson(saved) as SavedClock) : wallState(outside),
    )

    const stores = createStores(database, { subscriptions, now: clock.now })
    memories.push(stores.endpoints.forget, stores.webhookIds.forget, stores.counts.undone)
    const sources = searchSources(stores)
    const search = createSearch({ database, writer, counters, bus, sources, outside, config, onTrouble })
    const eventLoop = watchEventLoop()
    undo.push(search.stop, eventLoop.stop)

    const recipes = recipesFor(config.signing)
    const shared = {
      config,
      origins,
      version,
      pid: process.pid,
      database,
      counters,
      bus,
      writer,
      outside,
      clock,
      ids,
      settings,
      search,
      eventLoop,
      shortages,
      recipes,
      seed: () => seed,
      key: ownKey(config.auth.keys),
      baseUrl: () => baseUrl,
      ownOrigins: () => ownOrigins,
      endpointOf: endpointsAt(ownOrigins),
      onTrouble,
      stop: () => (options.onStop ? options.onStop() : void closeOnce()),
    }

    const ledger = createLedger({ ...shared, ...stores, signedAt: playback?.signedAt })
    const sessions = createSessions({ ...shared, ...stores, ledger })
    const { recorder } = sessions
    /** The real address of one of the sandbox's own endpoints. */
    const toHere = (to: string) => (shared.endpointOf(to) === undefined ? undefined : addressAt(url, to))
    const inside = (to: string) => (publicUrl === null ? undefined : toHere(to)) ?? to
    const sender = createSending({
      ...shared,
      isOwn: (to) => shared.endpointOf(to) !== undefined,
      inside,
      instead: playback && ((real) => playback.sender(real, toHere)),
    })
    const rulebook = createRulebook({ ...shared, ...stores })
    const service = createSubscriptionService({ ...shared, ...stores, ledger, rulebook })
    const onSettled = createGiveUp({ config, subscriptions, service })
    const engine = createEngine({ ...shared, ...stores, ledger, sender, onSettled })
    service.follow(engine)
    const { wake, wakeIn } = engine
    const shake = createShake({ ...shared, service, sender: playback ? undefined : sender })
    const emitter = createEmitter({ ...shared, ...stores, rulebook, wakeIn })
    const receiving = createReceiving({
      ...shared,
      ...stores,
      known: { ...stores, ledger, endpointOf: shared.endpointOf, replaying: engine.replaying },
      recorder,
      sender,
      route: (to) => (playback ? playback.forwardsTo(to, toHere) : inside(to)),
    })
    const furnish = createFurnisher({ ...shared, ...stores, service })
    const platform = createPlatform({ ...shared, ...stores, emitter, service, recorder })
    const { scheduler } = platform
    memories.push(platform.forgetRemembered)
    const trigger = createTrigger({
      ...shared,
      ...stores,
      emitter,
      acts: platform.acts,
      steadily: engine.steadily,
    })
    const traffic = createTraffic({ ...shared, ...stores, trigger })
    const clockControl = createClockControl({
      ...shared,
      work: { job: scheduler, traffic, delivery: engine },
    })
    /** Every call that can be made. The sandbox's own routes are added once they exist. */
    const calls = knownCalls({ operations: platform.operations, routes: [] })
    const app = createApp({
      ...shared,
      pageFolder: options.pageFolder,
      platform: platform.app,
      calls,
      recorder,
    })
    const library = createLibrary(config.scenarios, calls)
    const scenarios = createScenarios({
      ...shared,
      ...stores,
      armed: platform.armed,
      armory: platform.armory,
      library,
      clockControl,
      ledger,
      rulebook,
      service,
      trigger,
      fetch: (request, run) => Promise.resolve(app.fetch(request, { run })),
    })
    const { runner } = scenarios
    /** Applies what the config sets at each start. */
    function setConfigured(tx: Transaction) {
      platform.armory.armConfigured(tx)
      rulebook.makeConfigured(tx)
    }
    const checks = createChecks({ ...shared, ...stores, service })
    const reset = {
      furnish(tx: Transaction, kept: readonly string[]) {
        traffic.forget(tx)
        runner.forgetIn(tx)
        trigger.forgetIn(tx)
        if (!config.bare) furnish(tx, kept)
        setConfigured(tx)
      },
      forgetRemembered() {
        for (const forget of memories) forget(true)
      },
    }
    const routes = createRoutes(shared, stores, {
      delivering: { ledger, emitter, engine, rulebook },
      service,
      shake,
      receiving,
      platform,
      simulating: { trigger, traffic, scenarios, clockControl },
      sessions,
      checks,
      reset,
    })
    calls.push(...knownCalls({ operations: [], routes }))
    app.mount(routes)
    const live = createLiveSocket(shared)
    const endRetention = createRetention({
      ...shared,
      ...stores,
      checkpoints,
      config: config.retention,
      onTrouble,
    })
    undo.push(live.close, endRetention)
    await writer.write((tx) => {
      const before = settings.get('base_url')
      const isNew = before === undefined
      settings.set('seed', String(seed))
      settings.set('base_url', baseUrl)
      for (const [name, count] of Object.entries(playback?.counters ?? {})) counters.pass(name, count)
      sessions.start(isNew)
      ledger.recover(tx)
      runner.recover(tx)
      checks.recover(tx)
      receiving.recover()
      if (isNew && !config.bare) furnish(tx)
      else if (!isNew && before !== baseUrl)
        followAddress(tx, { ...stores, service }, { from: before, to: baseUrl })
      setConfigured(tx)
      disableWithoutRecipe(tx, { ...shared, ...stores, service })
      for (const go of [() => wake(), scheduler.wake, receiving.explainer.wake]) tx.afterCommit(go)
      traffic.resume(tx)
    })
    const requests = serve(port, {
      ...shared,
      ...receiving,
      onRefused,
      live,
      handle: handlerOf(app, options),
    })
    lock.announce({ url, pid: shared.pid })

    let closing: Promise<void> | undefined
    const closeOnce = () => (closing ??= close())
    async function close() {
      live.close()
      endRetention()
      search.stop()
      await engine.halt()
      port.server.close()
      receiving.endHangs()
      await runner.close()
      await checks.close()
      platform.stop()
      await traffic.stop()
      await scheduler.stop()
      await engine.stop(drainMs)
      await clockControl.ended()
      await receiving.stop()
      port.server.closeAllConnections()
      await requests.ended()
      await writer.close()
      database.close()
      lock.release()
    }

    return {
      url,
      /** The address under which others reach the sandbox. */
      publicUrl: baseUrl,
      seed,
      /** Whether the clock is manual, as an existing database may have set it. */
      clockStands: () => clock.state().mode === 'manual',
      /** The sandbox's time, ISO 8601. */
      now: () => toIso(clock.now()),
      /** The address of the emulated API, and credentials that it accepts. */
      platform: { url: baseUrl + platformPrefix, ...shared.key },
      /** The demo subscription, or undefined. */
      demo() {
        const demo = subscriptions.all().find((one) => one.url === `${baseUrl}/in/demo`)
        return demo && service.wireOf(demo)
      },
      /** The app without a socket: everything except receivers and the live socket. */
      fetch: (request: Request): Promise<Response> => Promise.resolve(app.fetch(request)),
      /** Listens for changes. Returns the function that stops listening. */
      listen: bus.subscribe,
      /** The number of deliveries that a close waits for, at most {@link drainMs}. */
      underWay: engine.unended,
      /** Ends attempts within a bound, then everything; a second call waits for the first. */
      close: closeOnce,
    }
  }
}
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>
