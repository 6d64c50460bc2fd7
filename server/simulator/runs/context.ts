/** What runs and their steps work with. */
import type { AskingRun, Key } from '../../api/given.ts'
import type { EndpointStore } from '../../capture/endpoints.ts'
import type { CaptureStore } from '../../capture/store.ts'
import type { Clock } from '../../clock/clock.ts'
import type { ClockControl } from '../../clock/control.ts'
import type { Config } from '../../config.ts'
import type { Counters } from '../../database/counters.ts'
import type { Ids } from '../../database/ids.ts'
import type { Writer } from '../../database/writer.ts'
import type { AttemptStore } from '../../delivery/attempts.ts'
import type { EventStore } from '../../delivery/event-store.ts'
import type { Ledger } from '../../delivery/ledger.ts'
import type { RuleStore } from '../../delivery/rules/rule-store.ts'
import type { Rulebook } from '../../delivery/rules/rulebook.ts'
import type { DeliveryStore } from '../../delivery/store.ts'
import type { Bus } from '../../live/bus.ts'
import type { Outside } from '../../outside.ts'
import type { Armory } from '../../platform/arming/armory.ts'
import type { ArmedStore } from '../../platform/arming/store.ts'
import type { CallStore } from '../../platform/calls/store.ts'
import type { Recipes } from '../../signing/recipes.ts'
import type { SubscriptionRecord } from '../../subscriptions/record.ts'
import type { SubscriptionService } from '../../subscriptions/service.ts'
import type { SubscriptionStore } from '../../subscriptions/store.ts'
import type { Run } from '../../wire.ts'
import type { Step } from '../scenarios/scenario.ts'
import type { Trigger } from '../trigger/trigger.ts'
import type { Gate } from './gate.ts'
import type { Journal } from './journal.ts'
import type { RunRecord } from './record.ts'
import type { Known } from './references.ts'
import type { RunStore } from './store.ts'
import type { Turns } from './turns.ts'

/** The parts that runs need. */
export interface RunnerNeeds {
  config: Config
  clock: Clock
  clockControl: ClockControl
  outside: Outside
  ids: Ids
  counters: Counters
  writer: Writer
  bus: Bus
  recipes: Recipes
  events: EventStore
  deliveries: DeliveryStore
  attempts: AttemptStore
  ledger: Ledger
  captures: CaptureStore
  calls: CallStore
  endpoints: EndpointStore
  rules: RuleStore
  rulebook: Rulebook
  armed: ArmedStore
  armory: Armory
  service: SubscriptionService
  subscriptions: SubscriptionStore
  trigger: Trigger
  runs: RunStore
  /** The sandbox's own credentials. */
  key: Key
  seed(): number
  baseUrl(): string
  /** The endpoint that a URL leads to, or undefined. */
  endpointOf(url: string): string | undefined
  /** Calls the sandbox without a socket, with the run's credentials. */
  fetch: (request: Request, run: AskingRun) => Promise<Response>
  onTrouble(error: unknown): void
}

/** A run under way, with all that its steps need. */
export interface Going {
  /** The chain of scenarios that started this run, each by a step of the one before. Its own comes last. */
  way: readonly string[]
  journal: Journal
  gate: Gate
  turns: Turns
  /** Aborted with a RunOver when the run must stop. */
  over: AbortController
  /** Whether the run uses a named subscription instead of its own. */
  isNamed: boolean
  /** The values that steps have kept, by name. */
  kept: Map<string, unknown>
  fake: Readonly<Record<string, unknown>>
  /** Requests without a response yet. */
  underWay: Set<Promise<unknown>>
  /** Other runs that moved the clock since this one began. */
  movers: Set<string>
  /** Why it failed, if it did. */
  failure?: string
}

/** The context of a step. */
export interface StepWorld {
  needs: RunnerNeeds
  going: Going
  step: Step
  run(): RunRecord
  subscription(): SubscriptionRecord
  known: Known
  /** Lets all due work settle. */
  settle(): Promise<void>
  /** Waits for work, but not beyond the end of the run. */
  unlessOver<T>(work: Promise<T>): Promise<T>
}

export interface Done {
  detail: string
  /** The facts behind `detail`. */
  result?: Run['steps'][number]['result']
  /** The step did not apply to this run. */
  isSkipped?: boolean
  /** What later steps may refer to. */
  keeps?: unknown
  refs?: Run['steps'][number]['refs']
}
