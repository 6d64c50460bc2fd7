import { z } from 'zod'
import { callRow } from './calls.ts'
import { captureRow } from './captures.ts'
import { checkReport } from './checks.ts'
import { clock } from './clock.ts'
import { attemptRow, deliveryRow } from './deliveries.ts'
import { endpoint } from './endpoints.ts'
import { armedError } from './errors.ts'
import { eventRow } from './events.ts'
import { faultRule } from './faults.ts'
import { named } from './parts.ts'
import { run } from './scenarios.ts'
import { subscription } from './subscriptions.ts'
import { traffic } from './traffic.ts'

const deleted = z.literal(true)
const goneById = z.object({ id: z.string(), deleted })

/** What each kind of live frame carries. */
const frameData = {
  hello: z
    .object({ seq: z.int(), version: z.string() })
    .meta({ description: 'The newest number, and the version of the sandbox' }),
  gap: z.object({ oldest: z.int() }).meta({
    description: 'Of what came since, only what has this number or a larger one is kept: read the lists anew',
  }),
  reset: z
    .object({ kept: z.array(z.string()) })
    .meta({ description: 'Everything is gone but what is named' }),
  event: eventRow,
  delivery: deliveryRow,
  attempt: attemptRow,
  capture: z.union([captureRow, goneById]),
  call: callRow,
  clock,
  endpoint: z.union([endpoint, z.object({ name: z.string(), deleted })]),
  subscription: z.union([subscription, goneById]),
  armed_error: z.union([armedError, goneById]),
  fault_rule: z.union([faultRule, goneById]),
  run,
  traffic,
  check: checkReport,
}
export type FrameKind = keyof typeof frameData
export type FrameData = { [K in FrameKind]: z.infer<(typeof frameData)[K]> }

/** One numbered piece of news; the live socket sends arrays of them. */
export const frame = named(
  'Frame',
  z.union(
    Object.entries(frameData).map(([kind, data]) => z.object({ seq: z.int(), kind: z.literal(kind), data })),
  ),
)
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
