/** Marks forwards that are not sent while a session is played. */
import { notSent } from '../../client/send.ts'
import type { HeaderPair } from '../../wire.ts'

/** The result of a forward while a session is played: nothing is sent. */
export const played = notSent({ kind: 'blocked', code: 'session_played', address: null })

/** The response header of an endpoint that would have forwarded the request. The recorded session has the real response. */
export const notPassedOn: HeaderPair = ['sandbox-forward', 'played']

export const isNotPassedOn = (headers: readonly (readonly string[])[]): boolean =>
  headers.some(([name = '', value]) => name.toLowerCase() === 'sandbox-forward' && value === 'played')
