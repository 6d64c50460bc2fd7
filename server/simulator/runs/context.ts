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

/** What runs are made of, handed in by the composition. */
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
  /** The pair that the sandbox itself uses. */
  key: Key
  seed(): number
  baseUrl(): string
  /** The endpoint of the sandbox that an address leads to, undefined where it leads elsewhere. */
  endpointOf(url: string): string | undefined
  /** Asks the sandbox itself, without a socket, as a run that the emulated API lets in with its pair. */
  fetch: (request: Request, run: AskingRun) => Promise<Response>
  onTrouble(error: unknown): void
}

/** A run under way: all that its steps need to know of it. */
export interface Going {
  /** The scenarios whose runs have led to it, each begun by a step of the one before; its own comes last. */
  way: readonly string[]
  journal: Journal
  gate: Gate
  turns: Turns
  /** Aborted with a RunOver when nothing more is to be done. */
  over: AbortController
  /** Whether its subscription was named, and is not its own. */
  isNamed: boolean
  /** What the steps have kept, by name. */
  kept: Map<string, unknown>
  fake: Readonly<Record<string, unknown>>
  /** What was asked for and has not been answered. */
  underWay: Set<Promise<unknown>>
  /** The other runs that have moved the clock since it began. */
  movers: Set<string>
  /** Why it failed, once it has. */
  failure?: string
}

/** What a step is done with. */
export interface StepWorld {
  needs: RunnerNeeds
  going: Going
  step: Step
  run(): RunRecord
  subscription(): SubscriptionRecord
  known: Known
  /** Lets all that is due now settle. */
  settle(): Promise<void>
  /** Waits for something that may take long, but no longer than the run goes on. */
  unlessOver<T>(work: Promise<T>): Promise<T>
}

export interface Done {
  detail: string
  /** The facts in `detail`. */
  result?: Run['steps'][number]['result']
  /** The step was not for this run. */
  isSkipped?: boolean
  /** What later steps may refer to. */
  keeps?: unknown
  refs?: Run['steps'][number]['refs']
}
