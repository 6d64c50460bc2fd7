/** The requests for one record. */
import type { Call, Capture, Delivery, Event } from '../../../server/wire.ts'
import { type Result, request } from '../api.ts'
import { getDelivery, type Kind, limited } from '../routes.ts'

const id = encodeURIComponent

const heads = { evt_: 'event', dlv_: 'delivery', cap_: 'capture', cal_: 'call' } as const

/** The kind of an id, by its prefix; null for other ids. */
export const kindOfId = (id: string): Kind | null =>
  Object.entries(heads).find(([head]) => id.startsWith(head))?.[1] ?? null
export const getEvent = (name: string) => request<{ event: Event }>('GET', `/sandbox/events/${id(name)}`)
export const getCapture = (name: string, bodyLimit?: number) =>
  request<{ capture: Capture }>('GET', `/sandbox/captures/${id(name)}${limited(bodyLimit)}`)
export const getCall = (name: string, bodyLimit?: number) =>
  request<{ call: Call }>('GET', `/sandbox/calls/${id(name)}${limited(bodyLimit)}`)

/** A record as its detail reads it; bodies may be cut. */
export type Thing =
  | { kind: 'call'; data: Call }
  | { kind: 'event'; data: Event }
  | { kind: 'delivery'; data: Delivery }
  | { kind: 'capture'; data: Capture }

type Read = Promise<Result<Partial<Record<Kind, Thing['data']>>>>
const readers: Record<Kind, (id: string, bodyLimit?: number) => Read> = {
  event: getEvent,
  delivery: getDelivery,
  capture: getCapture,
  call: getCall,
}

/** Reads a record of any kind. */
export async function readThing(kind: Kind, id: string, bodyLimit?: number): Promise<Result<Thing>> {
  const read = await readers[kind](id, bodyLimit)
  return read.ok ? { ok: true, value: { kind, data: read.value[kind] } as Thing } : read
}
