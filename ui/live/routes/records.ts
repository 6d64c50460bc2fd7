/** The requests for one record. */
import type { Call, Capture, Event } from '../../../server/wire.ts'
import { request } from '../api.ts'
import { type Kind, limited } from '../routes.ts'

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
