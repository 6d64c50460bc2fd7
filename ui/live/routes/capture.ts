import type { Capture, CaptureDiff, DecodedBody, Exchange } from '../../../server/wire.ts'
import { request, requestText } from '../api.ts'
import type { ReplayOrder } from '../replay-order.ts'

const path = (capture: string, rest = '') => `/sandbox/captures/${encodeURIComponent(capture)}${rest}`

/** What the reader keeps of a capture; null takes the note off. */
export interface CaptureMarks {
  pinned?: boolean
  note?: string | null
}
export const patchCapture = (capture: string, marks: CaptureMarks) =>
  request<{ capture: Capture }>('PATCH', path(capture), { body: marks })

export const deleteCapture = (capture: string) => request<{ capture: Capture }>('DELETE', path(capture))
export const getDecoded = (capture: string) =>
  request<{ decoded: DecodedBody }>('GET', path(capture, '/decoded'))
/** What a capture that was passed on or sent again was answered with. */
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

/** A language that a handler can be written in. */
export interface Language {
  language: string
  title: string
  runtime: string
}
/** A handler that verifies, as a file and how it is installed and run. */
export interface HandlerCode {
  language: string
  title: string
  scheme: string
  file: string
  text: string
  install: string | null
  run: string | null
  note: string | null
}
export const getLanguages = () => request<{ languages: Language[] }>('GET', '/sandbox/catalogue/languages')
/** What a handler is to verify: requests like a capture, or what a subscription sends. */
export type HandlerOf = { capture_id: string } | { subscription_id: string }
export const getHandlerCode = (of: HandlerOf, language: string) =>
  request<{ code: HandlerCode }>('GET', `/sandbox/code?${new URLSearchParams({ language, ...of })}`)
