/** The types of the library. The build writes them, with all that they name, into one declaration file without imports. Over 300 lines: a user reads this file as the reference. */
import type {
  ArmedError,
  CallRow,
  Capture,
  CaptureRow,
  Check,
  Clock,
  Delivery,
  DeliveryRow,
  Event,
  EventRow,
  FaultRule,
  Run,
  Verdict,
  Waited,
} from '../wire.ts'
import type {
  ConfigFile,
  ErrorCode,
  EventName,
  FaultName,
  Method,
  PlatformPath,
  ProbeName,
  SchemeName,
  SessionFile,
} from './names.ts'

/** A name from a table, offered by editors, or any other text. */
type OrText<Name extends string> = Name | (string & {})
/** Milliseconds, or text such as `'5s'` or `'1m30s'`. */
export type Duration = number | string
/** An event name, or a pattern such as `'card.*'`. */
export type EventPattern = OrText<EventName>
/** A fault, such as `'drop'` or `'duplicate(2) | delay(500ms)'`. */
export type FaultText = OrText<FaultName>

/** What a Node listener reads of a request. */
export interface NodeRequest {
  method?: string | undefined
  url?: string | undefined
  headers: Record<string, string | string[] | undefined>
  on(event: string, listener: (...given: never[]) => void): unknown
}
/** How a Node listener responds. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string | number | readonly string[]): unknown
  end(body?: string): unknown
}
/** A receiver as a function of the web platform, like the handlers of hono, Next.js and Remix. */
export type WebReceiver = (request: Request) => Response | Promise<Response>
/** A receiver as a listener of Node, like an Express app: a function with two parameters or more. */
export type NodeReceiver = { listener(request: NodeRequest, response: NodeResponse): void }['listener']
export type ReceiverFunction = WebReceiver | NodeReceiver

export interface ReceiverOptions {
  /** For a function: the path of its address, such as `/webhooks`; `/` by default. */
  path?: string
  /** Event names or patterns; all events by default. */
  events?: readonly EventPattern[]
  /** The signing scheme; `standard-webhooks` by default. */
  scheme?: SchemeName
  /** The options of the scheme, as the API takes them. */
  schemeOptions?: Record<string, unknown>
  /** The secret that your receiver has; a new one by default. */
  secret?: string
  /** The identity whose events are delivered. */
  identity?: string
  /** The wait before each retry; an empty list for no retries. */
  retryDelays?: readonly Duration[]
  /** The time limit of an attempt. */
  timeout?: Duration
  /** A fault in the first attempt of every delivery. */
  fault?: FaultText
}

/** A subscription to the events of the sandbox. */
export interface Receiver {
  readonly url: string
  /** The id of the subscription. */
  readonly id: string
  readonly secret: string
  /** All deliveries to this receiver with their attempts, oldest first. */
  deliveries(): Promise<Delivery[]>
  /** Waits for deliveries to this receiver; see {@link SandboxClient.wait}. */
  wait(filter?: WaitFilter<'delivery'>): Promise<Matched<'delivery'>>
  /** Checks this receiver; see {@link SandboxClient.check}. */
  check(options?: CheckOptions): Promise<Check>
  /** Removes the subscription, and ends a receiver that is a function. */
  close(): Promise<void>
}

export interface EndpointOptions {
  scheme?: SchemeName
  schemeOptions?: Record<string, unknown>
  /** The secret that verifies captures. */
  secret?: string
  /** How the endpoint replies, as the API takes it; 200 by default. */
  reply?: unknown
  /** A URL, or several, to which captures are forwarded. */
  forwardTo?: string | readonly string[]
}

/** An address of the sandbox that captures requests. */
export interface Endpoint {
  readonly name: string
  readonly url: string
  /** All captures at this endpoint, oldest first. */
  captures(): Promise<Capture[]>
  /** Waits for captures at this endpoint; see {@link SandboxClient.wait}. */
  wait(filter?: WaitFilter<'capture'>): Promise<Matched<'capture'>>
}

export interface TriggerOptions {
  /** Fields of the payload by dotted path, such as `{ 'card.last_four': '4242' }`. */
  set?: Record<string, unknown>
  /** The whole payload: an object, or the exact text of one. */
  payload?: Record<string, unknown> | string
  fault?: FaultText
  /** How often the event fires; once by default. */
  count?: number
  /** Delivers to this receiver only. */
  to?: Receiver
  /** Resolves once each delivery has ended, or waits for its retry. */
  settle?: boolean
}

/** The events of a trigger and their deliveries. Above 1,000 events only `counts` are filled. */
export interface Fired {
  events: Event[]
  deliveries: DeliveryRow[]
  counts: { events: number; deliveries: number }
  /** The deliveries with their attempts, once each has ended or waits for its retry. */
  settled(): Promise<Delivery[]>
}

/** The records that a wait can wait for, by kind. */
export interface RecordOf {
  capture: CaptureRow
  delivery: DeliveryRow
  event: EventRow
  call: CallRow
}
export type RecordKind = keyof RecordOf

/** The filters of a kind of record; several values are separated by commas. */
export interface FilterOf {
  capture: {
    endpoint?: string
    verdict?: OrText<Verdict['result']>
    event?: EventPattern
    method?: string
    path?: string
    status?: number | string
    cause?: string
    mistake?: string
    webhookId?: string
    deliveryId?: string
    q?: string
  }
  delivery: {
    state?: OrText<DeliveryRow['state']>
    event?: EventPattern
    status?: number | string
    subscriptionId?: string
    eventId?: string
    q?: string
  }
  event: { event?: EventPattern; source?: OrText<EventRow['source']>; q?: string }
  call: {
    method?: string
    path?: string
    status?: number | string
    code?: OrText<ErrorCode>
    identity?: string
    q?: string
  }
}

export type WaitFilter<Kind extends RecordKind = RecordKind> = FilterOf[Kind] & {
  /** How many records must match; 1 by default. */
  count?: number
  /** true resolves if no record matches until the timeout. */
  none?: boolean
  /** Event patterns that must match in this order; other records may come between. */
  inOrder?: readonly EventPattern[]
  /** Counts only records with a larger `seq`, or since a time; `'start'` counts every stored record. */
  since?: number | string
  /** 10 s by default. */
  timeout?: Duration
}

/** The answer of a wait that was met. */
export interface Matched<Kind extends RecordKind = RecordKind> {
  met: true
  timed_out: boolean
  /** Oldest first. */
  matched: RecordOf[Kind][]
  /** Only records with a larger `seq` counted. */
  since: number
  newest_match_at: string | null
}

export interface Answer<Body = unknown> {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  /** Parsed JSON, or text. */
  body: Body
}

/** What an armed error responds with: a code of the dictionary, a raw response, or a broken connection. */
export type ArmWhat = ErrorCode | { status: number; body?: unknown } | { outcome: 'reset' | 'hang' }
export interface ArmMatch {
  method?: string
  /** The path without `/api/v0.1`; `*` matches any characters. */
  path?: string
  identity?: string
  /** How often the error fires; always by default. */
  times?: number
  /** How many matching calls pass before. */
  after?: number
  /** The chance of firing, above 0 and at most 1. */
  probability?: number
  /** The delay of the response. */
  delay?: Duration
}

export interface FaultRuleOptions {
  fault: FaultText
  event?: EventPattern
  to?: Receiver
  /** Fires at every Nth match. */
  every?: number
  probability?: number
  /** Fires only at the first N matches. */
  first?: number
}

export interface ScenarioOptions {
  seed?: number
  /** Sandbox seconds that pass in one real second while a step waits; by default time passes at once. */
  speed?: number
  /** Other values for the variables of the scenario. */
  set?: Record<string, unknown>
  /** Delivers to this receiver instead of to the run's own. */
  to?: Receiver
}

export interface CheckOptions {
  scheme?: SchemeName
  schemeOptions?: Record<string, unknown>
  secret?: string
  /** Another secret that the receiver accepts, as during a rotation. */
  secondSecret?: string
  event?: EventName
  /** Only these probes, by name or group. */
  only?: readonly OrText<ProbeName>[]
  /** Without these probes, by name or group. */
  skip?: readonly OrText<ProbeName>[]
  thorough?: boolean
  seed?: number
  /** For each request; 5 s by default. */
  timeout?: Duration
  /** How effects are counted: a URL that responds with a number or a list of keys, or a function that returns them. */
  effects?: string | (() => Effects | Promise<Effects>)
}
export type Effects = number | readonly string[]

export interface VerifyOptions {
  /** By default every secret that the sandbox knows is tried. */
  secret?: string
  scheme?: SchemeName
  schemeOptions?: Record<string, unknown>
  /** The response of the receiver: a signature in it is compared with the expected one. */
  answer?: string
  /** The time at which the age is judged; now by default. */
  at?: string | Date
}
/** A request to verify. */
export interface SignedRequest {
  method?: string
  url?: string
  headers: Record<string, string> | readonly (readonly [string, string])[]
  body: string | Uint8Array
}

/** The sandbox's clock after an order. `settled` is false if work that fell due had not ended after 30 s. */
export interface ClockAnswer {
  clock: Clock
  settled: boolean
}

/** A sandbox, in this process or elsewhere. Every method rejects with a {@link SandboxError} if the sandbox refuses. */
export interface SandboxClient {
  readonly url: string
  /**
   * Subscribes a receiver: a URL, or a function, which gets a loopback port of its own.
   * @param to with one parameter it gets a `Request`; with two or more, whose types are declared, it is a Node listener, such as an
   * Express app
   */
  receiver(to: string, options?: ReceiverOptions): Promise<Receiver>
  receiver(to: WebReceiver, options?: ReceiverOptions): Promise<Receiver>
  receiver(to: NodeReceiver, options?: ReceiverOptions): Promise<Receiver>
  /** Creates an endpoint that captures requests, with a name of its own by default. */
  endpoint(name?: string, options?: EndpointOptions): Promise<Endpoint>
  /** Fires an event. Waits of this client then count from here. */
  trigger(event: EventPattern, options?: TriggerOptions): Promise<Fired>
  /** Calls the emulated API. Every status resolves. */
  call<Body = unknown>(
    method: OrText<Method>,
    path: PlatformPath | (string & {}),
    body?: unknown,
    options?: { identity?: string; idempotencyKey?: string },
  ): Promise<Answer<Body>>
  /**
   * Waits until records match. Counts from the last `trigger` or `reset` of this client, else from its beginning.
   * Rejects with {@link Unmet} after the timeout.
   */
  wait<Kind extends RecordKind>(kind: Kind, filter?: WaitFilter<Kind>): Promise<Matched<Kind>>
  readonly clock: {
    /** The time, ISO 8601 UTC. */
    now(): Promise<string>
    /** Stops the clock. */
    manual(): Promise<ClockAnswer>
    /** Moves the clock ahead, and resolves when what fell due has ended. */
    advance(duration: Duration): Promise<ClockAnswer>
    set(time: string | Date): Promise<ClockAnswer>
    /** Sets the clock to the wall clock's time, and lets it run. */
    real(speed?: number): Promise<ClockAnswer>
  }
  /** Arms an error: matching calls of the emulated API get it. */
  arm(what: ArmWhat, match?: ArmMatch): Promise<ArmedError>
  readonly faults: {
    /** Adds a rule that injects a fault into deliveries. */
    add(rule: FaultText | FaultRuleOptions): Promise<FaultRule>
    /** Removes all rules. */
    clear(): Promise<void>
  }
  /**
   * Runs a scenario to its end, whether it succeeds or fails.
   * @param source a name, or the text of a scenario file
   */
  scenario(source: string, options?: ScenarioOptions): Promise<Run>
  /** Checks a receiver: sends it right and wrong requests, and judges what it does. */
  check(to: string | Receiver | WebReceiver | NodeReceiver, options?: CheckOptions): Promise<Check>
  /** Verifies a signed request, without storing anything. */
  verify(request: Request | SignedRequest, options?: VerifyOptions): Promise<Verdict>
  /** Empties the database; the configuration stays. */
  reset(options?: { keep?: readonly ('subscriptions' | 'endpoints')[] }): Promise<void>
  /** The recorded session: every request since the start or the last reset, with its results. */
  export(): Promise<SessionFile>
}

export interface SandboxOptions {
  /** The port to listen on; 0, the default, picks a free one. */
  port?: number
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string
  /** The database file; `:memory:` by default. */
  data?: string
  /** Makes ids, payloads and jitter repeatable. */
  seed?: number
  /** Other settings, as in `sandbox.config.json`. */
  config?: ConfigFile
  /** `manual` starts with a stopped clock; `real` by default. */
  clock?: 'manual' | 'real'
  /** true serves the page; false by default. */
  page?: boolean
  /** false creates the demo endpoint and the demo subscription; true by default. */
  bare?: boolean
}

/** A sandbox in this process. */
export interface Sandbox extends SandboxClient, AsyncDisposable {
  /** Ends the sandbox, and the receivers that are functions. */
  close(): Promise<void>
}

/** Which records a matcher looks for at a {@link Receiver} or an {@link Endpoint}; every record by default. */
export interface MatchOptions {
  event?: EventPattern
  /** The status of the response, such as 201 or `'2xx'`. */
  status?: number | string
  /** Words that the record contains, bodies included. */
  q?: string
  /** How many records must match; 1 by default. */
  count?: number
  /** As in a wait; by default the matcher counts from the last `trigger` or `reset`. */
  since?: number | string
  /**
   * How long the matcher waits; 3 s by default. With `.not`, how long no record may come; by default the matcher looks once the
   * deliveries under way have ended.
   */
  timeout?: Duration
}
export interface PassOptions extends CheckOptions {
  /** What fails: failures of the severity `must`, the default, or warnings as well. */
  failOn?: 'must' | 'should'
}

/** What each matcher takes, or a promise of it. A row is judged as it is; a `Receiver`, an `Endpoint` or a `Fired` is waited for. */
export interface Subjects {
  toBeVerified: Endpoint | CaptureRow | Verdict
  toBeDelivered: Receiver | Endpoint | Fired | DeliveryRow
  toBeRefused: Receiver | Fired | DeliveryRow
  toBeDeliveredOnce: Receiver | Endpoint | Fired | DeliveryRow
  toPassCheck: Receiver | Check
}

/** The matchers that `expect` has. A failure prints what came instead, what came closest, and the cause with its fix. */
export interface SandboxMatchers {
  /** A capture is signed correctly. Takes an `Endpoint`, a capture, or a verdict of `verify`. */
  toBeVerified(options?: MatchOptions): Promise<void>
  /**
   * A delivery succeeded, or a request arrived at an endpoint. Takes a `Receiver`, an `Endpoint`, a delivery, or the `Fired` of a
   * trigger, whose deliveries must all succeed.
   */
  toBeDelivered(options?: MatchOptions): Promise<void>
  /** The receiver answered 4xx. Takes a `Receiver`, a delivery, or the `Fired` of a trigger. */
  toBeRefused(options?: MatchOptions): Promise<void>
  /**
   * Exactly one delivery succeeded, and no response shows that the receiver acted twice; or exactly one request arrived at an
   * endpoint. Takes what `toBeDelivered` takes.
   */
  toBeDeliveredOnce(options?: Omit<MatchOptions, 'count'>): Promise<void>
  /** The check finds no problem. Takes a `Receiver`, which is checked now, or the report of a check. */
  toPassCheck(options?: PassOptions): Promise<void>
}
/** The same as functions, for runners whose `expect` takes no matchers. Each rejects with an `AssertionError`. */
export type Assertions = {
  [Name in keyof SandboxMatchers]: (
    subject: Subjects[Name] | Promise<Subjects[Name]>,
    ...options: Parameters<SandboxMatchers[Name]>
  ) => Promise<void>
}

/** What the tests of vitest and Playwright get. */
export interface TestFixtures {
  /** Subscribes a receiver at the sandbox. */
  receiver: SandboxClient['receiver']
}
export interface WorkerFixtures {
  /** The options of the sandbox, for `test.extend` of vitest or `test.use` of Playwright. */
  sandboxOptions: SandboxOptions
  /** The sandbox of this worker. Each test leaves it empty. */
  sandbox: SandboxClient
}

/** What a wait that was not met tells. */
export interface UnmetFacts {
  /** What matched until the timeout. */
  matched: Waited['matched']
  /** Other records of the kind that arrived, newest first. */
  arrivedInstead: NonNullable<Waited['arrived_instead']>
  /** The record that misses the fewest filters, and what it misses. */
  closest: Waited['closest'] | null
}
