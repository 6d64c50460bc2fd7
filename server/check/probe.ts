/** What a probe is: one graded question to a receiver, as data. */
import type { Outgoing, WireShape } from '../client/message.ts'
import type { Sent } from '../client/send.ts'
import type { SchemeFacts } from '../faults/scheme-facts.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { HeaderPair, NotJudged, ProbeFact, ProbeGroup, ProbeResult, Severity } from '../wire.ts'
import type { Mistaken } from '../words/check-mistakes.ts'

/** An event of the check's own, never sent before. */
export interface Draft {
  id: string
  event: string
  payload: Record<string, unknown>
}

/** One request to the receiver, before it is signed. What is left out is as in any delivery. */
export interface Planned {
  /** What tells this request from the others of its probe. */
  label?: string
  draft: Draft
  /** The exact body. The payload as JSON without it. */
  body?: Buffer
  /** Whether the body has a field that its event does not have. */
  hasNewField?: true
  /** What is signed, where that is not the body that is sent. */
  signedBody?: Buffer
  /** How far the signed time is from now, in seconds. */
  skewS?: number
  /** Signed at a second whose signature tells base64 from base64 for URLs: it has one of the characters that differ. */
  isTelling?: true
  /** What it is signed with, newest first: the receiver's secret, another one, or the second one. */
  secrets?: readonly string[]
  /** Another way to sign. */
  recipe?: Recipe
  contentType?: string
  method?: string
  /** Changes the headers after signing. */
  alter?(headers: readonly HeaderPair[], signed: Signed): HeaderPair[]
  wire?: Partial<WireShape>
  /** The number of the attempt: the same event again has the next. */
  attempt?: number
  /** How long to wait before, in milliseconds. */
  afterMs?: number
  /** Only sent if an earlier attempt of its event was not accepted. */
  ifRefused?: true
}

/** What was signed, for those who alter it afterwards. */
export interface Signed {
  id: string
  /** As it is written in the request. */
  timestamp: string
  /** Each signature in the headers, without its label. */
  signatures: readonly string[]
}

/** A request and what came of it. */
export interface Exchange {
  planned: Planned
  request: Outgoing
  sent: Sent
  deliveryId: string
}

/** What a correct receiver does with every request of a probe. */
export type Expects =
  /** Answers 2xx. */
  | 'accept'
  /** Does not answer 2xx: a forgery. */
  | 'refuse'
  /** Answers 4xx. */
  | 'refuse_4xx'
  /** Answers anything but 5xx. */
  | 'survive'

/** What the requests of a probe are made of. */
export interface Kit {
  recipe: Recipe
  scheme: SchemeFacts
  secret: string
  secondSecret: string | undefined
  thorough: boolean
  /** Statuses after which the platform does not send again; undefined where any 2xx will do. */
  success: readonly number[] | undefined
  /** A new event; the check's usual one without a name. */
  draft(event?: string): Draft
  /** The names of one event of each family, or of all events, that the receiver subscribed to. */
  families(): string[]
  /** Whether the receiver subscribed to an event. */
  hears(event: string): boolean
  /** The same for a probe: its events follow from the seed and the probe, whatever others draw. */
  of(probe: string): Kit
  /** A fraction in [0, 1) that follows from the seed and a label. */
  random(label: string): number
}

/** What a probe showed. */
export interface ProbeRecord {
  id: string
  result: ProbeResult
  fact: ProbeFact
  mistake: Mistaken | null
  deliveries: string[]
  durationMs: number
  /** When the probe was run again, in microseconds of the wall clock. */
  repeatedAt?: number
}

/** What is known of a receiver from its answers, for probes that judge more than one. */
export interface Judged {
  kit: Kit
  exchanges: readonly Exchange[]
}

export interface Probe {
  id: string
  group: ProbeGroup
  severity: Severity
  /** Why it cannot be asked here, if so. */
  skip?(kit: Kit): NotJudged | undefined
  expects: Expects
  /**
   * What is sent. The requests of one list go together; the next list waits for their answers.
   * @returns undefined where there is nothing to send
   */
  requests(kit: Kit): Planned[][]
  /** A new field with plain content: a receiver that refuses this is not judged by requests with a new field. */
  control?(kit: Kit): Planned[][]
  /** Judges the answers otherwise than by `expects`. */
  judge?(judged: Judged): ProbeFact
  /** Its requests would disturb those of other probes. */
  alone?: true
}
