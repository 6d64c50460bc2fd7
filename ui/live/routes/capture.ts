/** The requests for one capture, and for handlers. */
import type { Capture, CaptureDiff, DecodedBody, Exchange } from '../../../server/wire.ts'
import { request, requestText } from '../api.ts'
import type { ReplayOrder } from '../replay-order.ts'

const path = (capture: string, rest = '') => `/sandbox/captures/${encodeURIComponent(capture)}${rest}`

/** The marks of a capture; null removes the note. */
export interface CaptureMarks {
  pinned?: boolean
  note?: string | null
}
export const patchCapture = (capture: string, marks: CaptureMarks) =>
  request<{ capture: Capture }>('PATCH', path(capture), { body: marks })

export const deleteCapture = (capture: string) => request<{ capture: Capture }>('DELETE', path(capture))
export const getDecoded = (capture: string) =>
  request<{ decoded: DecodedBody }>('GET', path(capture, '/decoded'))
/** The decoded response to a forward or a replay. */
export const getDecodedReply = ({ capture_id, id }: Exchange) =>
  request<{ decoded: DecodedBody }>(
    'GET',
    path(capture_id, `/exchanges/${encodeURIComponent(id)}/response/decoded`),
  )
export const getCurl = (capture: string) => requestText(path(capture, '/curl'))
export const getHar = (capture: string) => requestText(path(capture, '/har'))

export const postReplay = (capture: string, order: ReplayOrder) =>
  request<{ exchange: Exchange }>('POST', path(capture, '/replay'), { body: order })

export const getDiff = (capture: string, other: string) =>
  request<{ diff: CaptureDiff }>('GET', path(capture, `/diff?with=${encodeURIComponent(other)}`))

/** A language of the generated handlers. */
interface Language {
  language: string
  title: string
}
/** A generated handler, as a file, with the commands to install and run it. */
export interface HandlerCode {
  file: string
  text: string
  install: string | null
  run: string | null
  note: string | null
}
export const getLanguages = () => request<{ languages: Language[] }>('GET', '/sandbox/catalogue/languages')
/** The requests that a handler verifies: those like a capture, or those of a subscription. */
export type HandlerOf = { capture_id: string } | { subscription_id: string }
export const getHandlerCode = (of: HandlerOf, language: string) =>
  request<{ code: HandlerCode }>('GET', `/sandbox/code?${new URLSearchParams({ language, ...of })}`)
