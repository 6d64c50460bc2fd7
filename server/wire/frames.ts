import type { CallRow } from './calls.ts'
import type { CaptureRow } from './captures.ts'
import type { Clock } from './clock.ts'
import type { AttemptRow, DeliveryRow } from './deliveries.ts'
import type { Endpoint } from './endpoints.ts'
import type { ArmedError } from './errors.ts'
import type { EventRow } from './events.ts'
import type { FaultRule } from './faults.ts'
import type { Run } from './scenarios.ts'
import type { Subscription } from './subscriptions.ts'
import type { Traffic } from './traffic.ts'

const frameKinds = [
  'hello',
  'gap',
  'reset',
  'event',
  'delivery',
  'attempt',
  'capture',
  'call',
  'clock',
  'endpoint',
  'subscription',
  'armed_error',
  'fault_rule',
  'run',
  'traffic',
] as const

export type FrameKind = (typeof frameKinds)[number]
/** What each kind of live frame carries. */
export interface FrameData {
  hello: { seq: number; version: string }
  gap: { oldest: number }
  reset: { kept: string[] }
  event: EventRow
  delivery: DeliveryRow
  attempt: AttemptRow
  capture: CaptureRow | { id: string; deleted: true }
  call: CallRow
  clock: Clock
  endpoint: Endpoint | { name: string; deleted: true }
  subscription: Subscription | { id: string; deleted: true }
  armed_error: ArmedError | { id: string; deleted: true }
  fault_rule: FaultRule | { id: string; deleted: true }
  run: Run
  traffic: Traffic
}

/** One numbered piece of news; the live socket sends arrays of them. */
export type Frame = { [K in FrameKind]: { seq: number; kind: K; data: FrameData[K] } }[FrameKind]

/**
 * How news is put into words: at once, and for those who come back later, as the database tells it by then; undefined where
 * it is gone.
 */
export interface Telling<T> {
  now(): T
  later(): T | undefined
}

/** A frame that is put into words when somebody listens. `later` stands in for `tell` once all who listen have been told. */
export type News = {
  [K in FrameKind]: { seq: number; kind: K; tell(): FrameData[K]; later?(): FrameData[K] | undefined }
}[FrameKind]

/** The frame of a piece of news. */
export const frameOf = ({ seq, kind, tell }: News): Frame => ({ seq, kind, data: tell() }) as Frame
