/** Starts a run: creates its record, its subscription and its receiver. */
import type { z } from 'zod'
import { failUnknown } from '../../api/unknown-id.ts'
import { newEndpoint, tellEndpoint, tellNoEndpoint } from '../../capture/endpoints.ts'
import type { Transaction } from '../../database/writer.ts'
import { loadFaker } from '../../events/fake.ts'
import { fail, failField } from '../../failures.ts'
import { issuesOf, saidOf } from '../../schema/issues.ts'
import { checkScheme } from '../../signing/options.ts'
import type { SubscriptionRecord } from '../../subscriptions/record.ts'
import { suggest } from '../../words/nearest.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { endpointSettings, subscriptionSettings } from '../scenarios/settings.ts'
import type { RunnerNeeds } from './context.ts'
import { StepFailure } from './failure.ts'
import { freshSteps, type RunRecord, runWire } from './record.ts'
import { filledStep, type Known } from './references.ts'

/** The options of a new run. */
export interface RunOrder {
  seed?: number | undefined
  speed?: number | undefined
  subscription_id?: string | undefined
  set?: Record<string, unknown> | undefined
  paused?: boolean | undefined
}

/** Creates what a run starts with: its record and, unless a subscription is named, its own subscription and receiver. */
export function createBeginning(needs: RunnerNeeds & { /** Counts resets. */ world(): number }) {
  const { config, clock, ids, counters, service, endpoints, runs } = needs

  function named(id: string | undefined): SubscriptionRecord | undefined {
    if (id === undefined) return undefined
    const found = service.find(id) ?? failUnknown('subscription_unknown', id)
    if (found.enabled) return found
    return failField('subscription_id', `${id} is disabled`, 'Enable it, or name another subscription.')
  }

  /** An endpoint name that no running run uses, except ended runs of this scenario. */
  function freeEndpoint(scenario: string): string {
    const base = scenario.slice(0, 60)
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base}-${number}`
      if (!endpoints.find(name)) return name
    }
  }

  /** Removes the subscriptions and receivers of the scenario's ended runs. */
  function clearEnded(tx: Transaction, scenario: string) {
    const inUse = runs.running().map(({ endpoint }) => endpoint)
    for (const own of runs.ownOfEnded(scenario)) {
      const subscription = service.find(own.subscriptionId)
      if (subscription) service.remove(tx, subscription)
      if (inUse.includes(own.endpoint) || !endpoints.find(own.endpoint)) continue
      endpoints.remove(own.endpoint)
      tellNoEndpoint(tx, own.endpoint)
    }
  }

  /** The settings of a scenario with their references replaced. */
  function read<Schema extends z.ZodType>(
    schema: Schema,
    { known, scenario, key }: { known: Known; scenario: Scenario; key: 'subscription' | 'endpoint' },
  ): z.output<Schema> {
    const settings = filledOf(scenario, key, known)
    const parsed = schema.safeParse(settings)
    if (parsed.success) return parsed.data
    const said = issuesOf(parsed.error, settings).map(
      (issue) => `${[key, ...issue.path].join('.')}: ${saidOf(issue)}`,
    )
    return fail('scenario_invalid', `${scenario.file}: ${said.join('; ')}.`)
  }

  function own(tx: Transaction, scenario: Scenario, about: { identity: string; known: Known }) {
    const settings = read(subscriptionSettings, {
      ...about,
      scenario,
      key: 'subscription',
    })
    const { reply } = read(endpointSettings, { ...about, scenario, key: 'endpoint' })
    clearEnded(tx, scenario.name)
    // A subscription kept by a reset may belong to an earlier run with this id.
    for (const old of service.of(about.identity)) service.remove(tx, old)
    const endpoint = {
      ...newEndpoint(freeEndpoint(scenario.name), { seq: tx.seq(), createdAt: clock.now() }),
      reply,
    }
    endpoints.put(endpoint)
    tellEndpoint(tx, endpoints, endpoint, needs.baseUrl())
    const subscription = service.create(tx, {
      identity: about.identity,
      url: `${needs.baseUrl()}/in/${endpoint.name}`,
      description: `Scenario ${scenario.name}`,
      events: settings.events,
      scheme: settings.scheme,
      schemeOptions: checkScheme(needs.recipes, settings.scheme),
      ordered: settings.ordered,
      retryDelays: settings.retry_delays,
      concurrency: settings.concurrency,
      timeoutMs: settings.timeout_ms,
    })
    return { endpoint: endpoint.name, subscriptionId: subscription.id, identity: about.identity }
  }

  return async function begin(
    scenario: Scenario,
    order: RunOrder,
  ): Promise<{ record: RunRecord; fake: Readonly<Record<string, unknown>>; born: number }> {
    const variables = Object.keys(scenario.set)
    const unknown = Object.keys(order.set ?? {}).find((name) => !variables.includes(name))
    if (unknown !== undefined)
      failField(
        'set',
        `${scenario.name} has no variable ${unknown}`,
        variables.length > 0 ? suggest(unknown, variables) : 'This scenario has no variables.',
      )
    const fakerFor = await loadFaker(config.locale)
    return needs.writer.write((tx) => {
      const to = named(order.subscription_id)
      const seed = order.seed ?? needs.seed() + counters.current('run')
      const seq = tx.seq()
      const id = ids.next('run')
      const faked = fakerFor(seed, clock.now())
      const person = faked.person()
      // An address in a scenario has a text in each part.
      const state = person.state ?? person.city.slice(0, 20)
      const fake = { ...person, state, merchant: faked.merchant(), amount: faked.amount(5, 500) }
      const identity = to?.identity ?? id
      const first: Record<string, unknown> = { run: { id, seed, identity }, fake }
      const set = { ...filledOf(scenario, 'set', (word) => first[word]), ...order.set }
      const known = (word: string) => (word === 'set' ? set : first[word])
      const world = to
        ? { endpoint: null, subscriptionId: to.id, identity }
        : own(tx, scenario, { identity, known })
      const record: RunRecord = {
        seq,
        id,
        scenario: scenario.name,
        title: scenario.title,
        state: 'running',
        paused: order.paused ?? false,
        seed,
        speed: order.speed ?? null,
        ...world,
        set,
        standing: { rules: [], armed: [] },
        detail: null,
        steps: freshSteps(scenario),
        startedAt: clock.now(),
        finishedAt: null,
      }
      runs.prune()
      runs.put(record)
      tx.announce('run', () => runWire(record), seq)
      return { record, fake, born: needs.world() }
    })
  }
}

/** A top-level part of a scenario, with its references replaced. */
function filledOf(scenario: Scenario, key: 'set' | 'subscription' | 'endpoint', known: Known) {
  try {
    return filledStep(scenario[key], known)
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error
    return fail('scenario_invalid', `${scenario.file}: ${key}.${error.message}`)
  }
}
