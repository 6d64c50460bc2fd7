/** The JSON of the live frames. */
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

/** The data of each kind of live frame. */
const frameData = {
  hello: z
    .object({ seq: z.int(), version: z.string() })
    .meta({ description: 'The newest number, and the version of the sandbox' }),
  gap: z.object({ oldest: z.int() }).meta({
    description: 'The oldest frame still kept. Earlier frames are lost: read the lists again',
  }),
  reset: z
    .object({ kept: z.array(z.string()) })
    .meta({ description: 'Everything was deleted except the named parts' }),
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

/** One numbered frame. The live socket sends arrays of frames. */
export const frame = named(
  'Frame',
  z.union(
    Object.entries(frameData).map(([kind, data]) => z.object({ seq: z.int(), kind: z.literal(kind), data })),
  ),
)
export type Frame = { [K in FrameKind]: { seq: number; kind: K; data: FrameData[K] } }[FrameKind]

/**
 * Returns the data of a frame: at once, or for clients that reconnect later, as the database has the record then.
 * Undefined if the record is gone.
 */
export interface Telling<T> {
  now(): T
  later(): T | undefined
}

/** A frame whose data is built only if somebody listens. `later` replaces `tell` for clients that reconnect. */
export type News = {
  [K in FrameKind]: { seq: number; kind: K; tell(): FrameData[K]; later?(): FrameData[K] | undefined }
}[FrameKind]

/** The frame of a change. */
export const frameOf = ({ seq, kind, tell }: News): Frame => ({ seq, kind, data: tell() }) as Frame
