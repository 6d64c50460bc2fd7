import type { DecodedBody, DeliveryRow, DeliveryState, HeaderPair } from '../../../server/wire.ts'
import { request } from '../api.ts'

const path = (delivery: string, rest: string) => `/sandbox/deliveries/${encodeURIComponent(delivery)}/${rest}`

/** What can be done to one delivery without saying more. */
export type DeliveryAct = 'attempt-now' | 'cancel' | 'abort' | 'release'
export const actOn = (delivery: string, act: DeliveryAct) =>
  request<{ delivery: DeliveryRow }>('POST', path(delivery, act), { body: {} })

/** What an attempt was answered with, as it is meant. */
export const getDecodedAnswer = (delivery: string, attempt: number) =>
  request<{ decoded: DecodedBody }>('GET', path(delivery, `attempts/${attempt}/response/decoded`))

/** What a resend sends in place of what was sent before, and the fault it is sent with. */
export interface ResendEdits {
  body?: string
  headers?: HeaderPair[]
  url?: string
  fault?: string
}
export const postResend = (delivery: string, edits: ResendEdits) =>
  request<{ delivery: DeliveryRow }>('POST', path(delivery, 'resend'), { body: edits })

/** Which deliveries: those that pass every filter named. */
export interface Matching {
  state?: DeliveryState
  event?: string
  subscription_id?: string
  q?: string
  /** A time, or a duration such as `2h` back from the sandbox's now. */
  since?: string
  /** The number of the newest that is meant. */
  up_to?: number
}
