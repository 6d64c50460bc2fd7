/** The requests for one delivery, and for all that match a filter. */
import type { DecodedBody, DeliveryRow, DeliveryState, HeaderPair } from '../../../server/wire.ts'
import { request } from '../api.ts'

const path = (delivery: string, rest: string) => `/sandbox/deliveries/${encodeURIComponent(delivery)}/${rest}`

/** The actions on one delivery that need no input. */
export type DeliveryAct = 'attempt-now' | 'cancel' | 'abort' | 'release'
export const actOn = (delivery: string, act: DeliveryAct) =>
  request<{ delivery: DeliveryRow }>('POST', path(delivery, act), { body: {} })

/** The decoded response to an attempt. */
export const getDecodedAnswer = (delivery: string, attempt: number) =>
  request<{ decoded: DecodedBody }>('GET', path(delivery, `attempts/${attempt}/response/decoded`))

/** The changes of a resend, and its fault. */
export interface ResendEdits {
  body?: string
  headers?: HeaderPair[]
  url?: string
  fault?: string
}
export const postResend = (delivery: string, edits: ResendEdits) =>
  request<{ delivery: DeliveryRow }>('POST', path(delivery, 'resend'), { body: edits })

/** The deliveries that match every filter. */
export interface Matching {
  state?: DeliveryState
  event?: string
  subscription_id?: string
  q?: string
  /** A time, or a duration before the sandbox's now, such as `2h`. */
  since?: string
  /** The highest sequence number to include. */
  up_to?: number
}
